import { useTranslations } from 'next-intl';
import type { FormState } from '@/components/forms/form-state';
import { PaymentHelp } from '@/components/layout/payment-help';
import { PageShell } from '@/components/layout/page-shell';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { CardNotice } from './card-notice';
import { PinForm } from './pin-form';
import { ResendPinForm, type SentPin } from './resend-pin-form';
import { SendPinForm } from './send-pin-form';

interface PinScreenProps {
  readonly autoDebit: AutoDebit;
  /** Null when no PIN was sent in this visit. */
  readonly sent: SentPin | null;
  readonly form: FormState;
  readonly idempotencyKeys: Readonly<Record<'send' | 'verify', string>>;
}

/** The one-time PIN of auto debit. Specification, section 4: OTP sent and verified. */
export function PinScreen({ autoDebit, sent, form, idempotencyKeys }: PinScreenProps) {
  const t = useTranslations('autoDebit');
  if (sent === null) {
    return (
      <PageShell title={autoDebit.title} lead={autoDebit.message}>
        <SendPinForm autoDebit={autoDebit} form={form} idempotencyKey={idempotencyKeys.send} />
      </PageShell>
    );
  }
  return (
    <PageShell title={t('pinTitle')} lead={t('pinLead')}>
      <PinForm
        refid={autoDebit.refid}
        maskedMobileNumber={autoDebit.maskedMobileNumber ?? ''}
        form={form}
        idempotencyKey={idempotencyKeys.verify}
      >
        <CardNotice autoDebit={autoDebit} />
      </PinForm>
      <ResendPinForm autoDebit={autoDebit} sent={sent} idempotencyKey={idempotencyKeys.send} />
      <PaymentHelp question="code" refid={autoDebit.refid} />
    </PageShell>
  );
}
