import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import { questionGroups } from '@/lib/domain/faq-questions';
import { QuestionEntry } from './question-entry';
import type { AnswerValues } from './answer-values';

interface QuestionListProps {
  /** The question to expand. */
  readonly opened: string | null;
  readonly values: AnswerValues;
}

/** All questions and answers, one panel per group. */
export function QuestionList({ opened, values }: QuestionListProps) {
  const t = useTranslations('help');
  return questionGroups.map(({ group, questions }) => (
    <Panel key={group} title={t(`groups.${group}`)}>
      {questions.map((question) => (
        <QuestionEntry key={question} question={question} open={question === opened} values={values} />
      ))}
    </Panel>
  ));
}
