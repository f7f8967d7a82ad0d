'use client';

import { useLocale, useTranslations } from 'next-intl';
import { TextField } from '@/components/forms/fields/text-field';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { Panel } from '@/components/ui/panel';
import { ResendCountdown } from '@/components/ui/countdown/resend-countdown';
import { toMilliseconds } from '@/lib/domain/malaysia-time';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { mobileNumberMaxLength } from '@/lib/domain/contact/phone';
import { formatTimeOfDay } from '@/lib/domain/format-time';
import { actions } from '@/lib/routes';

/** The TAC last sent: to which number (`601…`), when another may be requested (ISO 8601), and how many are left. */
export interface SentTac {
  readonly mobileNumber: string;
  readonly resendAfter: string;
  readonly resendsLeft: number;
}

interface ResendTacFormProps {
  readonly page: Pick<PaymentPage, 'refid' | 'serverTime'>;
  readonly sent: SentTac;
  readonly form: FormState;
  readonly idempotencyKey: string;
  /** Loads the page of the new TAC. */
  readonly onAccepted: (next: string) => void;
}

const fieldOrder = ['mobileNumber'] as const;

const loadSchema = async () => (await import('@/lib/domain/forms/mobile-form')).mobileFormSchema;

/** Requests another TAC, to the same or another number. What the server has rendered is listed by the TAC's form, which is above it. */
export function ResendTacForm({ page, sent, form, idempotencyKey, onAccepted }: ResendTacFormProps) {
  const t = useTranslations('payByMobile');
  const locale = useLocale();
  const seconds = Math.max(0, Math.ceil((toMilliseconds(sent.resendAfter) - toMilliseconds(page.serverTime)) / 1_000));
  return (
    <Panel title={t('resendTitle')}>
      <Form
        id="resend-tac"
        action={actions.sendTac}
        state={{ ...form, formError: null }}
        listsOwnErrorsOnly
        onAccepted={onAccepted}
        fieldOrder={fieldOrder}
        loadSchema={loadSchema}
        idempotencyKey={idempotencyKey}
        hiddenFields={{ refid: page.refid }}
        className="grid gap-4"
      >
        <TextField
          name="mobileNumber"
          format="phoneNumber"
          defaultValue={sent.mobileNumber}
          label={t('mobileNumber')}
          kind="tel"
          autoComplete="tel"
          maxLength={mobileNumberMaxLength}
        />
        <p className="text-ink-soft">{t('resendsLeft', { count: sent.resendsLeft })}</p>
        {sent.resendsLeft > 0 ? (
          <ResendCountdown
            key={sent.resendAfter}
            countdownLabel={t('resendIn')}
            seconds={seconds}
            endsAt={sent.resendAfter}
            availableText={t('resendAt', { time: formatTimeOfDay(sent.resendAfter, locale) })}
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
