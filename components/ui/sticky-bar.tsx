import type { ReactNode } from 'react';

interface StickyBarProps {
  label: string;
  /** Formatted. */
  amount: ReactNode;
  amountTestId?: string;
  /** Above the action. */
  note?: ReactNode;
  /** The main action: a Button with `full`. */
  children: ReactNode;
}

/**
 * The amount and the main action, sticky at the bottom of the screen while the form is visible; on a phone the action alone. Not sticky on low
 * screens (landscape, 200 % text), where it would cover the form.
 */
export function StickyBar({ label, amount, amountTestId, note, children }: StickyBarProps) {
  return (
    <div className="sticky-bar border-line bg-surface z-10 -mx-4 -mb-4 rounded-b-lg border-t px-4 py-2 sm:-mx-6 sm:-mb-6 sm:px-6 md:pt-4 md:pb-6 print:hidden">
      {note}
      <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 max-md:hidden">
        <span className="text-ink-soft">{label}</span>
        <output data-testid={amountTestId} className="figures text-xl font-bold">
          {amount}
        </output>
      </p>
      {children}
    </div>
  );
}
