/** How a customer is shown to whoever looks the account up: enough to know oneself again, too little to learn. Security, row 14. */
const hidden = '***';

/** Returns a name with only the first letter of each word: `AHMAD BIN ALI` becomes `A*** B*** A***`. Lengths are hidden too. */
export function maskName(name: string): string {
  return name
    .split(/\s/)
    .filter((word) => word !== '')
    .map((word) => `${Array.from(word)[0] ?? ''}${hidden}`)
    .join(' ');
}

/** Returns a phone number with only its last four digits: `***4567`; a number of fewer than eight digits is hidden altogether. */
export function maskPhone(phoneNumber: string): string {
  const digits = phoneNumber.replace(/[^0-9]/g, '');
  return digits.length < 8 ? hidden : `${hidden}${digits.slice(-4)}`;
}

/** Returns an e-mail address with the first character of its local part: `a***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? hidden : `${Array.from(email)[0] ?? ''}${hidden}${email.slice(at)}`;
}

/** Returns an account number by its end: whoever holds the address of a result learns no more of it. */
export function maskAccountNumber(accountNumber: string): string {
  return `••••••${accountNumber.slice(-4)}`;
}
