import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import type { FaqQuestion } from '@/lib/domain/faq-questions';
import { HelpLink } from './help-link';

interface PaymentHelpProps {
  readonly question: FaqQuestion;
  readonly refid: string;
}

/** A help link on a payment page; none in a kiosk visit, which must not link elsewhere. */
export function PaymentHelp({ question, refid }: PaymentHelpProps) {
  if (isKioskReference(refid)) return null;
  return (
    <p className="text-center">
      <HelpLink question={question} />
    </p>
  );
}
