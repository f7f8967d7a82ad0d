import { useTranslations } from 'next-intl';
import { AccountNumberImage } from '@/components/layout/account-number-image';
import { Disclosure } from '@/components/ui/disclosure';
import { Paragraphs } from '@/components/ui/paragraphs';
import type { FaqQuestion } from '@/lib/domain/faq-questions';
import type { AnswerValues } from './answer-values';

interface QuestionEntryProps {
  readonly question: FaqQuestion;
  readonly open: boolean;
  readonly values: AnswerValues;
}

/** One question; its answer opens below. */
export function QuestionEntry({ question, open, values }: QuestionEntryProps) {
  const t = useTranslations('help.questions');
  return (
    <Disclosure id={question} summary={t(`${question}.question`)} open={open}>
      <Paragraphs text={t(`${question}.answer`, values)} />
      {question === 'accountNumber' ? <AccountNumberImage /> : null}
    </Disclosure>
  );
}
