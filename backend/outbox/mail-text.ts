import { listTermLines, writeDetail, type ReceiptRow } from '@/lib/domain/receipt/receipt-document';

/** Lists rows as lines of a plain text. */
export function listRows(rows: readonly ReceiptRow[]): readonly string[] {
  return rows.flatMap((row) => [
    `${listTermLines(row).join(', ')}: ${row.value}`,
    ...(row.detail ? [`  ${writeDetail(row.detail)}`] : []),
  ]);
}

/** Writes paragraphs, each of some lines, as the plain text of an e-mail. */
export function writeMailText(paragraphs: readonly (readonly string[])[]): string {
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}
