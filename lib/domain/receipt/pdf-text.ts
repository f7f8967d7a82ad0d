import type { ReceiptDocument, ReceiptRow } from './receipt-document';

/**
 * The characters of a PDF with its standard fonts, which need no embedded font: WinAnsiEncoding (ISO 32000-1, annex D.2), which has the letters of
 * English and Malay, and neither Chinese nor Tamil ones.
 */
const winAnsi = /^[\u0020-\u007e\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

/** Spaces that the encoding lacks. */
const otherSpaces = /[\u00a0\u2007\u2009\u202f]/g;

function toPdfRow({ name, term, value }: ReceiptRow): ReceiptRow {
  return { name, term: toPdfText(term), value: toPdfText(value) };
}

function toPdfText(text: string): string {
  return text.replaceAll(otherSpaces, ' ');
}

function listTexts({ amount, details, issuer, items, notes, rows, status, title }: ReceiptDocument): readonly string[] {
  const allRows = [...rows, ...(items?.rows ?? []), ...details.rows];
  return [
    ...[title, issuer.name, ...issuer.lines, status.title, ...status.sentences, amount.term, amount.value],
    ...[items?.title ?? '', details.title, ...notes],
    ...allRows.flatMap(({ term, value }) => [term, value]),
  ];
}

/** Returns a receipt as it can be written with the standard fonts of PDF; null if it has letters that they lack. */
export function toPdfDocument(document: ReceiptDocument): ReceiptDocument | null {
  const { amount, details, issuer, items, notes, rows, status } = document;
  const written = {
    ...document,
    title: toPdfText(document.title),
    issuer: { name: toPdfText(issuer.name), lines: issuer.lines.map(toPdfText) },
    status: { title: toPdfText(status.title), sentences: status.sentences.map(toPdfText) },
    amount: { term: toPdfText(amount.term), value: toPdfText(amount.value) },
    rows: rows.map(toPdfRow),
    items: items && { title: toPdfText(items.title), rows: items.rows.map(toPdfRow) },
    details: { title: toPdfText(details.title), rows: details.rows.map(toPdfRow) },
    notes: notes.map(toPdfText),
  };
  return listTexts(written).every((text) => winAnsi.test(text)) ? written : null;
}
