import { CompactEncrypt, importJWK } from 'jose';
import { createCardDataKey } from '../../../backend/cards/card-data-key';

/** The choices of payers. Of the cards, one is approved at once, one after an hour, and one redirects to its issuer's page. */
const requestOfChoice = {
  maybank: { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' },
  'public-bank': { selectedPaymentMethod: 'fpx', fpxBankID: 'PBB0233' },
  corporate: { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' },
  'card-approved': { card: '4242424242424242' },
  'card-settling': { card: '4000000000000119' },
  'card-challenged': { card: '4111111111111111' },
  wallet: { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' },
  maybank2u: { selectedPaymentMethod: 'm2u' },
  carrier: { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' },
  counter: { selectedPaymentMethod: 'counter' },
  duitnow: { selectedPaymentMethod: 'duitnowQr' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;
export type MethodChoice = keyof typeof requestOfChoice;
export type CardChoice = MethodChoice & `card-${string}`;

export const isCardChoice = (choice: MethodChoice): choice is CardChoice => 'card' in requestOfChoice[choice];

const isChoice = (name: string): name is MethodChoice => Object.hasOwn(requestOfChoice, name);
export const choices: readonly MethodChoice[] = Object.keys(requestOfChoice).filter(isChoice);
export const cardChoices: readonly CardChoice[] = choices.filter(isCardChoice);

const jweOf = new Map<string, Promise<string>>();

/** Encrypts the card of a choice as the payer's browser does. */
export function encryptCard(cardDataKey: string, choice: CardChoice): Promise<string> {
  const known = jweOf.get(choice);
  if (known !== undefined) return known;
  const made = (async () => {
    const jwk = createCardDataKey(cardDataKey).publicJwk;
    const { card } = requestOfChoice[choice];
    const data = JSON.stringify({ number: card, expiry: '12/39', cvv: '123', name: 'TEST PAYER' });
    return new CompactEncrypt(new TextEncoder().encode(data))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk['kid'] ?? '' })
      .encrypt(await importJWK({ ...jwk, kty: 'RSA' }, 'RSA-OAEP-256'));
  })();
  jweOf.set(choice, made);
  return made;
}

/** Returns the `paymentRequest` of a choice. Card payers also ask for auto debit. */
export async function paymentRequestOf(choice: MethodChoice, cardDataKey: string): Promise<object> {
  const paid = isCardChoice(choice)
    ? {
        selectedPaymentMethod: 'newCard',
        cardDetails: await encryptCard(cardDataKey, choice),
        isAutoDebitOption: true,
      }
    : requestOfChoice[choice];
  return { ...paid, userEmailAddress: 'payer@example.com' };
}
