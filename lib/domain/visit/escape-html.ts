/** Writes a text so that it stands in HTML, or in a quoted attribute, as what it is. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
