import { createFormControl } from 'react-hook-form';
import { enhanceForm, makeResolver } from '@/components/ui/enhance-form';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { autoDebitCardFormSchema } from '@/lib/domain/forms/auto-debit-card-form';
import { judgeFields } from '@/lib/domain/forms/judge-fields';
import { millisecondsOf } from '@/lib/domain/malaysia-time';
import { pickSendingWords, sayMessages, type IslandWords } from '@/lib/i18n/form-words';
import { shapeCardTyping } from './card-typing';
import { paymentFieldOrder } from './field-order';
import { makeCardSealer } from './seal-card';

/** What the browser needs to judge and encrypt a card. */
export type CardOffer = Pick<AutoDebit, 'serverTime' | 'cardEncryptionKey'>;

/** Takes over the form that gives a card for auto debit: judges, shapes and encrypts. */
export function enhanceAutoDebitCard(form: HTMLFormElement, offer: CardOffer, words: IslandWords): () => void {
  const start = millisecondsOf(offer.serverTime);
  const now = () => new Date(start + performance.now()).toISOString();
  const resolver = makeResolver(form, (fields) =>
    sayMessages(judgeFields(autoDebitCardFormSchema(now()), fields), words),
  );
  const sealCard = makeCardSealer(async (card) => {
    const { encryptCard } = await import('./encrypt-card');
    return encryptCard(card, offer.cardEncryptionKey);
  }, now);
  for (const fields of form.querySelectorAll('[data-card-fields]')) shapeCardTyping(fields);
  return enhanceForm(form, {
    control: createFormControl({ mode: 'onTouched', shouldFocusError: false, resolver }),
    order: paymentFieldOrder,
    words: pickSendingWords(words),
    prepare: async (fields) => {
      // The sealer asks which method is chosen: here a new card is the only one.
      fields.set('selectedPaymentMethod', 'newCard');
      return sealCard(fields);
    },
  });
}
