import { useTranslations } from 'next-intl';
import { AccountNumberPicture } from '@/components/layout/account-number-picture';
import { Disclosure } from '@/components/ui/disclosure';
import { Paragraphs } from '@/components/ui/paragraphs';
import type { FaqQuestion } from '@/lib/domain/faq-questions';

/** One question, which opens on its answer. */
export function QuestionEntry({ question, open }: { readonly question: FaqQuestion; readonly open: boolean }) {
  const t = useTranslations('help.questions');
  return (
    <Disclosure id={question} summary={t(`${question}.question`)} open={open}>
      <Paragraphs text={t(`${question}.answer`)} />
      {question === 'accountNumber' ? <AccountNumberPicture /> : null}
    </Disclosure>
  );
}
