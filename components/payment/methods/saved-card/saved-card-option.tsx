'use client';

import { useTranslations } from 'next-intl';
import { lazy, Suspense, useState } from 'react';
import { BrandLogo } from '@/components/payment/card/brand-logos';
import { RadioField } from '@/components/forms/fields/radio-field';
import { useInitialField } from '@/components/forms/fields/use-field';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { Button, LinkButton } from '@/components/ui/button';
import { FieldError } from '@/components/ui/fields/field-frame';
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
  const t = useTranslations();
  const isAsked = usePaymentStore((state) => state.cardRemoval?.uniqueCardId === card.uniqueCardId);
  const askCardRemoval = usePaymentStore((state) => state.askCardRemoval);
  const [wasKept, setWasKept] = useState(false);
  const { autoFocus } = useInitialField('uniqueCardId');
  const { resetField, setValue } = useFormMethods();
  const name = { brand: t(`cardBrands.${card.brand}`), lastFour: card.lastFour };
  const note = t(`payment.${noteOf(card)}`, { expiry: card.expiry });
  const action = isAsked ? (
    <Suspense>
      <RemoveCardQuestion
        card={card}
        refid={refid}
        onKeep={() => setWasKept(true)}
        onRemoved={() => onRemoved(t('payment.removedCard', name))}
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
      aria-label={t('payment.removeCardLabel', name)}
      onClick={(event) => {
        event.preventDefault();
        askCardRemoval(card.uniqueCardId);
      }}
    >
      {t('payment.removeCard')}
    </Button>
  );
  return (
    <div data-needs-cvv={card.needsCvv || undefined}>
      <RadioField
        name="uniqueCardId"
        value={card.uniqueCardId}
        label={t('payment.savedCardEnding', name)}
        note={card.isExpired ? <strong className="text-danger">{note}</strong> : note}
        disabled={card.isOffline}
        defaultChecked={isChosen && !card.isOffline}
        aside={<BrandLogo brand={card.brand} />}
        action={action}
        // The CVV that was typed is of another card.
        onChosen={() => resetField('savedCardCvv', { defaultValue: '' })}
      >
        {card.isExpired ? (
          <>
            {/* Without scripts the window shows what has the focus. */}
            <div tabIndex={-1} autoFocus={isChosen && autoFocus}>
              <FieldError id={isChosen ? 'uniqueCardId' : card.uniqueCardId} error={t('validation.savedCardExpired')} />
            </div>
            <div className="use-new-card mt-3 grid">
              <LinkButton
                variant="secondary"
                href="#selectedPaymentMethod-newCard"
                onClick={() => setValue('selectedPaymentMethod', 'newCard')}
              >
                {t('payment.useNewCard')}
              </LinkButton>
            </div>
          </>
        ) : null}
      </RadioField>
    </div>
  );
}
