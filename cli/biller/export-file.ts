import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { OperatorError } from '../operator-client';
import { toCsvLine } from './csv-file';

const malaysiaOffsetMs = 8 * 60 * 60 * 1000;

/** An instant in Malaysia's time, to the second: `2026-11-30T09:15:00+08:00`. */
export function toMalaysiaTime(instant: string): string {
  return `${new Date(Date.parse(instant) + malaysiaOffsetMs).toISOString().slice(0, 19)}+08:00`;
}

/** Throws an OperatorError if there is a file already: before anything is marked as sent. */
export function requireNewFile(file: string): void {
  if (existsSync(file)) throw new OperatorError(`There is a file ${file} already.`);
}

/** Rows of an export, and how each is written. */
export interface ExportContent<Row extends { readonly id: number }, Column extends string> {
  readonly columns: readonly Column[];
  /** Reads the rows after the one with the id `after`; none: there are no more. */
  readonly readPage: (after: number) => Promise<readonly Row[]>;
  readonly toCells: (row: Row) => Readonly<Record<Column, string>>;
}

/** Writes rows to a new CSV file; `onRow` is told of each. */
export async function writeExportFile<Row extends { readonly id: number }, Column extends string>(
  file: string,
  { columns, readPage, toCells }: ExportContent<Row, Column>,
  onRow: (row: Row) => void,
): Promise<void> {
  const output = createWriteStream(file, { flags: 'wx' });
  const failed = once(output, 'error').then(([error]: unknown[]) => {
    throw error;
  });
  failed.catch(() => {});
  const write = async (text: string) => {
    if (!output.write(text)) await Promise.race([once(output, 'drain'), failed]);
  };
  const toLine = (row: Row) => {
    const cells = toCells(row);
    return toCsvLine(columns.map((column) => cells[column]));
  };
  let after = 0;
  await write(toCsvLine(columns));
  for (;;) {
    const page = await readPage(after);
    if (page.length === 0) break;
    await write(page.map(toLine).join(''));
    for (const row of page) onRow(row);
    after = page.at(-1)?.id ?? after;
  }
  output.end();
  await Promise.race([finished(output), failed]);
}
