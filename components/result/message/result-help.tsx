import { PaymentHelp } from '@/components/layout/payment-help';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { helpQuestionOf } from './help-question';

/** Leads to the answer that a result asks for, unless the payer belongs elsewhere: back to a partner, or inside another product. */
export function ResultHelp({ result }: { readonly result: PaymentResult }) {
  const question = helpQuestionOf(result);
  if (question === null || result.returnToMerchant !== null) return null;
  return <PaymentHelp question={question} refid={result.refid} />;
}
