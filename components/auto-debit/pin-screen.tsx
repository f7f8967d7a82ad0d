import { useLocale, useTranslations } from 'next-intl';
import { PaymentHelp } from '@/components/layout/payment-help';
import { PageShell } from '@/components/layout/page-shell';
import { Button } from '@/components/ui/button';
import { ErrorSummary } from '@/components/ui/error-summary';
import { Field } from '@/components/ui/field';
import { fieldOf, listProblems, type FormState } from '@/components/ui/form-state';
import { Panel } from '@/components/ui/panel';
import { ResendCountdown } from '@/components/ui/resend-countdown';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { millisecondsOf } from '@/lib/domain/malaysia-time';
import { oneTimeCodeMaxLength } from '@/lib/domain/one-time-code';
import { sendingWordKeys } from '@/lib/i18n/form-words';
import { formatTimeOfDay } from '@/lib/i18n/format-time';
import { useRawWords } from '@/lib/i18n/raw-words';
import { actions } from '@/lib/routes';
import { CardNext } from './card-next';
import { PinEnhancer } from './pin-enhancer';
import { SendPinForm } from './send-pin-form';

/** The PIN last sent: from when another may be asked for (ISO 8601), and how many are left. */
export interface SentPin {
  readonly resendAfter: string;
  readonly resendsLeft: number;
}

interface PinScreenProps {
  readonly autoDebit: AutoDebit;
  /** Null when none was sent to this visitor. */
  readonly sent: SentPin | null;
  readonly form: FormState;
  readonly idempotencyKeys: Readonly<Record<'send' | 'verify', string>>;
}

/** The one-time PIN of auto debit. Specification, section 4: OTP sent and verified. */
export function PinScreen({ autoDebit, sent, form, idempotencyKeys }: PinScreenProps) {
  const t = useTranslations('autoDebit');
  const layout = useTranslations('layout');
  if (sent === null) {
    return (
      <PageShell title={autoDebit.title} lead={autoDebit.message}>
        {autoDebit.maskedMobileNumber === null ? null : (
          <ErrorSummary title={layout('errorSummaryTitle')} problems={[]} message={form.formError ?? undefined} />
        )}
        <SendPinForm autoDebit={autoDebit} idempotencyKey={idempotencyKeys.send} />
      </PageShell>
    );
  }
  return (
    <PageShell title={t('pinTitle')} lead={t('pinLead')}>
      <PinForm autoDebit={autoDebit} form={form} idempotencyKey={idempotencyKeys.verify} />
      <ResendPinForm autoDebit={autoDebit} sent={sent} idempotencyKey={idempotencyKeys.send} />
      <PaymentHelp question="code" refid={autoDebit.refid} />
    </PageShell>
  );
}

const formId = 'one-time-pin';
const order = ['otp'];

interface PinFormProps {
  readonly autoDebit: AutoDebit;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

function PinForm({ autoDebit, form, idempotencyKey }: PinFormProps) {
  const t = useTranslations('autoDebit');
  const layout = useTranslations('layout');
  const words = useRawWords(['validation.otp', ...sendingWordKeys]);
  return (
    <Panel>
      <form id={formId} method="post" action={actions.verifyAutoDebit} noValidate className="grid gap-5">
        <input type="hidden" name="refid" value={autoDebit.refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <ErrorSummary
          title={layout('errorSummaryTitle')}
          problems={listProblems(form, order)}
          message={form.formError ?? undefined}
        />
        <p role="status">{t('pinSent', { number: autoDebit.maskedMobileNumber ?? '' })}</p>
        <CardNext card={autoDebit.card} />
        <Field
          {...fieldOf(form, 'otp', order)}
          defaultValue=""
          autoFocus
          label={t('pin')}
          hint={t('pinHint')}
          kind="numeric"
          spaced
          autoComplete="one-time-code"
          maxLength={oneTimeCodeMaxLength}
        />
        <Button full icon="lock" testId="verify-code" busyLabel={t('verifying')}>
          {t('verify')}
        </Button>
      </form>
      <PinEnhancer formId={formId} words={words} />
    </Panel>
  );
}

const buttonId = 'resend-code';

interface ResendPinFormProps {
  readonly autoDebit: AutoDebit;
  readonly sent: SentPin;
  readonly idempotencyKey: string;
}

/** Another PIN, to the same number. Scripts hold the button until the time is up; without them the server says when it was too early. */
function ResendPinForm({ autoDebit, sent, idempotencyKey }: ResendPinFormProps) {
  const t = useTranslations('autoDebit');
  const locale = useLocale();
  const { resendAfter, resendsLeft } = sent;
  const seconds = Math.max(0, Math.ceil((millisecondsOf(resendAfter) - millisecondsOf(autoDebit.serverTime)) / 1_000));
  return (
    <Panel title={t('resendTitle')}>
      <form method="post" action={actions.enableAutoDebit} noValidate className="grid gap-4">
        <input type="hidden" name="refid" value={autoDebit.refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <p className="text-ink-soft">{t('resendsLeft', { count: resendsLeft })}</p>
        {resendsLeft > 0 ? (
          <>
            <ResendCountdown
              key={resendAfter}
              label={t('resendIn')}
              seconds={seconds}
              endsAt={resendAfter}
              buttonId={buttonId}
            />
            {seconds > 0 ? (
              <noscript>
                <p className="text-ink-soft">{t('resendAt', { time: formatTimeOfDay(resendAfter, locale) })}</p>
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
