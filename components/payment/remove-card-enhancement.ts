import { createFormControl } from 'react-hook-form';
import { enhanceForm, makeResolver } from '@/components/ui/enhance-form';
import { pickSendingWords, type IslandWords } from '@/lib/i18n/form-words';
import { createPaymentStore } from '@/lib/stores/payment-store';

/** Takes over the question before a card goes, and drives the payment store (specification, section 4: delete saved card). */
export function enhanceRemoval(form: HTMLFormElement, uniqueCardId: string, words: IslandWords): () => void {
  const { deleteSavedCard } = createPaymentStore().getState();
  return enhanceForm(form, {
    control: createFormControl({
      mode: 'onTouched',
      shouldFocusError: false,
      resolver: makeResolver(form, () => ({})),
    }),
    order: [],
    words: pickSendingWords(words),
    onSending: () => deleteSavedCard.started(),
    onRefused: (message) => deleteSavedCard.failed({ message, call: 'card.delete' }),
    onAccepted: (next) => {
      deleteSavedCard.completed({ uniqueCardId });
      window.location.assign(next);
    },
  });
}
