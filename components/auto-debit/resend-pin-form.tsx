import { useLocale, useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import { ResendButton } from '@/components/ui/countdown/resend-button';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { toMilliseconds } from '@/lib/domain/malaysia-time';
import { formatTimeOfDay } from '@/lib/domain/format-time';
import { actions } from '@/lib/routes';

/** The PIN last sent: when another may be requested (ISO 8601), and how many are left. */
export interface SentPin {
  readonly resendAfter: string;
  readonly resendsLeft: number;
}

interface ResendPinFormProps {
  readonly autoDebit: Pick<AutoDebit, 'refid' | 'serverTime'>;
  readonly sent: SentPin;
  readonly idempotencyKey: string;
}

/** Requests another PIN, to the same number. */
export function ResendPinForm({ autoDebit, sent, idempotencyKey }: ResendPinFormProps) {
  const t = useTranslations('autoDebit');
  const locale = useLocale();
  const { resendAfter, resendsLeft } = sent;
  const seconds = Math.max(0, Math.ceil((toMilliseconds(resendAfter) - toMilliseconds(autoDebit.serverTime)) / 1_000));
  return (
    <Panel title={t('resendTitle')}>
      <form method="post" action={actions.enableAutoDebit} noValidate className="grid gap-4">
        <input type="hidden" name="refid" value={autoDebit.refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <p className="text-ink-soft">{t('resendsLeft', { count: resendsLeft })}</p>
        {resendsLeft > 0 ? (
          <ResendButton
            key={resendAfter}
            label={t('resend')}
            countdownLabel={t('resendIn')}
            seconds={seconds}
            endsAt={resendAfter}
            availableText={t('resendAt', { time: formatTimeOfDay(resendAfter, locale) })}
          />
        ) : null}
      </form>
    </Panel>
  );
}
