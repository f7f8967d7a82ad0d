import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { NoResponseError, OperatorError, type OperatorClient } from '../operator-client';
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

const begunSchema = z.object({ id: z.int() });
const subjects = { postings: 'payments', mandates: 'mandates' } as const;

/** Marks what is queued as sent; returns the number of its export. */
export async function beginExport(backend: OperatorClient, exported: keyof typeof subjects): Promise<number> {
  const command = `npm run ops -- ${exported}`;
  const begun = await backend.call('POST', `/${exported}/exports`).catch((error: unknown) => {
    if (!(error instanceof NoResponseError)) throw error;
    throw new OperatorError(
      `${error.message}\nThe ${subjects[exported]} may be marked as sent. See the latest exports by: ${command} list\nWrite the file of one that you do not have by: ${command} export FILE.csv --export NUMBER`,
    );
  });
  return begunSchema.parse(begun).id;
}

/** Rows of an export, and how each is written. */
export interface ExportContent<Row, Column extends string> {
  readonly columns: readonly Column[];
  /** Reads the rows after a row, or the first ones after null; none: there are no more. */
  readonly readPage: (after: Row | null) => Promise<readonly Row[]>;
  readonly toCells: (row: Row) => Readonly<Record<Column, string>>;
}

/** Writes rows to a new CSV file that only its owner can read; `onRow` is called with each. */
export async function writeExportFile<Row, Column extends string>(
  file: string,
  { columns, readPage, toCells }: ExportContent<Row, Column>,
  onRow: (row: Row) => void,
): Promise<void> {
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
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
  let after: Row | null = null;
  await write(toCsvLine(columns));
  for (;;) {
    const page: readonly Row[] = await readPage(after);
    if (page.length === 0) break;
    await write(page.map(toLine).join(''));
    for (const row of page) onRow(row);
    after = page.at(-1) ?? null;
  }
  output.end();
  await Promise.race([finished(output), failed]);
}
