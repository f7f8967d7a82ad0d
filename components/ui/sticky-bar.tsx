import type { ReactNode } from 'react';
import { joinClasses } from './join-classes';

interface StickyBarProps {
  label: string;
  /** Formatted. */
  amount: ReactNode;
  amountTestId?: string;
  /** On a phone the action alone, which names the amount. */
  isSlim?: boolean;
  /** Above the action. */
  note?: ReactNode;
  /** The main action: a Button with `full`. */
  children: ReactNode;
}

/**
 * The amount and the main action, sticky at the bottom of the screen while the form is visible. Not sticky on low screens (landscape, 200 %
 * text), where it would cover the form.
 */
export function StickyBar({ label, amount, amountTestId, isSlim = false, note, children }: StickyBarProps) {
  return (
    <div
      className={joinClasses(
        'sticky-bar border-line bg-surface z-10 -mx-4 -mb-4 rounded-b-lg border-t p-4 sm:-mx-6 sm:-mb-6 sm:px-6 md:pb-6 print:hidden',
        isSlim && 'sticky-bar-slim max-md:py-2',
      )}
    >
      {note}
      <p
        className={joinClasses('mb-3 flex flex-wrap items-baseline justify-between gap-x-4', isSlim && 'max-md:hidden')}
      >
        <span className="text-ink-soft">{label}</span>
        <output data-testid={amountTestId} className="figures text-xl font-bold">
          {amount}
        </output>
      </p>
      {children}
    </div>
  );
}
