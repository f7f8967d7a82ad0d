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
    <div className="border-line bg-surface max-md:shadow-bar z-10 -mx-5 -mb-5 rounded-b-lg border-t p-4 sm:-mx-6 sm:-mb-6 sm:px-6 md:pb-6 print:hidden [@media(min-height:34rem)]:max-md:sticky [@media(min-height:34rem)]:max-md:bottom-0">
      <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-ink-soft">{label}</span>
        <output data-testid={amountTestId} className="text-xl font-bold tabular-nums">
          {amount}
        </output>
      </p>
      {children}
    </div>
  );
}
