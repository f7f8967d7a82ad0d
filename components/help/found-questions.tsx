import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { questions } from '@/lib/domain/faq-questions';
import { routes } from '@/lib/routes';
import { findQuestions } from './find-questions';
import { QuestionEntry } from './question-entry';
import { QuestionList } from './question-list';

/** So few answers are shown at once, without a further press. */
const fewAnswers = 2;

/** What a search has found; all questions when that is nothing. */
export function FoundQuestions({ query }: { readonly query: string }) {
  const t = useTranslations('help');
  const found = findQuestions(
    query,
    questions.map((id) => ({
      id,
      question: t(`questions.${id}.question`),
      answer: t(`questions.${id}.answer`),
      keywords: t(`questions.${id}.keywords`),
    })),
  );
  if (found.length === 0) {
    return (
      <>
        <Notice tone="info" title={t('searchNothing', { query })}>
          <p>{t('searchNothingText')}</p>
        </Notice>
        <QuestionList opened={null} />
      </>
    );
  }
  return (
    <>
      <Panel title={t('searchFound', { count: found.length, query })}>
        {found.map((question) => (
          <QuestionEntry key={question} question={question} open={found.length <= fewAnswers} />
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
