import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/fields/field';
import { containsCardNumber } from '@/lib/domain/card/detect-card-number';
import { routes } from '@/lib/routes';
import { searchMaxLength } from './search-questions';

/** Searches the questions by a GET form, so that the result has a URL. A card number typed by mistake is not echoed. */
export function QuestionSearch({ query }: { readonly query: string }) {
  const t = useTranslations('help');
  const validation = useTranslations('validation');
  const isCard = containsCardNumber(query);
  return (
    <form role="search" method="get" action={routes.help} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-52">
        <Field
          name="q"
          label={t('searchLabel')}
          defaultValue={isCard ? '' : query}
          error={isCard ? validation('cardNumberInText') : undefined}
          maxLength={searchMaxLength}
          enterKeyHint="search"
        />
      </div>
      <Button variant="secondary">{t('searchSubmit')}</Button>
    </form>
  );
}
