'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Form } from '@/components/forms/form';
import { emptyFormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { Panel } from '@/components/ui/panel';
import { ResendCountdown } from '@/components/ui/countdown/resend-countdown';
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

/** Requests another PIN, to the same number. What the server has rendered is listed by the PIN's form. */
export function ResendPinForm({ autoDebit, sent, idempotencyKey }: ResendPinFormProps) {
  const t = useTranslations('autoDebit');
  const locale = useLocale();
  const { resendAfter, resendsLeft } = sent;
  const seconds = Math.max(0, Math.ceil((toMilliseconds(resendAfter) - toMilliseconds(autoDebit.serverTime)) / 1_000));
  return (
    <Panel title={t('resendTitle')}>
      <Form
        id="resend-pin"
        action={actions.enableAutoDebit}
        state={emptyFormState}
        listsOwnErrorsOnly
        idempotencyKey={idempotencyKey}
        hiddenFields={{ refid: autoDebit.refid }}
        className="grid gap-4"
      >
        <p className="text-ink-soft">{t('resendsLeft', { count: resendsLeft })}</p>
        {resendsLeft > 0 ? (
          <ResendCountdown
            key={resendAfter}
            countdownLabel={t('resendIn')}
            seconds={seconds}
            endsAt={resendAfter}
            availableText={t('resendAt', { time: formatTimeOfDay(resendAfter, locale) })}
            endedText={t('resendNow')}
          >
            {(isEarly) => (
              <SubmitButton variant="secondary" testId="resend-code" disabled={isEarly}>
                {t('resend')}
              </SubmitButton>
            )}
          </ResendCountdown>
        ) : null}
      </Form>
    </Panel>
  );
}
