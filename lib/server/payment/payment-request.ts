import type { RequestInputOf } from '@/lib/contract/call';
import type { paymentInit } from '@/lib/contract/payment';
import type { PaymentForm } from '@/lib/domain/forms/payment-form';
import type { SavedCardEntry } from '@/lib/domain/methods/forms/card-entry';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { encryptCard, encryptCardData } from '@/lib/server/security/card-encryption';

type PaymentRequest = RequestInputOf<typeof paymentInit>['paymentRequest'];
type Key = PaymentPage['cardEncryptionKey'];

/** Builds the payment request of the contract. A card in plain text is encrypted here. */
export async function buildPaymentRequest(form: PaymentForm, key: Key): Promise<PaymentRequest> {
  const { choice, userEmailAddress, phoneNumber } = form;
  const request: PaymentRequest = { selectedPaymentMethod: choice.method, userEmailAddress, phoneNumber };
  switch (choice.method) {
    case 'savedCard':
      return {
        ...request,
        isFavCardOption: true,
        uniqueCardId: choice.uniqueCardId,
        savedCardCvv: await encryptCvv(choice.cvv, key),
        isAutoDebitOption: choice.isAutoDebitOption,
      };
    case 'newCard':
      return {
        ...request,
        ...(choice.card !== null && { cardDetails: await encryptCard(choice.card, key) }),
        saveCard: choice.saveCard,
        isAutoDebitOption: choice.isAutoDebitOption,
      };
    case 'epp':
      return {
        ...request,
        cardDetailsEPP: await encryptCard(choice.card, key),
        eppBank: choice.bank,
        monthTerm: choice.months,
      };
    case 'fpx':
      return { ...request, fpxBankID: choice.bankId };
    case 'fpxCorporate':
      return { ...request, fpxBankCorporateID: choice.bankId };
    case 'wallet':
      return { ...request, selectedWallet: choice.wallet };
    case 'dcb':
      return { ...request, selectedDCB: choice.carrier };
    case 'm2u':
    case 'counter':
    case 'duitnowQr':
      return request;
  }
}

async function encryptCvv(cvv: SavedCardEntry['cvv'], key: Key): Promise<string | undefined> {
  if (cvv === null) return undefined;
  return cvv.kind === 'encrypted' ? cvv.jwe : encryptCardData({ cvv: cvv.cvv }, key);
}
