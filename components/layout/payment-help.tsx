import { isEmbeddedVisit } from '@/lib/domain/visit/embedded-visit';
import type { FaqQuestion } from '@/lib/domain/faq-questions';
import { HelpLink } from './help-link';

interface PaymentHelpProps {
  readonly question: FaqQuestion;
  readonly refid: string;
}

/** Leads from a page of a payment to an answer, unless the payer is inside another product, where nothing may lead away. */
export function PaymentHelp({ question, refid }: PaymentHelpProps) {
  if (isEmbeddedVisit(new URLSearchParams({ refid }).toString())) return null;
  return (
    <p className="text-center">
      <HelpLink question={question} />
    </p>
  );
}
