import { useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { fieldOf, type FormState } from '@/components/ui/form-state';
import { Panel } from '@/components/ui/panel';
import { mobileNumberMaxLength } from '@/lib/domain/forms/mobile-form';
import { millisecondsOf } from '@/lib/domain/malaysia-time';
import type { PaymentPage } from '@/lib/domain/payment';
import { formatTimeOfDay } from '@/lib/i18n/format-time';
import { actions } from '@/lib/routes';
import type { SentCode } from './pay-by-mobile-screen';
import { ResendCountdown } from '@/components/ui/resend-countdown';

interface ResendFormProps {
  readonly page: Pick<PaymentPage, 'refid' | 'serverTime'>;
  readonly sent: SentCode;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

const buttonId = 'resend-code';

/**
 * Another code, to the same number or another one. Scripts hold the button until the time is up; without them it can be pressed at any
 * time, and the server says when it was too early.
 */
export function ResendForm({ page, sent, form, idempotencyKey }: ResendFormProps) {
  const t = useTranslations('payByMobile');
  const locale = useLocale();
  const seconds = Math.max(0, Math.ceil((millisecondsOf(sent.resendAfter) - millisecondsOf(page.serverTime)) / 1_000));
  return (
    <Panel title={t('resendTitle')}>
      <form method="post" action={actions.sendTac} noValidate className="grid gap-4">
        <input type="hidden" name="refid" value={page.refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <Field
          {...fieldOf(form, 'mobileNumber', ['tac', 'mobileNumber'])}
          defaultValue={form.values['mobileNumber'] ?? sent.mobileNumber}
          label={t('mobileNumber')}
          kind="tel"
          autoComplete="tel"
          maxLength={mobileNumberMaxLength}
        />
        <p className="text-ink-soft">{t('resendsLeft', { count: sent.resendsLeft })}</p>
        {sent.resendsLeft > 0 ? (
          <>
            <ResendCountdown
              label={t('resendIn')}
              seconds={seconds}
              endsAt={sent.resendAfter}
              buttonId={buttonId}
              key={sent.resendAfter}
            />
            {seconds > 0 ? (
              <noscript>
                <p className="text-ink-soft">{t('resendAt', { time: formatTimeOfDay(sent.resendAfter, locale) })}</p>
              </noscript>
            ) : null}
            <Button id={buttonId} variant="secondary" testId="resend-code">
              {t('resend')}
            </Button>
          </>
        ) : null}
      </form>
    </Panel>
  );
}
