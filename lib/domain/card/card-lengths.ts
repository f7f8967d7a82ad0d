/** The maximum length of input: 19 digits and separators. */
export const cardNumberMaxLength = 26;
/** The length of `MM / YYYY`, which some browsers autofill. */
export const cardExpiryMaxLength = 9;
/** The length of the longest CVV. */
export const cardCvvMaxLength = 4;
/** The maximum length of a name in 3-D Secure; cards show at most 26 characters, but payers type their full names. */
export const cardNameMaxLength = 45;
