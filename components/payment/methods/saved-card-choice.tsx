import { useTranslations } from 'next-intl';
import { BrandMark } from '@/components/payment/brand-marks';
import { Button } from '@/components/ui/button';
import { RadioCard } from '@/components/ui/radio-card';
import type { SavedCard } from '@/lib/domain/payment';
import { actions } from '@/lib/routes';

interface SavedCardChoiceProps {
  readonly card: SavedCard;
  readonly isTaken: boolean;
}

/** What is to be known of a card before it is chosen. */
function noteOf(card: SavedCard) {
  if (card.isOffline) return 'savedCardOffline';
  if (card.isExpired) return 'savedCardExpired';
  return card.isDefault ? 'savedCardDefault' : 'savedCardExpiry';
}

/**
 * One saved card and the way to remove it. An expired one can be chosen and is refused with the reason (specification, section 5); one
 * whose issuer is offline cannot.
 */
export function SavedCardChoice({ card, isTaken }: SavedCardChoiceProps) {
  const t = useTranslations('payment');
  const brands = useTranslations('cardBrands');
  const name = { brand: brands(card.brand), lastFour: card.lastFour };
  return (
    <div data-needs-cvv={card.needsCvv || undefined}>
      <RadioCard
        name="uniqueCardId"
        value={card.uniqueCardId}
        label={t('savedCardEnding', name)}
        note={t(noteOf(card), { expiry: card.expiry })}
        disabled={card.isOffline}
        defaultChecked={isTaken && !card.isOffline}
        aside={<BrandMark brand={card.brand} />}
      />
      <p className="text-end">
        <Button
          variant="quiet"
          testId="remove-card"
          formAction={actions.askCardRemoval}
          name="card"
          value={card.uniqueCardId}
          aria-label={t('removeCardLabel', name)}
        >
          {t('removeCard')}
        </Button>
      </p>
    </div>
  );
}
