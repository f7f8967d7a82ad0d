/** A bank's id begins with letters, which no card number does. */
export function isBankId(id: string): boolean {
  return /^[A-Z]{2}[A-Z0-9]{1,18}$/.test(id);
}
