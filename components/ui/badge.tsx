import type { ReactNode } from 'react';
import { joinClasses } from './join-classes';

const tones = {
  accent: 'border-accent-ink bg-accent-soft text-accent-ink',
  neutral: 'border-line-strong bg-sunken text-ink',
  success: 'border-success bg-success-soft text-success',
  warning: 'border-warning bg-warning-soft text-warning',
  danger: 'border-danger bg-danger-soft text-danger',
} as const;

interface BadgeProps {
  tone?: keyof typeof tones;
  testId?: string;
  children: ReactNode;
}

/** A short label. */
export function Badge({ tone = 'neutral', testId, children }: BadgeProps) {
  return (
    <span
      data-testid={testId}
      className={joinClasses('inline-block rounded-full border px-2.5 py-0.5 text-sm font-semibold', tones[tone])}
    >
      {children}
    </span>
  );
}
