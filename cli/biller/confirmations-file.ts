import { z } from 'zod';
import { OperatorError, type OperatorClient } from '../operator-client';
import { openCsvFile, type CsvLine } from './csv-file';
import { LineErrors } from './line-errors';

const resultSchema = z.object({
  confirmed: z.int(),
  same: z.int(),
  errors: z.array(z.object({ index: z.int(), message: z.string() })),
});

/** Lines of one request. */
const partSize = 500;

/** What a confirmation says, by column. A column that the file does not have is empty. */
export type Cells<Column extends string> = Readonly<Record<Column | 'reference', string>>;

/** How the biller's answers about one kind of request are confirmed. */
export interface ConfirmationFormat<Column extends string> {
  readonly columns: readonly Column[];
  /** Returns what is wrong with the known columns of a file; null if nothing is. */
  readonly findColumnError: (columns: readonly string[]) => string | null;
  readonly read: (cellOf: (column: Column) => string) => Cells<Column>;
  /** Why a confirmation cannot be sent; null if it can. */
  readonly findError: (cells: Cells<Column>) => string | null;
  /** The operator's route, and what it is sent of a confirmation. */
  readonly path: string;
  readonly toRequest: (cells: Cells<Column>) => object;
}

function checkColumns<Column extends string>(format: ConfirmationFormat<Column>, columns: readonly string[]): void {
  const names: readonly string[] = format.columns;
  const unknown = columns.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new OperatorError(`There is no column '${unknown}'; there are ${names.join(', ')}.`);
  const error = format.findColumnError(columns);
  if (error !== null) throw new OperatorError(error);
}

async function sendFile<Column extends string>(
  backend: OperatorClient,
  file: string,
  format: ConfirmationFormat<Column>,
  isDryRun: boolean,
) {
  const { columns, parts } = await openCsvFile(file, partSize);
  checkColumns(format, columns);
  const errors = new LineErrors();
  const references = new Set<string>();
  let [confirmed, same] = [0, 0];
  for await (const lines of parts) {
    const read = lines.map(({ line, cells }: CsvLine) => {
      return { line, cells: format.read((column) => cells[columns.indexOf(column)] ?? '') };
    });
    const wrong = read.flatMap(({ line, cells }) => {
      // The backend sees one part of the file at a time.
      const isRepeated = references.has(cells.reference);
      references.add(cells.reference);
      const message = isRepeated ? 'is in the file twice' : format.findError(cells);
      return message === null ? [] : [{ line, message }];
    });
    errors.add(wrong);
    const valid = read.filter(({ line }) => wrong.every((found) => found.line !== line));
    const confirmations = valid.map(({ cells }) => format.toRequest(cells));
    const result = resultSchema.parse(await backend.call('POST', format.path, { isDryRun, confirmations }));
    errors.add(result.errors.map(({ index, message }) => ({ line: valid[index]?.line ?? 0, message })));
    confirmed += result.confirmed;
    same += result.same;
  }
  errors.throwIfAny();
  return { confirmed, same };
}

/** Confirms a file as a whole; throws an OperatorError that lists what is wrong with its lines. */
export async function confirmFile<Column extends string>(
  backend: OperatorClient,
  file: string,
  format: ConfirmationFormat<Column>,
  isDryRun: boolean,
): Promise<object> {
  // Checked as a whole before anything of it is confirmed. What is confirmed already stays so when the file is sent again.
  const checked = await sendFile(backend, file, format, true);
  return isDryRun ? { isDryRun, ...checked } : sendFile(backend, file, format, false);
}

/** Confirms one by command; throws an OperatorError if it is wrong. */
export async function confirmOne<Column extends string>(
  backend: OperatorClient,
  cells: Cells<Column>,
  format: ConfirmationFormat<Column>,
  { isDryRun, usage }: { readonly isDryRun: boolean; readonly usage: string },
): Promise<object> {
  const error = format.findError(cells);
  if (error !== null) throw new OperatorError(`${cells.reference} ${error}.\n${usage}`);
  const body = { isDryRun, confirmations: [format.toRequest(cells)] };
  const { errors, ...result } = resultSchema.parse(await backend.call('POST', format.path, body));
  if (errors[0] !== undefined) throw new OperatorError(`${cells.reference}: ${errors[0].message}.`);
  return result;
}
