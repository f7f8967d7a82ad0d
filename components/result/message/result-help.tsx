import { PaymentHelp } from '@/components/layout/payment-help';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { helpQuestionOf } from './help-question';

/** A link to the FAQ entry for a result; none when the payer returns to a merchant or in a kiosk visit. */
export function ResultHelp({ result }: { readonly result: PaymentResult }) {
  const question = helpQuestionOf(result);
  if (question === null || result.returnToMerchant !== null) return null;
  return <PaymentHelp question={question} refid={result.refid} />;
}
