import { useTranslations } from 'next-intl';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { Paragraphs } from '@/components/ui/paragraphs';
import { questionGroups } from './questions';

/** All questions and answers, one panel a group. */
export function QuestionList() {
  const t = useTranslations('help');
  return questionGroups.map(({ group, questions }) => (
    <Panel key={group} title={t(`groups.${group}`)}>
      {questions.map((question) => (
        <Disclosure key={question} id={question} summary={t(`questions.${question}.question`)}>
          <Paragraphs text={t(`questions.${question}.answer`)} />
        </Disclosure>
      ))}
    </Panel>
  ));
}
