import type { ReactNode } from 'react';
import { Icon, type IconName } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';

interface MessageScreenProps {
  /** A drawing of what is the matter; none where something is awaited. */
  readonly icon: IconName | null;
  readonly title: string;
  /** What is true, and what it means for the payer. */
  readonly children: ReactNode;
  /** The ways on, the likeliest first. */
  readonly actions: ReactNode;
  readonly testId?: string;
}

/** A page that has nothing to show but why, and what can be done: one look for all of them. */
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
