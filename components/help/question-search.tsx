import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { containsCardNumber } from '@/lib/domain/card/detect-card-number';
import { routes } from '@/lib/routes';
import { searchMaxLength } from './find-questions';

/** Searches the questions, by an address that can be kept. A card number that was typed here is not said again. */
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
