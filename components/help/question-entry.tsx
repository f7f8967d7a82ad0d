import { useTranslations } from 'next-intl';
import { AccountNumberImage } from '@/components/layout/account-number-image';
import { Disclosure } from '@/components/ui/disclosure';
import { Paragraphs } from '@/components/ui/paragraphs';
import type { RebateFigures } from '@/lib/domain/auto-debit';
import type { FaqQuestion } from '@/lib/domain/faq-questions';

interface QuestionEntryProps {
  readonly question: FaqQuestion;
  readonly open: boolean;
  readonly rebate: RebateFigures;
}

/** One question; its answer opens below. */
export function QuestionEntry({ question, open, rebate }: QuestionEntryProps) {
  const t = useTranslations('help.questions');
  return (
    <Disclosure id={question} summary={t(`${question}.question`)} open={open}>
      <Paragraphs text={t(`${question}.answer`, rebate)} />
      {question === 'accountNumber' ? <AccountNumberImage /> : null}
    </Disclosure>
  );
}
