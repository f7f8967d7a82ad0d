import type { ReactNode } from 'react';
import { Icon } from './icon';

interface DisclosureProps {
  /** The id of the content: a link to it opens the disclosure in current browsers. */
  id?: string;
  summary: string;
  open?: boolean;
  children: ReactNode;
}

/** Content that opens on demand. Works without scripts. */
export function Disclosure({ id, summary, open, children }: DisclosureProps) {
  return (
    <details open={open} className="group/more border-line border-b last:border-b-0">
      <summary className="min-h-tap flex cursor-pointer list-none items-center justify-between gap-3 py-3 font-semibold">
        {summary}
        <Icon name="chevron" className="text-ink-soft transition-transform group-open/more:rotate-180" />
      </summary>
      <div id={id} className="scroll-mt-24 pb-4">
        {children}
      </div>
    </details>
  );
}
