import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { questions } from '@/lib/domain/faq-questions';
import { routes } from '@/lib/routes';
import { searchQuestions } from './search-questions';
import { QuestionEntry } from './question-entry';
import { QuestionList } from './question-list';
import type { AnswerValues } from './answer-values';

/** Up to this many results are shown expanded. */
const maxExpandedAnswers = 2;

interface SearchResultsProps {
  readonly query: string;
  readonly values: AnswerValues;
}

/** The results of a search; all questions when there are none. */
export function SearchResults({ query, values }: SearchResultsProps) {
  const t = useTranslations('help');
  const found = searchQuestions(
    query,
    questions.map((id) => ({
      id,
      question: t(`questions.${id}.question`),
      answer: t(`questions.${id}.answer`, values),
      keywords: t(`questions.${id}.keywords`),
    })),
  );
  if (found.length === 0) {
    return (
      <>
        <Notice tone="info" title={t('searchNothing', { query })}>
          <p>{t('searchNothingText')}</p>
        </Notice>
        <QuestionList opened={null} values={values} />
      </>
    );
  }
  return (
    <>
      <Panel title={t('searchFound', { count: found.length, query })}>
        {found.map((question) => (
          <QuestionEntry key={question} question={question} open={found.length <= maxExpandedAnswers} values={values} />
        ))}
      </Panel>
      <p>
        <LinkButton variant="secondary" href={routes.help}>
          {t('all')}
        </LinkButton>
      </p>
    </>
  );
}
