import { useTranslations } from 'next-intl';
import type { FaqQuestion } from '@/lib/domain/faq-questions';
import { helpPath } from '@/lib/routes';

/** A link to the answer of a question in the FAQ. */
export function HelpLink({ question }: { readonly question: FaqQuestion }) {
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
