import 'server-only';

/** Returns the text of a link that may be a token of the backend; undefined for any other. The backend says whether it is one. */
export function parseLinkToken(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 200) return undefined;
  return /^[\w.~-]+$/.test(text) ? text : undefined;
}
