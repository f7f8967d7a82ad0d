import { PaymentHelp } from '@/components/layout/payment-help';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { helpQuestionOf } from './help-question';

/** A link to the FAQ entry for a result; none in a kiosk visit, or when the payer returns to a merchant, unless we hold money of theirs. */
export function ResultHelp({ result }: { readonly result: PaymentResult }) {
  const question = helpQuestionOf(result);
  if (question === null || (result.returnToMerchant !== null && result.unappliedPayments.length === 0)) return null;
  return <PaymentHelp question={question} refid={result.refid} />;
}
