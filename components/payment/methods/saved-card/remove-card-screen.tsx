import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { Button, LinkButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import type { SavedCard } from '@/lib/domain/payment/payment';
import { actions, paymentPath } from '@/lib/routes';

interface RemoveCardScreenProps {
  readonly refid: string;
  readonly card: SavedCard;
  readonly idempotencyKey: string;
}

/** The confirmation of removing a saved card, as its own page: for payers without scripts. */
export function RemoveCardScreen({ refid, card, idempotencyKey }: RemoveCardScreenProps) {
  const t = useTranslations('payment');
  const brands = useTranslations('cardBrands');
  return (
    <PageShell title={t('removeTitle')}>
      <Panel>
        <form method="post" action={actions.removeCard} className="grid gap-5">
          <input type="hidden" name="refid" value={refid} />
          <input type="hidden" name="uniqueCardId" value={card.uniqueCardId} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <p>{t('removeText', { brand: brands(card.brand), lastFour: card.lastFour })}</p>
          <div className="grid gap-3 sm:flex">
            <LinkButton variant="secondary" href={paymentPath(refid)}>
              {t('removeKeep')}
            </LinkButton>
            <Button variant="danger" testId="confirm">
              {t('removeConfirm')}
            </Button>
          </div>
        </form>
      </Panel>
    </PageShell>
  );
}
