/** The names of the form fields of a card. */
export interface CardFieldNames {
  readonly number: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly name: string;
}

export const newCardFieldNames = {
  number: 'cardNumber',
  expiry: 'cardExpiry',
  cvv: 'cardCvv',
  name: 'cardName',
} as const satisfies CardFieldNames;

export const instalmentCardFieldNames = {
  number: 'eppCardNumber',
  expiry: 'eppCardExpiry',
  cvv: 'eppCardCvv',
  name: 'eppCardName',
} as const satisfies CardFieldNames;
