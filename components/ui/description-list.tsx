import type { ReactNode } from 'react';
import { joinClasses } from './join-classes';

export interface DescriptionRow {
  term: string;
  value: ReactNode;
  testId?: string;
  /** The row that counts: a total. */
  strong?: boolean;
}

/** Facts as rows of a name and a value; a long value goes below its name. */
export function DescriptionList({ rows }: { rows: readonly DescriptionRow[] }) {
  return (
    <dl className="divide-line divide-y">
      {rows.map((row) => (
        <div
          key={row.term}
          className={joinClasses(
            'flex flex-wrap items-baseline justify-between gap-x-6 py-2.5 first:pt-0 last:pb-0',
            row.strong && 'text-lg font-bold',
          )}
        >
          <dt className={row.strong ? undefined : 'text-ink-soft'}>{row.term}</dt>
          <dd data-testid={row.testId} className={joinClasses('min-w-0 tabular-nums', !row.strong && 'font-medium')}>
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
