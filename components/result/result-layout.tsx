import type { ReactNode } from 'react';

interface ResultLayoutProps {
  /** The outcome and the next step. */
  readonly children: ReactNode;
  /** What follows it: below on phones and on paper, beside it from 768 px. */
  readonly beside?: ReactNode;
  /** What comes last: below the details on phones, below the next step from 768 px. */
  readonly last?: ReactNode;
}

/** The single column of every result screen, or two when there are details and enough width, measured as in `PageShell`. */
export function ResultLayout({ children, beside, last }: ResultLayoutProps) {
  const frame = 'max-w-page mx-auto grid w-full grid-cols-1 gap-5 px-4 py-6 sm:px-6 md:py-8';
  if (beside === undefined) return <div className={frame}>{children}</div>;
  return (
    <div className="md:@container">
      <div
        className={`${frame} @min-[46rem]:max-w-wide items-start @min-[46rem]:grid-cols-[3fr_2fr] @min-[46rem]:grid-rows-[auto_1fr] @min-[46rem]:gap-x-8`}
      >
        <div className="grid min-w-0 grid-cols-1 gap-5">{children}</div>
        <div className="grid min-w-0 grid-cols-1 gap-5 @min-[46rem]:row-span-2">{beside}</div>
        <div className="grid min-w-0 grid-cols-1 gap-5">{last}</div>
      </div>
    </div>
  );
}
