import type { ReactNode } from 'react';
import { joinClasses } from './join-classes';

export interface DescriptionRow {
  term: string;
  value: ReactNode;
  testId?: string;
  /** The row that counts: a total. */
  strong?: boolean;
}

/** Facts as rows of a name and a value; a long value goes below its name. All values end at the same edge. */
export function DescriptionList({ rows }: { rows: readonly DescriptionRow[] }) {
  return (
    <dl className="divide-line divide-y">
      {rows.map((row) => (
        <div
          key={row.term}
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
