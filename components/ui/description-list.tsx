import type { ReactNode } from 'react';
import { joinClasses } from './join-classes';

export interface DescriptionRow {
  /** Unique among the rows, unless they have test ids. */
  term: ReactNode;
  value: ReactNode;
  testId?: string;
  /** What belongs to the row, below it. */
  detail?: ReactNode;
  /** Emphasizes the row, for example a total. */
  strong?: boolean;
  /** It is the sum of the rows above it: a stronger line separates them. */
  isSum?: boolean;
}

interface DescriptionListProps {
  rows: readonly DescriptionRow[];
  /** Close together on a phone. */
  compact?: boolean;
}

/**
 * Rows of a term and a right-aligned value; a long value wraps below its term. On paper a row is never split between sheets, nor a sum from the row
 * above it.
 */
export function DescriptionList({ rows, compact = false }: DescriptionListProps) {
  return (
    <dl>
      {rows.map(({ term, value, testId, detail, strong = false, isSum = false }, index) => (
        <div
          key={testId ?? (typeof term === 'string' ? term : index)}
          className={joinClasses(
            'flex break-inside-avoid flex-wrap items-baseline justify-between gap-x-4 py-2.5 first:border-t-0 first:pt-0 last:pb-0 print:py-1',
            isSum ? 'border-ink break-before-avoid border-t-2' : 'border-line border-t',
            compact && 'max-md:py-1',
            strong && 'text-lg font-bold print:text-base',
          )}
        >
          <dt className={strong || detail ? undefined : 'text-ink-soft'}>{term}</dt>
          <dd
            data-testid={testId}
            className={joinClasses('figures ml-auto min-w-0 text-end text-balance', !strong && 'font-medium')}
          >
            {value}
          </dd>
          {detail ? <dd className="text-ink-soft figures w-full text-sm">{detail}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
