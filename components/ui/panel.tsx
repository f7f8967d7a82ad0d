import type { ReactNode } from 'react';

interface PanelProps {
  title?: string;
  /** Beside the title, for example a badge. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A bordered section with an optional title. */
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
