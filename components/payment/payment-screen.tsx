import { useLocale } from 'next-intl';
import type { FormState } from '@/components/ui/form-state';
import type { PaymentPage } from '@/lib/domain/payment';
import { PaymentDeadline } from './payment-deadline';
import { PaymentTakeOver } from './payment-take-over';
import { viewPayment } from './payment-view';
import { WrittenPayment } from './written-payment';

interface PaymentScreenProps {
  readonly page: PaymentPage;
  readonly form: FormState;
  /** Made for this showing of the page: all taps on its button are one payment. */
  readonly idempotencyKey: string;
}

/** The payment details page: what the server writes of it, and the two scripts that hold on to that. */
export function PaymentScreen({ page, form, idempotencyKey }: PaymentScreenProps) {
  // One object for all: it is sent once.
  const view = viewPayment(page);
  return (
    <>
      <WrittenPayment page={view} form={form} idempotencyKey={idempotencyKey} locale={useLocale()} />
      <PaymentDeadline page={view} />
      <PaymentTakeOver page={view} />
    </>
  );
}
