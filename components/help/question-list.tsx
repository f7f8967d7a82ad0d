import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import { questionGroups } from '@/lib/domain/faq-questions';
import { QuestionEntry } from './question-entry';

/** All questions and answers, one panel per group. `opened`: the question to expand. */
export function QuestionList({ opened }: { readonly opened: string | null }) {
  const t = useTranslations('help');
  return questionGroups.map(({ group, questions }) => (
    <Panel key={group} title={t(`groups.${group}`)}>
      {questions.map((question) => (
        <QuestionEntry key={question} question={question} open={question === opened} />
      ))}
    </Panel>
  ));
}
