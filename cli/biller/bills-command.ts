import { parseArgs } from 'node:util';
import { z } from 'zod';
import { OperatorError, type OperatorClient } from '../operator-client';
import { openCsvFile, type CsvLine } from './csv-file';
import { LineErrors } from './line-errors';

export const usage = `npm run ops -- bills import FILE.csv --as-of 2026-11-30T02:00:00+08:00 [--whole] [--dry-run]
                               the biller's bills as of that time; --whole: accounts that the file does not have are removed
npm run ops -- bills list [ACCOUNT]...         the latest imports, or bills as they are shown`;

/** Lines of one request, and requests under way: while the database stores one part, the backend checks the next. */
const partSize = 2_000;
const inFlight = 2;
/** How long applying a file may take, ms. */
const applyLimitMs = 15 * 60_000;

const begunSchema = z.object({ id: z.int() });
const errorsSchema = z.object({
  errors: z.array(z.object({ line: z.int(), column: z.string(), message: z.string() })),
});
const appliedSchema = z.object({ bills: z.int(), removed: z.int() });

function readOptions(parameters: readonly string[]) {
  const options = {
    'as-of': { type: 'string' },
    whole: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

function readTime(text: string): string {
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return text;
  throw new OperatorError(`'${text}' is no time such as 2026-11-30T02:00:00+08:00.`);
}

async function importBills(backend: OperatorClient, parameters: readonly string[]): Promise<unknown> {
  const { values, positionals } = readOptions(parameters);
  const [file] = positionals;
  const isDryRun = values['dry-run'];
  if (file === undefined || values['as-of'] === undefined || positionals.length > 1) throw new OperatorError(usage);
  const asOf = readTime(values['as-of']);
  const { columns, parts } = await openCsvFile(file, partSize);
  const { id } = begunSchema.parse(
    await backend.call('POST', '/bills/imports', { asOf, isWhole: values.whole, columns }),
  );
  const path = `/bills/imports/${id}`;
  const { count, errors } = await sendLines(backend, path, columns, parts);
  if (isDryRun || !errors.isEmpty) await backend.call('DELETE', path);
  errors.throwIfAny();
  if (isDryRun) return { isDryRun, bills: count };
  return appliedSchema.parse(await backend.call('POST', `${path}/apply`, { lines: count }, applyLimitMs));
}

/** Sends all lines, each part while the next ones are read. Returns how many there are, and what is wrong with them. */
async function sendLines(
  backend: OperatorClient,
  path: string,
  columns: readonly string[],
  parts: AsyncIterable<readonly CsvLine[]>,
): Promise<{ readonly count: number; readonly errors: LineErrors }> {
  const errors = new LineErrors();
  const sending: Promise<void>[] = [];
  let count = 0;
  const send = async (lines: readonly CsvLine[]) => {
    const answer = errorsSchema.parse(await backend.call('POST', `${path}/lines`, { columns, lines }));
    errors.add(answer.errors.map(({ line, column, message }) => ({ line, message: `${column} ${message}` })));
  };
  for await (const lines of parts) {
    count += lines.length;
    if (sending.length >= inFlight) await sending.shift();
    const sent = send(lines);
    // Awaited later: it must not be an unhandled rejection meanwhile.
    sent.catch(() => {});
    sending.push(sent);
  }
  await Promise.all(sending);
  return { count, errors };
}

/** `npm run ops -- bills …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runBillsCommand(
  backend: OperatorClient,
  [command, ...rest]: readonly string[],
): Promise<unknown> {
  if (command === 'import') return importBills(backend, rest);
  if (command !== 'list') throw new OperatorError(usage);
  return rest.length === 0
    ? backend.call('GET', '/bills')
    : backend.call('POST', '/bills/find', { accountNumbers: rest });
}
