/**
 * Masks a customer's data for anyone who looks the account up: customers recognise themselves, and others learn too little. Security, row
 * 14.
 */
const hidden = '***';

/** Masks a name except the first letter of each word: `AHMAD BIN ALI` becomes `A*** B*** A***`. Lengths are hidden too. */
export function maskName(name: string): string {
  return name
    .split(/\s/)
    .filter((word) => word !== '')
    .map((word) => `${Array.from(word)[0] ?? ''}${hidden}`)
    .join(' ');
}

/** Returns the letters that a masked name shows: `A B A` of `A*** B*** A***`. */
export function getInitials(maskedName: string): string {
  return maskedName.replaceAll(hidden, '');
}

/** Masks a phone number except its last four digits: `***4567`; a number of fewer than eight digits is hidden altogether. */
export function maskPhone(phoneNumber: string): string {
  const digits = phoneNumber.replace(/[^0-9]/g, '');
  return digits.length < 8 ? hidden : `${hidden}${digits.slice(-4)}`;
}

/** Masks the local part of an e-mail address except its first character: `a***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? hidden : `${Array.from(email)[0] ?? ''}${hidden}${email.slice(at)}`;
}

/** Returns the end of an account number: anyone with the URL of a result, or with the device, sees no more of it. */
export function getAccountEnding(accountNumber: string): string {
  return accountNumber.slice(-4);
}

/** Masks an account number except its end. */
export function maskAccountNumber(accountNumber: string): string {
  return `••••••${getAccountEnding(accountNumber)}`;
}

/** Masks account numbers wherever a text has them: the name of an item has the account that it is of. */
export function maskAccountNumbers(text: string, accountNumbers: readonly string[]): string {
  // A shorter number may be a part of a longer one.
  const longestFirst = accountNumbers.toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((masked, number) => masked.replaceAll(number, maskAccountNumber(number)), text);
}

/** Splits a text before and after each account number that `maskAccountNumber` has masked. */
export function splitAtMaskedNumbers(text: string): readonly string[] {
  return text.split(/(•{6}[^•\s]{4})/).filter((part) => part !== '');
}

/** Returns the end of an account number that `maskAccountNumber` has masked; null for any other text. */
export function findMaskedEnding(text: string): string | null {
  return /^•{6}([^•\s]{1,4})$/.exec(text)?.[1] ?? null;
}
