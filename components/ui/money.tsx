import { joinClasses } from './join-classes';

const sizes = { base: 'font-semibold', large: 'text-xl font-bold', hero: 'text-3xl font-bold tracking-tight' } as const;

interface MoneyProps {
  /** Formatted, with currency. */
  amount: string;
  size?: keyof typeof sizes;
  testId?: string;
}

/** An amount of money in tabular figures, never wrapped. */
export function Money({ amount, size = 'base', testId }: MoneyProps) {
  return (
    <span data-testid={testId} className={joinClasses('figures whitespace-nowrap', sizes[size])}>
      {amount}
    </span>
  );
}
