import { isEmbeddedVisit } from '@/lib/domain/visit/embedded-visit';
import type { Question } from '@/lib/domain/payment/questions';
import { HelpLink } from './help-link';

interface PaymentHelpProps {
  readonly question: Question;
  readonly refid: string;
}

/** A help link on a payment page; none in an embedded visit, which must not link elsewhere. */
export function PaymentHelp({ question, refid }: PaymentHelpProps) {
  if (isEmbeddedVisit(new URLSearchParams({ refid }).toString())) return null;
  return (
    <p className="text-center">
      <HelpLink question={question} />
    </p>
  );
}
