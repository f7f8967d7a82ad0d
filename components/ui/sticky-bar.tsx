import type { ReactNode } from 'react';

interface StickyBarProps {
  label: string;
  /** Formatted already. */
  amount: ReactNode;
  amountTestId?: string;
  /** The one thing to do: a Button with `full`. */
  children: ReactNode;
}

/**
 * What is to be paid and the button that pays it, in reach of the thumb: it stays at the foot of a phone's screen while its form is
 * in sight. On low screens (a phone on its side, 200 % text) it would cover the form, so it stays in its place there.
 */
export function StickyBar({ label, amount, amountTestId, children }: StickyBarProps) {
  return (
    <div className="sticky-bar border-line bg-surface z-10 -mx-4 -mb-4 rounded-b-lg border-t p-4 sm:-mx-6 sm:-mb-6 sm:px-6 md:pb-6 print:hidden">
      <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-ink-soft">{label}</span>
        <output data-testid={amountTestId} className="figures text-xl font-bold">
          {amount}
        </output>
      </p>
      {children}
    </div>
  );
}
