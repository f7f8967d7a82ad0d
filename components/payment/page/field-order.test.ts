import { paymentFieldOrder } from './field-order';

test('errors are listed in the order of the page', () => {
  expect(paymentFieldOrder).toEqual([
    'userEmailAddress',
    'selectedPaymentMethod',
    'uniqueCardId',
    'savedCardCvv',
    'cardNumber',
    'cardExpiry',
    'cardCvv',
    'cardName',
    'eppBank',
    'monthTerm',
    'eppCardNumber',
    'eppCardExpiry',
    'eppCardCvv',
    'eppCardName',
    'fpxBankID',
    'fpxBankCorporateID',
    'selectedWallet',
    'selectedDCB',
    'phoneNumber',
    'payAgain',
  ]);
});
