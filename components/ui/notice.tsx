import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { joinClasses } from './join-classes';

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger' | 'neutral';

const toneStyles = {
  info: { icon: 'info', box: 'border-info bg-info-soft', iconColour: 'text-info' },
  success: { icon: 'check', box: 'border-success bg-success-soft', iconColour: 'text-success' },
  warning: { icon: 'warning', box: 'border-warning bg-warning-soft', iconColour: 'text-warning' },
  danger: { icon: 'cross', box: 'border-danger bg-danger-soft', iconColour: 'text-danger' },
  neutral: { icon: 'info', box: 'border-line-strong bg-sunken', iconColour: 'text-ink-soft' },
} as const satisfies Record<NoticeTone, { icon: IconName; box: string; iconColour: string }>;

interface NoticeProps {
  tone: NoticeTone;
  title?: string;
  testId?: string;
  /** Has the focus when the page is loaded, also without scripts. */
  autoFocus?: boolean;
  children?: ReactNode;
}

/** A highlighted note. Not a live region: wrap changing content in one. */
export function Notice({ tone, title, testId, autoFocus = false, children }: NoticeProps) {
  const style = toneStyles[tone];
  return (
    <div
      data-testid={testId}
      className={joinClasses('flex gap-3 rounded-md border-l-4 p-4', style.box)}
      {...(autoFocus && { autoFocus, tabIndex: -1, role: 'group', 'aria-label': title })}
    >
      <Icon name={style.icon} className={joinClasses('mt-0.5', style.iconColour)} />
      <div className="min-w-0 flex-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  );
}
