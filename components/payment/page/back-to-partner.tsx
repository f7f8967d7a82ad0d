import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { cancelQuestionId } from './cancel-question-id';

/** The way back to the partner, near the top of the page: it asks the question of the button that cancels the payment. */
export function BackToPartner({ partner }: { readonly partner: string }) {
  const t = useTranslations('result');
  return (
    <div className="-mx-5 -mt-2">
      <Button type="button" variant="quiet" testId="back-to-partner" popoverTarget={cancelQuestionId}>
        {t('returnTo', { partner })}
      </Button>
    </div>
  );
}
