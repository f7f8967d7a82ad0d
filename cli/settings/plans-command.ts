import { openCsvFile, type CsvLine } from '../biller/csv-file';
import { LineErrors } from '../biller/line-errors';
import { OperatorError, type OperatorClient } from '../operator-client';

export const usage = `npm run ops -- plans list
npm run ops -- plans import FILE.csv   replaces the instalment plans of the cards' banks
npm run ops -- plans reset                   restores the defaults: none outside the sandbox`;

const columns: readonly string[] = ['bank', 'bank_name', 'months', 'minimum'];
const maxPlans = 50;

/** Reads `6 12 24`; null for an invalid list of months. */
function readMonths(text: string): readonly number[] | null {
  const months = text.split(' ').filter((part) => part !== '');
  return months.length > 0 && months.every((part) => /^\d{1,2}$/.test(part)) ? months.map(Number) : null;
}

/** Reads ringgit such as `500` or `500.00` as sen; null for an invalid amount. */
function readMinimum(text: string): number | null {
  const [, ringgit, decimals = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return ringgit === undefined ? null : Number(ringgit) * 100 + Number(decimals.padEnd(2, '0'));
}

/** Reads a line; returns an error message if months or the minimum are invalid. The backend validates the rest. */
function readPlan(cells: ReadonlyMap<string, string>) {
  const months = readMonths(cells.get('months') ?? '');
  if (months === null) return 'months: must be numbers with spaces between them, such as 6 12 24';
  const minimum = readMinimum(cells.get('minimum') ?? '');
  if (minimum === null) return 'minimum: must be an amount in ringgit such as 500.00';
  return { bank: cells.get('bank'), bankName: cells.get('bank_name'), months, minimum };
}

async function importPlans(backend: OperatorClient, file: string): Promise<unknown> {
  const { columns: given, parts } = await openCsvFile(file, maxPlans);
  if (given.toSorted().join() !== columns.toSorted().join())
    throw new OperatorError(`The columns must be ${columns.join(', ')}.`);
  const lines: CsvLine[] = [];
  for await (const part of parts) lines.push(...part);
  const errors = new LineErrors();
  const plans = lines.flatMap(({ line, cells }) => {
    const plan = readPlan(new Map(given.map((name, index) => [name, cells[index] ?? ''])));
    if (typeof plan !== 'string') return [plan];
    errors.add([{ line, message: plan }]);
    return [];
  });
  errors.throwIfAny();
  return backend.call('POST', '/instalment-plans', { plans });
}

/** `npm run ops -- plans …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runPlansCommand(backend: OperatorClient, [command, file]: readonly string[]): Promise<unknown> {
  if (command === 'import' && file !== undefined) return importPlans(backend, file);
  if (command === 'list') return backend.call('GET', '/instalment-plans');
  if (command === 'reset') return backend.call('POST', '/instalment-plans', { plans: null });
  throw new OperatorError(usage);
}
