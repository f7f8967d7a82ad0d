import { parseCardNumber } from '../../card/card-fields';
import { checkboxSchema, textSchema } from '../../forms/form-issue';
import { success, type Result } from '../../result';
import { newCard, newCardNames } from '../new-card';
import { isEncrypted, readTypedCard, type CardEntry } from './card-entry';
import { methodForm, type MethodForm, type Refusal } from './method-form';

interface NewCardChoice {
  readonly method: 'newCard';
  /** Null: it is typed in on the next page, and never sent to this site. */
  readonly card: CardEntry | null;
  readonly saveCard: boolean;
  readonly isAutoDebitOption: boolean;
}

/** The fields of a card that is typed in, or encrypted by the browser: the card's own fields are then ignored. */
export const newCardFields = {
  cardDetails: textSchema,
  cardNumber: textSchema,
  cardExpiry: textSchema,
  cardCvv: textSchema,
  cardName: textSchema,
};

/** Reads a new card. `now` is ISO 8601. */
export function readNewCard(
  fields: Readonly<Record<keyof typeof newCardFields, string>>,
  now: string,
): Result<CardEntry, readonly Refusal[]> {
  if (isEncrypted(fields.cardDetails)) return success({ kind: 'encrypted', jwe: fields.cardDetails });
  const texts = { number: fields.cardNumber, expiry: fields.cardExpiry, cvv: fields.cardCvv, name: fields.cardName };
  return readTypedCard(texts, newCardNames, parseCardNumber, 'validation.cardNumber', now);
}

export const newCardForm: MethodForm<NewCardChoice> = methodForm(
  { ...newCardFields, saveCard: checkboxSchema, isAutoDebitOption: checkboxSchema },
  (fields, { now, cardEntry, savingCards, autoDebitOption }): Result<NewCardChoice, readonly Refusal[]> => {
    const card = cardEntry === 'own' ? readNewCard(fields, now) : success(null);
    if (!card.ok) return card;
    return success({
      method: newCard.id,
      card: card.value,
      saveCard: fields.saveCard && savingCards === 'offered',
      isAutoDebitOption: fields.isAutoDebitOption && autoDebitOption !== 'not-offered',
    });
  },
);
