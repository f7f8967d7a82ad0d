import type { ReactNode } from 'react';

interface PanelProps {
  title?: string;
  /** Beside the title: a badge, a small link. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A sheet of things that belong together. */
export function Panel({ title, aside, children }: PanelProps) {
  return (
    <section className="sheet">
      {title ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-xl">{title}</h2>
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  );
}
