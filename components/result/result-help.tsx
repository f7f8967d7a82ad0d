import { HelpLink } from '@/components/layout/help-link';
import { isEmbeddedVisit } from '@/lib/domain/embedded-visit';
import type { PaymentResult } from '@/lib/domain/payment';
import { findHelp } from './find-help';

/** Leads to the answer that a result asks for, unless the payer belongs elsewhere: back to a partner, or inside another product. */
export function ResultHelp({ result }: { readonly result: PaymentResult }) {
  const question = findHelp(result);
  const isEmbedded = isEmbeddedVisit(new URLSearchParams({ refid: result.refid }).toString());
  if (question === null || result.handOver !== null || isEmbedded) return null;
  return (
    <p className="text-center">
      <HelpLink question={question} />
    </p>
  );
}
