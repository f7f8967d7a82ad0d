import { useTranslations } from 'next-intl';
import { PaymentHelp } from '@/components/layout/payment-help';
import { PageShell } from '@/components/layout/page-shell';
import type { FormState } from '@/components/forms/form-state';
import { carrierMessageKey } from '@/lib/domain/methods/dcb';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { CancelPayByMobile } from './cancel-pay-by-mobile';
import { CodeStep } from './code-step';
import { MobileNumberForm } from './mobile-number-form';
import type { SentTac } from './resend-tac-form';

interface PayByMobileScreenProps {
  readonly page: Pick<PaymentPage, 'refid' | 'total' | 'serverTime'>;
  readonly carrier: string;
  readonly sent: SentTac | null;
  readonly form: FormState;
  readonly idempotencyKeys: Readonly<Record<'send' | 'verify' | 'cancel', string>>;
}

/** Pay by mobile: first the number, then the TAC sent to it. Specification, section 4: Pay by mobile. */
export function PayByMobileScreen({ page, carrier, sent, form, idempotencyKeys }: PayByMobileScreenProps) {
  const t = useTranslations('payByMobile');
  const names = useTranslations('carriers');
  const word = carrierMessageKey(carrier);
  const carrierName = word === null ? carrier : names(word);
  const amount = formatRinggit(page.total);
  return (
    <PageShell title={t(sent === null ? 'title' : 'codeTitle')} lead={t('lead', { amount, carrier: carrierName })}>
      {sent === null ? (
        <MobileNumberForm
          refid={page.refid}
          carrierName={carrierName}
          form={form}
          idempotencyKey={idempotencyKeys.send}
        />
      ) : (
        <>
          <CodeStep
            page={{ refid: page.refid, serverTime: page.serverTime }}
            sent={sent}
            amount={amount}
            form={form}
            idempotencyKeys={{ send: idempotencyKeys.send, verify: idempotencyKeys.verify }}
          />
          <PaymentHelp question="code" refid={page.refid} />
        </>
      )}
      <CancelPayByMobile refid={page.refid} idempotencyKey={idempotencyKeys.cancel} />
    </PageShell>
  );
}
