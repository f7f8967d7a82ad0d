import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import type { RebateFigures } from '@/lib/domain/auto-debit';
import { questionGroups } from '@/lib/domain/faq-questions';
import { QuestionEntry } from './question-entry';

interface QuestionListProps {
  /** The question to expand. */
  readonly opened: string | null;
  readonly rebate: RebateFigures;
}

/** All questions and answers, one panel per group. */
export function QuestionList({ opened, rebate }: QuestionListProps) {
  const t = useTranslations('help');
  return questionGroups.map(({ group, questions }) => (
    <Panel key={group} title={t(`groups.${group}`)}>
      {questions.map((question) => (
        <QuestionEntry key={question} question={question} open={question === opened} rebate={rebate} />
      ))}
    </Panel>
  ));
}
