import type { StackClient } from '../stack/client';

/** Contact details and account of a payer, unique within the process. */
export interface PayerIdentity {
  email: string;
  accountNumber: string;
  /** `6012…` */
  mobileNumber: string;
}

let identities = 0;

export function makeIdentity(): PayerIdentity {
  identities += 1;
  return {
    email: `payer-${identities}@ebill.example`,
    // An account does not begin with 0; its first seven digits are part of the mobile number on file.
    accountNumber: `${1_000_000 + identities}801`,
    mobileNumber: `6012${String(identities).padStart(7, '0')}`,
  };
}

/** Returns the form fields of a card payment; docs/sandbox.md lists the outcome of each number. */
function card(cardNumber: string) {
  return {
    selectedPaymentMethod: 'newCard',
    cardNumber,
    cardExpiry: '12/39',
    cardCvv: '123',
    cardName: 'TEST PAYER',
  };
}

/** Form fields of the payment page by method. */
export const choices = {
  fpx: { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' },
  corporate: { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' },
  wallet: { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' },
  m2u: { selectedPaymentMethod: 'm2u' },
  counter: { selectedPaymentMethod: 'counter' },
  mobile: { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' },
  card: card('4111111111111111'),
  cardWithoutChallenge: card('4242424242424242'),
  cardUnknown: card('4000000000000119'),
  /** The card is entered at the gateway: page-actions.ts. */
  cardAtGateway: { selectedPaymentMethod: 'newCard' },
};

/** Creates an order; returns the address of its payment page. */
export function createOrder(stack: StackClient, { accountNumber, email }: PayerIdentity): Promise<string> {
  const items = [{ name: 'Decoder', amount: 12_900 }];
  return stack.createOrder({ partnerKey: 'EBILL', items, customer: { accountNumber, email } });
}
