/** Replaces what may be personal. */
const hidden = '*';

/** Letters and dashes, as short as the parts of our own paths. References and account numbers have digits, or are longer. */
const publicSegment = /^[A-Za-z][A-Za-z-]{0,23}$/;

/**
 * Returns the path of an address as analytics may know it: no host, no query, and `*` for each part that is not one of ours by its form, such as
 * an account number, a reference or an address of e-mail that got there. Takes a path or a whole address.
 */
export function redactUrl(address: string): string {
  const anySite = 'http://site.invalid';
  if (!URL.canParse(address, anySite)) return hidden;
  const parts = new URL(address, anySite).pathname.split('/').slice(1);
  return parts.map((part) => `/${part === '' || publicSegment.test(part) ? part : hidden}`).join('');
}

/** Characters that a message may have. */
const maxMessageLength = 200;

/** Returns a message as analytics may know it: without addresses of e-mail, and without any number as long as an account's or a card's. */
export function redactMessage(message: string): string {
  return message
    .replaceAll(/\S+/g, (word) => (word.slice(1, -1).includes('@') ? hidden : word))
    .replaceAll(/\d(?:[\s-]?\d){7,}/g, hidden)
    .slice(0, maxMessageLength);
}
