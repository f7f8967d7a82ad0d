/** Room for 19 digits and the blanks between them, in an input. */
export const cardNumberMaxLength = 26;
/** Room for `MM / YYYY`, which some browsers fill in. */
export const cardExpiryMaxLength = 9;
/** Digits of the longest CVV. */
export const cardCvvMaxLength = 4;
/** Characters of a name that 3-D Secure can carry; the card itself prints 26, but payers type their full names. */
export const cardNameMaxLength = 45;
