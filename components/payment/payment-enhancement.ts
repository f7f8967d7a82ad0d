import { createFormControl } from 'react-hook-form';
import { enhanceForm, makeResolver } from '@/components/ui/enhance-form';
import { fieldErrorsOf } from '@/lib/domain/field-errors';
import { paymentFormSchema, type PaymentFormContext } from '@/lib/domain/forms/payment-form';
import { millisecondsOf } from '@/lib/domain/malaysia-time';
import type { PaymentPage } from '@/lib/domain/payment';
import { isPaymentMethod } from '@/lib/domain/payment-methods';
import { pickSendingWords, sayMessages, type IslandWords } from '@/lib/i18n/form-words';
import { createPaymentStore } from '@/lib/stores/payment-store';
import { findUserStorage } from '@/lib/stores/persisted-user';
import { searchBanks } from './bank-search';
import { shapeCardTyping } from './card-typing';
import { clearCardFields } from './clear-card-fields';
import { paymentFieldOrder } from './field-order';
import { keepInSight } from './keep-in-sight';
import { makeCardSealer } from './seal-card';

/** What the browser needs of a payment to judge its form as the server will. Outages are the server's to tell: it knows of new ones. */
export interface PaymentOffer extends Omit<PaymentFormContext, 'now' | 'downtimes'> {
  readonly serverTime: string;
  readonly cardEncryptionKey: PaymentPage['cardEncryptionKey'];
}

/** Asked whatever the method is. */
const contactFields: readonly string[] = ['userEmailAddress', 'phoneNumber'];

interface PaymentEnhancement {
  readonly offer: PaymentOffer;
  readonly words: IslandWords;
}

/** Takes over the form that pays: judges, shapes and encrypts, and drives the payment store (specification, section 4: Payment page). */
export function enhancePayment(form: HTMLFormElement, { offer, words }: PaymentEnhancement): () => void {
  const store = createPaymentStore({}, findUserStorage());
  const actions = store.getState();
  actions.restoreUser();

  const now = makeClock(offer.serverTime);
  const resolver = makeResolver(form, (fields) => {
    const parsed = paymentFormSchema({ ...offer, downtimes: [], now: now() }).safeParse(fields);
    return parsed.success ? {} : sayMessages(fieldErrorsOf(parsed.error.issues), words);
  });
  const control = createFormControl({ mode: 'onTouched', shouldFocusError: false, resolver });
  const sealCard = makeCardSealer(async (card) => {
    const { encryptCard } = await import('./encrypt-card');
    return encryptCard(card, offer.cardEncryptionKey);
  }, now);

  const leaving = new AbortController();
  for (const fields of form.querySelectorAll('[data-card-fields]')) {
    shapeCardTyping(fields);
    // By the time that the card is typed, what encrypts it is here.
    fields.addEventListener('focusin', () => void import('./encrypt-card'), { once: true, signal: leaving.signal });
  }
  searchBanks(form, leaving.signal);
  keepInSight(form, leaving.signal);
  form.addEventListener('change', forgetOtherMethods, { signal: leaving.signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && actions.clearPaymentAttempt(), leaving);

  // Nothing of a card goes along to another page.
  const leave = ({ submitter }: SubmitEvent) => {
    if (submitter?.hasAttribute('formaction')) clearCardFields(form);
  };
  form.addEventListener('submit', leave, { signal: leaving.signal });

  /** What was wrong with one method's fields is no concern of the next one. */
  function forgetOtherMethods({ target }: Event) {
    if (target instanceof HTMLInputElement && target.name === 'selectedPaymentMethod')
      control.clearErrors(paymentFieldOrder.filter((name) => !contactFields.includes(name)));
  }

  const undo = enhanceForm(form, {
    control,
    order: paymentFieldOrder,
    words: pickSendingWords(words),
    prepare: async (fields) => {
      const sealed = await sealCard(fields);
      actions.updatePaymentRequest(readRequest(sealed));
      actions.rememberUser({ phoneNumber: sealed.get('phoneNumber') });
      actions.initPaymentStarted();
      return sealed;
    },
    onRefused: (message) => actions.initPaymentError({ message, call: 'payment.init' }),
  });
  return () => {
    leaving.abort();
    undo();
  };
}

/** Gives the backend's clock as it goes on from the moment that the page was made: the payer's own clock has no say. */
function makeClock(serverTime: string): () => string {
  const start = millisecondsOf(serverTime);
  return () => new Date(start + performance.now()).toISOString();
}

/** Writes the choices for the store: a card only as it was encrypted. */
function readRequest(fields: URLSearchParams) {
  const method = fields.get('selectedPaymentMethod') ?? '';
  return {
    selectedPaymentMethod: isPaymentMethod(method) ? method : null,
    cardDetails: {
      jwe: fields.get('cardDetails'),
      uniqueCardId: method === 'savedCard' ? fields.get('uniqueCardId') : null,
      saveCard: fields.has('saveCard'),
    },
    cardDetailsEPP: {
      jwe: fields.get('cardDetailsEPP'),
      bank: fields.get('eppBank'),
      months: Number(fields.get('monthTerm')) || null,
    },
    isFavCardOption: method === 'savedCard',
    fpxBankID: fields.get('fpxBankID') || null,
    fpxBankCorporateID: fields.get('fpxBankCorporateID') || null,
    selectedWallet: fields.get('selectedWallet'),
    selectedDCB: fields.get('selectedDCB'),
    isAutoDebitOption: fields.has('isAutoDebitOption'),
    userEmailAddress: fields.get('userEmailAddress'),
  };
}
