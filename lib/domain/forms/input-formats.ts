/** What the value of a text field is formatted as while it is typed. `formatInput` does it; this list is all that a page loads first. */
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

/** Characters that each field takes, separators included. A field without scripts gets the same limits. */
export const inputMaxLengths = {
  cardNumber: 26,
  cardExpiry: 9,
  cardCvv: 4,
  amount: 14,
  accountNumber: 24,
  phoneNumber: 20,
  oneTimeCode: 12,
} as const satisfies Record<InputFormat, number>;

/** Characters of an e-mail address at most: RFC 5321 leaves 254. */
export const emailMaxLength = 254;
