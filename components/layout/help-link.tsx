import { useTranslations } from 'next-intl';
import type { Question } from '@/lib/domain/payment/questions';
import { helpPath } from '@/lib/routes';

/** A link to the answer of a question in the FAQ. */
export function HelpLink({ question }: { readonly question: Question }) {
  const t = useTranslations('help.questions');
  return (
    <a
      href={helpPath(question)}
      className="text-accent-ink inline-block py-2.5 underline underline-offset-4 print:hidden"
    >
      {t(`${question}.question`)}
    </a>
  );
}
