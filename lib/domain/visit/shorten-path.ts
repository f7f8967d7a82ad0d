const maxPathLength = 200;

/**
 * Returns a path as the 404 page shows it: as in the URL (percent-encoded), without control characters, and no longer
 * than 200 characters. It is text, never markup; React escapes it. Security, row 26.
 */
export function shortenPath(path: string): string {
  const visible = path.replace(/\p{C}/gu, '');
  const characters = [...visible];
  return characters.length <= maxPathLength ? visible : `${characters.slice(0, maxPathLength).join('')}…`;
}
