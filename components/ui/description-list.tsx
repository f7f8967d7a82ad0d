import type { ReactNode } from 'react';
import { joinClasses } from './join-classes';

export interface DescriptionRow {
  /** Unique among the rows, unless they have test ids. */
  term: ReactNode;
  value: ReactNode;
  testId?: string;
  /** Emphasizes the row, for example a total. */
  strong?: boolean;
}

/** Rows of a term and a right-aligned value; a long value wraps below its term. */
export function DescriptionList({ rows }: { rows: readonly DescriptionRow[] }) {
  return (
    <dl className="divide-line divide-y">
      {rows.map((row, index) => (
        <div
          key={row.testId ?? (typeof row.term === 'string' ? row.term : index)}
          className={joinClasses(
            'flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 first:pt-0 last:pb-0',
            row.strong && 'text-lg font-bold',
          )}
        >
          <dt className={row.strong ? undefined : 'text-ink-soft'}>{row.term}</dt>
          <dd
            data-testid={row.testId}
            className={joinClasses('figures ml-auto min-w-0 text-end', !row.strong && 'font-medium')}
          >
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
