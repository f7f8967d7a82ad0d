/** Puts values into the places of a message, `{limit}` for example. For islands, which have plain places alone; the server speaks ICU. */
export function fillIn(words: string, values: Readonly<Record<string, string>> = {}): string {
  return words.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
