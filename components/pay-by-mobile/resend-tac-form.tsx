import { useLocale, useTranslations } from 'next-intl';
import { listProblems, type FormState } from '@/components/forms/form-state';
import { Field } from '@/components/ui/fields/field';
import { Panel } from '@/components/ui/panel';
import { ResendButton } from '@/components/ui/countdown/resend-button';
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
}

/**
 * Requests another TAC, to the same or another number. A native form, so that the page has one error summary: the TAC form's, which lists
 * this form's error too.
 */
export function ResendTacForm({ page, sent, form, idempotencyKey }: ResendTacFormProps) {
  const t = useTranslations('payByMobile');
  const locale = useLocale();
  const [firstProblem] = listProblems(form.fieldErrors, ['tac', 'mobileNumber']);
  const seconds = Math.max(0, Math.ceil((toMilliseconds(sent.resendAfter) - toMilliseconds(page.serverTime)) / 1_000));
  return (
    <Panel title={t('resendTitle')}>
      <form method="post" action={actions.sendTac} noValidate className="grid gap-4">
        <input type="hidden" name="refid" value={page.refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <Field
          name="mobileNumber"
          error={form.fieldErrors['mobileNumber']}
          autoFocus={firstProblem?.fieldId === 'mobileNumber'}
          defaultValue={form.values['mobileNumber'] ?? sent.mobileNumber}
          label={t('mobileNumber')}
          kind="tel"
          autoComplete="tel"
          maxLength={mobileNumberMaxLength}
        />
        <p className="text-ink-soft">{t('resendsLeft', { count: sent.resendsLeft })}</p>
        {sent.resendsLeft > 0 ? (
          <ResendButton
            key={sent.resendAfter}
            label={t('resend')}
            countdownLabel={t('resendIn')}
            seconds={seconds}
            endsAt={sent.resendAfter}
            availableText={t('resendAt', { time: formatTimeOfDay(sent.resendAfter, locale) })}
          />
        ) : null}
      </form>
    </Panel>
  );
}
