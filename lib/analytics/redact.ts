/** Replaces text that may be personal. */
const hidden = '*';

/** Letters and dashes, as short as the parts of our own paths. References and account numbers have digits, or are longer. */
const publicSegment = /^[A-Za-z][A-Za-z-]{0,23}$/;

/**
 * Returns the path of a URL for analytics: no host, no query, and `*` for each segment that does not look like one of our own, such as an
 * account number, a reference or an e-mail address. Takes a path or an absolute URL.
 */
export function redactUrl(address: string): string {
  const anySite = 'http://site.invalid';
  if (!URL.canParse(address, anySite)) return hidden;
  const parts = new URL(address, anySite).pathname.split('/').slice(1);
  return parts.map((part) => `/${part === '' || publicSegment.test(part) ? part : hidden}`).join('');
}

/** The maximum length of a message, in characters. */
const maxMessageLength = 200;

/** Returns a message for analytics: without e-mail addresses, and without numbers as long as an account's or a card's. */
export function redactMessage(message: string): string {
  return message
    .replaceAll(/\S+/g, (word) => (word.slice(1, -1).includes('@') ? hidden : word))
    .replaceAll(/\d(?:[\s-]?\d){7,}/g, hidden)
    .slice(0, maxMessageLength);
}
