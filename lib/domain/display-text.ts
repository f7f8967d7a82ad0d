/**
 * What changes how the text around it is shown: control characters, C1 among them, which some terminals obey, and the embeddings, overrides and
 * isolates of the Unicode Bidirectional Algorithm (UAX #9, section 2), by which a text can be read as another. Marks such as U+200F, which
 * texts in Arabic and Hebrew need, change nothing outside of them.
 */
const misleading = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns another party's text as it is shown: on one line, without characters that change how the text around it is shown. */
export function toDisplayText(text: string): string {
  return text.replaceAll(misleading, ' ').replaceAll(/ {2,}/g, ' ').trim();
}

/** Whether a text can be shown as it is. */
export function isDisplayText(text: string): boolean {
  return text.search(misleading) === -1;
}
