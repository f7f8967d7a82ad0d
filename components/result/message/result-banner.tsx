import type { ReactNode } from 'react';
import { Icon, type IconName } from '@/components/ui/icon';
import { Money } from '@/components/ui/money';
import { outcomeTable, type Outcome } from '@/lib/domain/payment/outcomes';

const toneStyles = {
  success: { icon: 'check', badge: 'border-success bg-success-soft text-success' },
  danger: { icon: 'cross', badge: 'border-danger bg-danger-soft text-danger' },
  warning: { icon: 'clock', badge: 'border-warning bg-warning-soft text-warning' },
  neutral: { icon: 'info', badge: 'border-line-strong bg-sunken text-ink-soft' },
} as const satisfies Record<(typeof outcomeTable)[Outcome]['tone'], { icon: IconName; badge: string }>;

interface ResultBannerProps {
  readonly outcome: Outcome;
  readonly title: string;
  /** Formatted; null where nothing would have charged it. */
  readonly amount?: string | null;
  /** What happened and what it means. */
  readonly children: ReactNode;
}

/**
 * The outcome with icon, title and amount. A live region, not atomic: only what changes is announced. A part that is to be announced whole is an
 * atomic live region itself: browsers ignore `aria-atomic` elsewhere.
 */
export function ResultBanner({ outcome, title, amount = null, children }: ResultBannerProps) {
  const style = toneStyles[outcomeTable[outcome].tone];
  return (
    <div
      role="status"
      aria-atomic={false}
      data-testid="payment-status"
      data-status={outcome}
      className="text-center text-balance print:text-start"
    >
      <span
        className={`mx-auto grid size-12 place-items-center rounded-full border-2 md:size-16 print:hidden ${style.badge}`}
      >
        <Icon name={style.icon} className="size-1/2" />
      </span>
      <h1 className="mt-3 text-2xl tracking-tight md:mt-4 md:text-3xl">{title}</h1>
      {amount === null ? null : (
        <p className="mt-2">
          <Money amount={amount} size="hero" testId="amount-paid" />
        </p>
      )}
      <div className="mt-3 grid gap-2">{children}</div>
    </div>
  );
}
