'use client';

import { useTranslations } from 'next-intl';
import { lazy, Suspense, useState } from 'react';
import { BrandLogo } from '@/components/payment/card/brand-logos';
import { RadioField } from '@/components/forms/fields/radio-field';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { Button } from '@/components/ui/button';
import type { SavedCard } from '@/lib/domain/payment/payment';
import { actions } from '@/lib/routes';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';

const RemoveCardQuestion = lazy(async () => ({
  default: (await import('./remove-card-question')).RemoveCardQuestion,
}));

interface SavedCardOptionProps {
  readonly card: SavedCard;
  readonly refid: string;
  readonly isChosen: boolean;
  /** Says that the card has been removed, and moves the focus, which was on it. */
  readonly onRemoved: (message: string) => void;
}

/** Returns the note of a card: expired, or its issuer is offline. */
function noteOf(card: SavedCard) {
  if (card.isOffline) return 'savedCardOffline';
  if (card.isExpired) return 'savedCardExpired';
  return card.isDefault ? 'savedCardDefault' : 'savedCardExpiry';
}

/**
 * One saved card and how to remove it. An expired one can be chosen and is refused with the reason (specification, section 5); one whose
 * issuer is offline cannot. Without scripts the confirmation of removing a card is its own page.
 */
export function SavedCardOption({ card, refid, isChosen, onRemoved }: SavedCardOptionProps) {
  const t = useTranslations('payment');
  const brands = useTranslations('cardBrands');
  const isAsked = usePaymentStore((state) => state.cardRemoval?.uniqueCardId === card.uniqueCardId);
  const askCardRemoval = usePaymentStore((state) => state.askCardRemoval);
  const [wasKept, setWasKept] = useState(false);
  const { resetField } = useFormMethods();
  const name = { brand: brands(card.brand), lastFour: card.lastFour };
  return (
    <div data-needs-cvv={card.needsCvv || undefined} className="flex flex-wrap items-center justify-end gap-x-1">
      <div className="max-w-full min-w-0 grow basis-52">
        <RadioField
          name="uniqueCardId"
          value={card.uniqueCardId}
          label={t('savedCardEnding', name)}
          note={t(noteOf(card), { expiry: card.expiry })}
          disabled={card.isOffline}
          defaultChecked={isChosen && !card.isOffline}
          aside={<BrandLogo brand={card.brand} />}
          // The CVV that was typed is of another card.
          onChosen={() => resetField('savedCardCvv', { defaultValue: '' })}
        />
      </div>
      {isAsked ? (
        <Suspense>
          <RemoveCardQuestion
            card={card}
            refid={refid}
            onKeep={() => setWasKept(true)}
            onRemoved={() => onRemoved(t('removedCard', name))}
          />
        </Suspense>
      ) : (
        <Button
          variant="quiet"
          testId="remove-card"
          formAction={actions.askCardRemoval}
          name="card"
          value={card.uniqueCardId}
          // Returns the focus to where it was before the question.
          autoFocus={wasKept}
          aria-label={t('removeCardLabel', name)}
          onClick={(event) => {
            event.preventDefault();
            askCardRemoval(card.uniqueCardId);
          }}
        >
          {t('removeCard')}
        </Button>
      )}
    </div>
  );
}
