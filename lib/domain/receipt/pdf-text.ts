import type { ReceiptDocument, ReceiptFact, ReceiptRow, ReceiptSection } from './receipt-document';

/**
 * The characters of a PDF with its standard fonts, which need no embedded font: WinAnsiEncoding (ISO 32000-1, annex D.2), which has the letters of
 * English and Malay, and neither Chinese nor Tamil ones.
 */
const winAnsi = /^[\u0020-\u007e\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

/** Spaces that the encoding lacks. */
const otherSpaces = /[\u00a0\u2007\u2009\u202f]/g;

function toPdfFact<Fact extends ReceiptFact>(fact: Fact): Fact {
  return { ...fact, term: toPdfText(fact.term), value: toPdfText(fact.value) };
}

/** Whether the PDF of a receipt can show a text. */
export function isPdfText(text: string): boolean {
  return winAnsi.test(toPdfText(text));
}

/** Without the holder's name of an account where the fonts lack its letters: the account has its number. */
function toPdfRow(row: ReceiptRow): ReceiptRow {
  const accountName = row.accountName && isPdfText(row.accountName) ? toPdfText(row.accountName) : null;
  return { ...toPdfFact(row), accountName, detail: row.detail && toPdfFact(row.detail) };
}

function toPdfSection({ title, continued, rows }: ReceiptSection): ReceiptSection {
  return { title: toPdfText(title), continued: toPdfText(continued), rows: rows.map(toPdfRow) };
}

function toPdfText(text: string): string {
  return text.replaceAll(otherSpaces, ' ');
}

function listTexts(document: ReceiptDocument): readonly string[] {
  const { amount, details, issuer, items, notes, pageFooter, rows, status, title } = document;
  const allRows = [...rows, ...(items?.rows ?? []), ...details.rows];
  return [
    ...[
      title,
      issuer.role ?? '',
      issuer.name,
      ...issuer.lines,
      status.title,
      ...status.sentences,
      amount.term,
      amount.value,
    ],
    ...[items, details].flatMap((section) => (section === null ? [] : [section.title, section.continued])),
    ...[...notes, pageFooter.reference, pageFooter.page],
    ...allRows.flatMap((row) => [row, ...(row.detail ? [row.detail] : [])].flatMap(({ term, value }) => [term, value])),
  ];
}

/** Returns a receipt as it can be written with the standard fonts of PDF; null if it has letters that they lack. */
export function toPdfDocument(document: ReceiptDocument): ReceiptDocument | null {
  const { amount, details, issuer, items, notes, pageFooter, rows, status } = document;
  const written = {
    ...document,
    title: toPdfText(document.title),
    issuer: {
      ...issuer,
      role: issuer.role && toPdfText(issuer.role),
      name: toPdfText(issuer.name),
      lines: issuer.lines.map(toPdfText),
    },
    status: { title: toPdfText(status.title), sentences: status.sentences.map(toPdfText) },
    amount: { term: toPdfText(amount.term), value: toPdfText(amount.value) },
    rows: rows.filter(({ name, value }) => name !== 'account-name' || isPdfText(value)).map(toPdfRow),
    items: items && toPdfSection(items),
    details: toPdfSection(details),
    notes: notes.map(toPdfText),
    pageFooter: { reference: toPdfText(pageFooter.reference), page: toPdfText(pageFooter.page) },
  };
  return listTexts(written).every((text) => winAnsi.test(text)) ? written : null;
}
