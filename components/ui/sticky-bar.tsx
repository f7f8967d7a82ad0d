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
 * The amount and the main action, sticky at the bottom of the screen while the form is visible; on a phone the action alone, in 64 pixels, always
 * in view. Not sticky on low screens (landscape, 200 % zoom), where it would cover the form.
 */
export function StickyBar({ total, note, children }: StickyBarProps) {
  return (
    <div className="sticky-bar border-line bg-surface @container z-10 px-4 py-1.5 sm:px-6 md:border-t md:pt-[min(1rem,2vh)] md:pb-[min(1.5rem,3vh)] print:hidden">
      {note}
      {total === undefined ? null : (
        <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 max-md:hidden">
          <span className="text-ink-soft">{total.label}</span>
          {/* What changes it says the amount itself: it would be read out at each key. */}
          <output aria-live="off" data-testid={total.testId} className="figures text-xl font-bold">
            {total.amount}
          </output>
        </p>
      )}
      {children}
    </div>
  );
}
