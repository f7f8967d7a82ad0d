import { accessSync, constants, createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { OperatorError } from '../operator-client';

/** A line of a CSV file: its number, counted from 1 with the header, and its cells. */
export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly columns: readonly string[];
  /** The lines after the header, in parts of at most `partSize`; each is read when it is asked for. */
  readonly parts: AsyncIterable<readonly CsvLine[]>;
}

/** Bytes of one line: a file without line ends is not a valid CSV file. */
const maxLineBytes = 100_000;

function isCell(cell: unknown): cell is string {
  return typeof cell === 'string';
}

/** Reads a record of the parser, which is asked for line numbers (`info`). */
export function toCsvRecord(read: unknown): CsvLine {
  if (typeof read !== 'object' || read === null || !('record' in read) || !('info' in read)) throw new TypeError();
  const { record, info } = read;
  if (!Array.isArray(record) || !record.every(isCell)) throw new TypeError();
  if (typeof info !== 'object' || info === null || !('lines' in info)) throw new TypeError();
  return { line: Number(info.lines), cells: record };
}

/** Reads a file in parts: the first is its header. */
async function* readParts(file: string, partSize: number): AsyncGenerator<readonly CsvLine[]> {
  const parser = parse({ bom: true, trim: true, skip_empty_lines: true, info: true, max_record_size: maxLineBytes });
  const source = createReadStream(file);
  source.on('error', (error) => parser.destroy(error));
  try {
    let part: CsvLine[] = [];
    let isHeader = true;
    for await (const read of source.pipe(parser)) {
      part.push(toCsvRecord(read));
      if (part.length < partSize && !isHeader) continue;
      isHeader = false;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  } catch (error) {
    if (error instanceof CsvError) throw new OperatorError(`The file is no CSV: ${error.message}`);
    throw error;
  } finally {
    source.destroy();
  }
}

/** Opens a CSV file with a header (RFC 4180, UTF-8). Throws an OperatorError, also later, for what is no CSV. */
export async function openCsvFile(file: string, partSize: number): Promise<CsvFile> {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new OperatorError(`${file} cannot be read.`);
  }
  const parts = readParts(file, partSize);
  const first = await parts.next();
  const header = first.done === true ? undefined : first.value[0];
  if (header === undefined) throw new OperatorError(`${file} is empty.`);
  return { columns: header.cells, parts };
}

/** What a spreadsheet takes for the beginning of a formula. OWASP, CSV Injection. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u;
const number = /^[+-]?\d+(?:\.\d+)?$/;

/** An apostrophe before what a spreadsheet would run: texts of payers, partners and gateways are in these files. Numbers stay numbers. */
function neutraliseFormula(cell: string): string {
  return formulaStart.test(cell) && !number.test(cell) ? `'${cell}` : cell;
}

/** Writes a line of CSV, with quotes where a cell needs them (RFC 4180), and without formulas. */
export function toCsvLine(cells: readonly string[]): string {
  const quoted = cells
    .map(neutraliseFormula)
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\r\n`;
}
