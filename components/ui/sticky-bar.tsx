import type { ReactNode } from 'react';

interface StickyBarProps {
  /** The amount with its label, unless the action states it. */
  total?: {
    label: string;
    /** Formatted. */
    amount: ReactNode;
    testId?: string;
  };
  /** Above the action. */
  note?: ReactNode;
  /** The main action: a Button with `full`. */
  children: ReactNode;
}

/**
 * The amount and the main action, sticky at the bottom of the screen while the form is visible; on a phone the action alone, in 64 pixels (72 with a label of two lines), always
 * in view. Not sticky on low screens (landscape, 200 % zoom), where it would cover the form.
 */
export function StickyBar({ total, note, children }: StickyBarProps) {
  return (
    <div className="sticky-bar border-line bg-surface @container z-10 px-4 py-1.5 sm:px-6 md:border-t md:py-3 print:hidden">
      {note}
      {total === undefined ? (
        children
      ) : (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <p className="max-md:hidden">
            <span className="text-ink-soft block text-sm">{total.label}</span>
            {/* What changes it says the amount itself: it would be read out at each key. */}
            <output aria-live="off" data-testid={total.testId} className="figures block text-xl font-bold">
              {total.amount}
            </output>
          </p>
          {/* Beside the amount where its words have room. */}
          <div className="grow basis-52">{children}</div>
        </div>
      )}
    </div>
  );
}
