/** Returns the pattern of SQL's LIKE for texts that contain a text, whatever signs it has. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
