import { parseCardCvv } from '../../card/card-fields';
import { checkboxSchema, textSchema } from '../../forms/form-issue';
import { success, type Result } from '../../result';
import { savedCard } from '../saved-card';
import { isEncrypted, type SavedCardEntry } from './card-entry';
import { methodForm, refuse, type MethodForm, type Refusal } from './method-form';
import { selectionMessages } from './selection-form';

interface SavedCardChoice extends SavedCardEntry {
  readonly method: 'savedCard';
  readonly isAutoDebitOption: boolean;
}

/** A saved card and its CVV. An expired one is refused with the text of the specification, section 5. */
export const savedCardForm: MethodForm<SavedCardChoice> = methodForm(
  { uniqueCardId: textSchema, savedCardCvv: textSchema, isAutoDebitOption: checkboxSchema },
  (fields, { savedCards, autoDebitOption }): Result<SavedCardChoice, readonly Refusal[]> => {
    const { required, unavailable } = selectionMessages.savedCard;
    const card = savedCards.find(({ uniqueCardId }) => uniqueCardId === fields.uniqueCardId);
    if (card === undefined) return refuse('uniqueCardId', { key: required });
    if (card.isExpired) return refuse('uniqueCardId', { key: 'validation.savedCardExpired' });
    if (card.isOffline) return refuse('uniqueCardId', { key: unavailable });
    const choice = {
      method: savedCard.id,
      isAutoDebitOption: fields.isAutoDebitOption && autoDebitOption !== 'not-offered',
      uniqueCardId: card.uniqueCardId,
    };
    if (!card.needsCvv) return success({ ...choice, cvv: null });
    if (isEncrypted(fields.savedCardCvv)) {
      return success({ ...choice, cvv: { kind: 'encrypted', jwe: fields.savedCardCvv } });
    }
    const cvv = parseCardCvv(fields.savedCardCvv, card.brand);
    if (!cvv.ok) return refuse('savedCardCvv', { key: 'validation.cardCvv' });
    return success({ ...choice, cvv: { kind: 'typed', cvv: cvv.value } });
  },
);
