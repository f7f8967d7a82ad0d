import type { ReactNode } from 'react';
import { Icon, type IconName } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';

interface MessageScreenProps {
  /** Null shows a spinner. */
  readonly icon: IconName | null;
  readonly title: string;
  /** What happened and what it means for the payer. */
  readonly children: ReactNode;
  /** Links to continue, the most likely first. */
  readonly actions: ReactNode;
  readonly testId?: string;
}

/** A page that shows only a message and links: errors, maintenance, loading. */
export function MessageScreen({ icon, title, children, actions, testId }: MessageScreenProps) {
  return (
    <div data-testid={testId} className="max-w-page mx-auto px-4 py-12 text-center text-balance sm:px-6 md:py-16">
      <span className="bg-accent-soft text-accent-ink mx-auto grid size-16 place-items-center rounded-full">
        {icon === null ? <Spinner className="size-8 border-4" /> : <Icon name={icon} className="size-8" />}
      </span>
      <h1 className="mt-6 text-2xl tracking-tight md:text-3xl">{title}</h1>
      <div className="text-ink-soft mt-3 grid gap-2 text-lg">{children}</div>
      <p className="mt-6 grid gap-3 sm:flex sm:justify-center">{actions}</p>
    </div>
  );
}
