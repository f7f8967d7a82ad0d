import type { ReactNode } from 'react';

interface PageShellProps {
  title: string;
  lead?: string;
  /** What to read first: above the summary and the content. Nothing is shown while it is empty. */
  notice?: ReactNode;
  /** A summary: above the content on phones, beside it from 768 px. */
  aside?: ReactNode;
  /** What follows the content: below it on phones, beside it from 768 px. */
  beside?: ReactNode;
  /** The content itself has two columns where there is enough width. */
  wide?: boolean;
  /** For text pages: a wider column. */
  reading?: boolean;
  children: ReactNode;
}

/**
 * The layout of a page: its heading, and one column, or two when there is something for the second and enough width. The width is measured by a container query,
 * whose rem grows with the text: enlarged text has one column. A phone needs no container, in which browsers from before 2025 would fix the bar with
 * the main action (`StickyBar`) rather than in the window.
 */
export function PageShell(props: PageShellProps) {
  const { title, lead, notice, aside, beside, wide = false, reading = false, children } = props;
  const width = aside || beside || wide ? 'max-w-page @min-[46rem]:max-w-wide' : reading ? 'max-w-prose' : 'max-w-page';
  return (
    <div className="md:@container">
      <div className={`mx-auto w-full px-4 py-4 sm:px-6 sm:py-6 md:py-8 ${width}`}>
        <h1 className="text-2xl tracking-tight md:text-3xl">{title}</h1>
        {lead ? <p className="text-ink-soft mt-2 text-lg">{lead}</p> : null}
        {notice ? <div className="mt-4 grid grid-cols-1 gap-5 empty:hidden sm:mt-6">{notice}</div> : null}
        {aside ? (
          <div className="mt-4 grid grid-cols-1 items-start gap-5 sm:mt-6 @min-[46rem]:grid-cols-[3fr_2fr] @min-[46rem]:gap-x-8">
            <div className="grid grid-cols-1 gap-5 @min-[46rem]:sticky @min-[46rem]:top-6 @min-[46rem]:col-start-2 @min-[46rem]:row-start-1">
              {aside}
            </div>
            <div className="grid min-w-0 grid-cols-1 gap-5 @min-[46rem]:col-start-1 @min-[46rem]:row-start-1">
              {children}
            </div>
          </div>
        ) : beside ? (
          <div className="mt-4 grid grid-cols-1 items-start gap-5 sm:mt-6 @min-[46rem]:grid-cols-[3fr_2fr] @min-[46rem]:gap-x-8">
            <div className="grid min-w-0 grid-cols-1 gap-5">{children}</div>
            <div className="grid min-w-0 grid-cols-1 gap-5">{beside}</div>
          </div>
        ) : (
          <div className="mt-4 grid grid-cols-1 gap-5 sm:mt-6">{children}</div>
        )}
      </div>
    </div>
  );
}
