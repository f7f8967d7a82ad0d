'use client';

import { useTranslations } from 'next-intl';
import { Fragment, useRef, useState } from 'react';
import { RadioGroupField } from '@/components/forms/fields/radio-field';
import { TextField } from '@/components/forms/fields/text-field';
import { cvvFormatOf } from '@/components/payment/card/cvv-format';
import { sortSavedCards } from '@/lib/domain/card/saved-cards';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import type { MethodFieldsProps, MethodView } from '../method-view';
import { SavedCardOption } from './saved-card-option';

/** The customer's cards, the default card first and selected. The CVV is required for cards whose issuer requires it. */
function SavedCardFields({ page }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const hasReadForm = usePaymentStore((state) => state.hasReadForm);
  const group = useRef<HTMLFieldSetElement>(null);
  /** What is said about the card that was removed last. */
  const [removed, setRemoved] = useState<string>();
  const cards = sortSavedCards(usePaymentStore((state) => state.favouriteCardList));
  const chosenId = usePaymentStore((state) => state.paymentRequest.cardDetails.uniqueCardId);
  const chosen = cards.find(({ uniqueCardId }) => uniqueCardId === chosenId);
  /** The cards that the CVV may be of. Without scripts the style sheet shows it for those that need it. */
  const cvvCards = cards.filter((card) => card.needsCvv && (!hasReadForm || card === chosen));
  const cvv = cvvFormatOf(cvvCards.map(({ brand }) => brand));
  // The server renders it below the same card, so that hydration keeps the focus and what is typed.
  const cardAboveCvv = chosen?.needsCvv ? chosen : cvvCards.at(-1);
  return (
    <div className="saved-cards grid gap-4">
      <RadioGroupField
        ref={group}
        name="uniqueCardId"
        legend={t('savedCard')}
        hint={removed}
        isErrorInChoice={chosen?.isExpired}
      >
        {cards.map((card) => (
          <Fragment key={card.uniqueCardId}>
            <SavedCardOption
              card={card}
              refid={page.refid}
              isChosen={card === chosen}
              onRemoved={(message) => {
                setRemoved(message);
                group.current?.focus({ preventScroll: true });
                // What is said is at its start.
                group.current?.scrollIntoView();
              }}
            />
            {card === cardAboveCvv ? (
              // Without scripts it cannot move below the chosen card.
              <div className="saved-card-cvv mb-3 max-w-60 noscript:order-last">
                <TextField
                  name="savedCardCvv"
                  sensitive
                  format="cardCvv"
                  label={t('savedCardCvv')}
                  hint={t(cvv.hint)}
                  kind="numeric"
                  autoComplete="cc-csc"
                  maxLength={cvv.maxLength}
                />
              </div>
            ) : null}
          </Fragment>
        ))}
      </RadioGroupField>
      {cards.some((card) => card.needsCvv) ? null : <p className="text-ink-soft text-sm">{t('savedCardNoCvv')}</p>}
    </div>
  );
}

export const savedCardView: MethodView = {
  sign: 'card',
  note: (t, _page, card) => {
    if (card === undefined) return t('payment.savedCardsUnusable');
    return t('payment.savedCardEnding', { brand: t(`cardBrands.${card.brand}`), lastFour: card.lastFour });
  },
  Fields: SavedCardFields,
};
