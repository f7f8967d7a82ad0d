/** The formats that a text field can have while it is typed in. `formatInput` implements them; a page initially loads only this list. */
export const inputFormats = [
  'cardNumber',
  'cardExpiry',
  'cardCvv',
  'amount',
  'accountNumber',
  'phoneNumber',
  'oneTimeCode',
] as const;
export type InputFormat = (typeof inputFormats)[number];

/** The maximum length of each field, with separators. Fields have the same limits without scripts. */
export const inputMaxLengths = {
  cardNumber: 26,
  cardExpiry: 9,
  cardCvv: 4,
  amount: 14,
  accountNumber: 24,
  phoneNumber: 20,
  oneTimeCode: 12,
} as const satisfies Record<InputFormat, number>;

/** The maximum length of an e-mail address: 254, by RFC 5321. */
export const emailMaxLength = 254;
