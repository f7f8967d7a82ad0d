import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { joinClasses } from './join-classes';

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger' | 'neutral';

const toneStyles = {
  info: { icon: 'info', box: 'border-info bg-info-soft', mark: 'text-info' },
  success: { icon: 'check', box: 'border-success bg-success-soft', mark: 'text-success' },
  warning: { icon: 'warning', box: 'border-warning bg-warning-soft', mark: 'text-warning' },
  danger: { icon: 'cross', box: 'border-danger bg-danger-soft', mark: 'text-danger' },
  neutral: { icon: 'info', box: 'border-line-strong bg-sunken', mark: 'text-ink-soft' },
} as const satisfies Record<NoticeTone, { icon: IconName; box: string; mark: string }>;

interface NoticeProps {
  tone: NoticeTone;
  title?: string;
  /** Instead of the tone's own. */
  icon?: IconName;
  testId?: string;
  children?: ReactNode;
}

/** Something to know before going on. It is not announced by itself; give what changes its own live region. */
export function Notice({ tone, title, icon, testId, children }: NoticeProps) {
  const look = toneStyles[tone];
  return (
    <div data-testid={testId} className={joinClasses('flex gap-3 rounded-md border-l-4 p-4', look.box)}>
      <Icon name={icon ?? look.icon} className={joinClasses('mt-0.5', look.mark)} />
      <div className="min-w-0 flex-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  );
}
