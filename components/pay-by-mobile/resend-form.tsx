import { useLocale, useTranslations } from 'next-intl';
import { listProblems, type FormState } from '@/components/forms/form-state';
import { Field } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { ResendButton } from '@/components/ui/resend-button';
import { toMilliseconds } from '@/lib/domain/malaysia-time';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { mobileNumberMaxLength } from '@/lib/domain/contact/phone';
import { formatTimeOfDay } from '@/lib/i18n/format-time';
import { actions } from '@/lib/routes';
import type { SentCode } from './pay-by-mobile-screen';

interface ResendFormProps {
  readonly page: Pick<PaymentPage, 'refid' | 'serverTime'>;
  readonly sent: SentCode;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

/**
 * Requests another code, to the same number or another one. A native form, so that the page has one error summary: the code form's lists
 * its error too.
 */
export function ResendForm({ page, sent, form, idempotencyKey }: ResendFormProps) {
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
