import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { Button, LinkButton } from '@/components/ui/button';
import { ErrorSummary } from '@/components/ui/error-summary';
import { Panel } from '@/components/ui/panel';
import type { SavedCard } from '@/lib/domain/payment';
import { sendingWordKeys } from '@/lib/i18n/form-words';
import { useRawWords } from '@/lib/i18n/raw-words';
import { actions, paymentPath } from '@/lib/routes';
import { RemoveCardEnhancer } from './remove-card-enhancer';

interface RemoveCardScreenProps {
  readonly refid: string;
  readonly card: SavedCard;
  readonly idempotencyKey: string;
}

const formId = 'remove-card-question';

/** The question before a saved card goes. A page of its own: it needs no script, and no other form is open beside it. */
export function RemoveCardScreen({ refid, card, idempotencyKey }: RemoveCardScreenProps) {
  const t = useTranslations('payment');
  const brands = useTranslations('cardBrands');
  const layout = useTranslations('layout');
  const words = useRawWords(sendingWordKeys);
  return (
    <PageShell title={t('removeTitle')}>
      <Panel>
        <form id={formId} method="post" action={actions.removeCard} className="grid gap-5">
          <input type="hidden" name="refid" value={refid} />
          <input type="hidden" name="uniqueCardId" value={card.uniqueCardId} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <ErrorSummary title={layout('errorSummaryTitle')} problems={[]} />
          <p>{t('removeText', { brand: brands(card.brand), lastFour: card.lastFour })}</p>
          <div className="grid gap-3 sm:flex">
            <Button variant="danger" testId="confirm">
              {t('removeConfirm')}
            </Button>
            <LinkButton variant="secondary" href={paymentPath(refid)}>
              {t('removeKeep')}
            </LinkButton>
          </div>
        </form>
        <RemoveCardEnhancer formId={formId} uniqueCardId={card.uniqueCardId} words={words} />
      </Panel>
    </PageShell>
  );
}
