import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { formatPlainRinggit, sen } from '@/lib/domain/money';
import { startOfDay } from '../malaysia-days';
import { NoResponseError, OperatorError, type OperatorClient } from '../operator-client';
import { openCsvFile, toCsvLine, type CsvLine } from './csv-file';
import { LineErrors } from './line-errors';

export const usage = `npm run ops -- postings export FILE.csv                     payments that the biller has not been given, which are then sent
npm run ops -- postings export FILE.csv --export NUMBER      the file of an earlier export once more
npm run ops -- postings export FILE.csv --from 2026-11-01 [--to 2026-11-30]
                               what was paid on these days, both included, in Malaysia's time, in whatever state
npm run ops -- postings confirm FILE.csv [--posted-at TIME] [--dry-run]
                               the biller's answers; --posted-at: of the lines that have none
npm run ops -- postings confirm REFERENCE --receipt NUMBER --posted-at TIME     or --refused REASON
npm run ops -- postings list [--state STATE] [--account ACCOUNT]`;

const exportColumns = [
  ...(['reference', 'account_number', 'bill_reference', 'amount', 'currency', 'paid_at', 'method'] as const),
  ...(['gateway', 'gateway_reference', 'state', 'receipt_number'] as const),
] as const;

const postingSchema = z.object({
  id: z.int(),
  reference: z.string(),
  accountNumber: z.string(),
  billReference: z.string().nullable(),
  amount: z.int(),
  paidAt: z.string(),
  method: z.string(),
  gateway: z.string(),
  gatewayReference: z.string(),
  state: z.string(),
  receiptNumber: z.string().nullable(),
});
type ListedPosting = z.output<typeof postingSchema>;
const pageSchema = z.array(postingSchema);
const begunSchema = z.object({ id: z.int(), postings: z.int() });

const malaysiaOffsetMs = 8 * 60 * 60 * 1000;

/** An instant in Malaysia's time, to the second: `2026-11-30T09:15:00+08:00`. */
function toMalaysiaTime(instant: string): string {
  return `${new Date(Date.parse(instant) + malaysiaOffsetMs).toISOString().slice(0, 19)}+08:00`;
}

function toCells(posting: ListedPosting): readonly string[] {
  const cells: Readonly<Record<(typeof exportColumns)[number], string>> = {
    reference: posting.reference,
    account_number: posting.accountNumber,
    bill_reference: posting.billReference ?? '',
    amount: formatPlainRinggit(sen(posting.amount)),
    currency: 'MYR',
    paid_at: toMalaysiaTime(posting.paidAt),
    method: posting.method,
    gateway: posting.gateway,
    gateway_reference: posting.gatewayReference,
    state: posting.state,
    receipt_number: posting.receiptNumber ?? '',
  };
  return exportColumns.map((column) => cells[column]);
}

/** Writes the postings of a route to a new file; returns how many, and their sum in sen. */
async function writePostings(backend: OperatorClient, file: string, pathAfter: (id: number) => string) {
  const output = createWriteStream(file, { flags: 'wx' });
  const failed = once(output, 'error').then(([error]: unknown[]) => {
    throw error;
  });
  failed.catch(() => {});
  const write = async (text: string) => {
    if (!output.write(text)) await Promise.race([once(output, 'drain'), failed]);
  };
  let [postings, sum, after] = [0, 0, 0];
  await write(toCsvLine(exportColumns));
  for (;;) {
    const page = pageSchema.parse(await backend.call('GET', pathAfter(after)));
    if (page.length === 0) break;
    await write(page.map((posting) => toCsvLine(toCells(posting))).join(''));
    postings += page.length;
    sum += page.reduce((total, { amount }) => total + amount, 0);
    after = page.at(-1)?.id ?? after;
  }
  output.end();
  await Promise.race([finished(output), failed]);
  return { postings, amount: formatPlainRinggit(sen(sum)) };
}

function parse(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    ...{ export: text, from: text, to: text, receipt: text, refused: text, 'posted-at': text, state: text },
    account: text,
    'dry-run': { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

type Options = ReturnType<typeof parse>['values'];

/** Marks the queued payments as sent; returns the number of their export. */
async function beginExport(backend: OperatorClient): Promise<number> {
  const begun = await backend.call('POST', '/postings/exports').catch((error: unknown) => {
    if (!(error instanceof NoResponseError)) throw error;
    throw new OperatorError(
      `${error.message}\nThe payments may be marked as sent. See the latest exports by: npm run ops -- postings list\nWrite the file of one that you do not have by: npm run ops -- postings export FILE.csv --export NUMBER`,
    );
  });
  return begunSchema.parse(begun).id;
}

async function exportPostings(backend: OperatorClient, file: string, options: Options): Promise<unknown> {
  // Before anything is marked as sent.
  if (existsSync(file)) throw new OperatorError(`There is a file ${file} already.`);
  if (options.from !== undefined) {
    const { from, to = from } = options;
    const span = { from: startOfDay(from), until: startOfDay(to, 1) };
    if (span.from >= span.until) throw new OperatorError(`${from} comes after ${to}.`);
    return writePostings(backend, file, (after) => {
      const query = new URLSearchParams({ ...span, after: String(after) });
      return `/postings/paid?${query.toString()}`;
    });
  }
  if (options.export !== undefined && !/^\d{1,15}$/.test(options.export)) throw new OperatorError(usage);
  const id = options.export ?? (await beginExport(backend));
  const written = await writePostings(backend, file, (after) => `/postings/exports/${id}?after=${after}`).catch(
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new OperatorError(
        `${why}\nThe payments are marked as sent. Write their file by: npm run ops -- postings export FILE.csv --export ${id}`,
      );
    },
  );
  return { export: Number(id), ...written };
}

const confirmationColumns = ['reference', 'receipt_number', 'refusal', 'posted_at'] as const;
const resultSchema = z.object({
  confirmed: z.int(),
  same: z.int(),
  errors: z.array(z.object({ index: z.int(), message: z.string() })),
});

/** Lines of one request. */
const partSize = 500;

interface Confirmation {
  readonly reference: string;
  readonly receipt: string;
  readonly refusal: string;
  readonly postedAt: string;
}

/** Why a confirmation cannot be sent; null if it can. */
function findError({ reference, receipt, refusal, postedAt }: Confirmation): string | null {
  if (reference === '') return 'has no reference';
  if ((receipt === '') === (refusal === '')) return 'needs either receipt_number or refusal';
  if (receipt === '' && postedAt === '') return null;
  if (postedAt === '') return 'needs posted_at: when the biller has posted it';
  const isTime = z.iso.datetime({ offset: true }).safeParse(postedAt).success;
  return isTime ? null : 'posted_at must be a time such as 2026-11-30T02:00:00+08:00';
}

function toRequest({ reference, receipt, refusal, postedAt }: Confirmation) {
  const answer =
    refusal === '' ? { status: 'accepted', receiptNumber: receipt, postedAt } : { status: 'refused', reason: refusal };
  return { reference, answer };
}

/** `postedAt`: of lines that have none. */
function readConfirmation(columns: readonly string[], { cells }: CsvLine, postedAt: string): Confirmation {
  const cell = (name: (typeof confirmationColumns)[number]) => cells[columns.indexOf(name)] ?? '';
  const receipt = cell('receipt_number');
  return {
    reference: cell('reference'),
    receipt,
    refusal: cell('refusal'),
    postedAt: cell('posted_at') || (receipt === '' ? '' : postedAt),
  };
}

function checkColumns(columns: readonly string[]): void {
  const names: readonly string[] = confirmationColumns;
  const unknown = columns.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new OperatorError(`There is no column '${unknown}'; there are ${names.join(', ')}.`);
  if (!columns.includes('reference') || !(columns.includes('receipt_number') || columns.includes('refusal')))
    throw new OperatorError("The file needs the columns 'reference', and 'receipt_number' or 'refusal'.");
}

interface SendOptions {
  readonly postedAt: string;
  readonly isDryRun: boolean;
}

/** Sends the confirmations of a file; throws an OperatorError that lists what is wrong with its lines. */
async function sendConfirmations(backend: OperatorClient, file: string, { postedAt, isDryRun }: SendOptions) {
  const { columns, parts } = await openCsvFile(file, partSize);
  checkColumns(columns);
  const errors = new LineErrors();
  const references = new Set<string>();
  let [confirmed, same] = [0, 0];
  for await (const lines of parts) {
    const read = lines.map((line) => ({ line: line.line, confirmation: readConfirmation(columns, line, postedAt) }));
    const wrong = read.flatMap(({ line, confirmation }) => {
      // The backend sees one part of the file at a time.
      const isRepeated = references.has(confirmation.reference);
      references.add(confirmation.reference);
      const message = isRepeated ? 'is in the file twice' : findError(confirmation);
      return message === null ? [] : [{ line, message }];
    });
    errors.add(wrong);
    const valid = read.filter(({ line }) => wrong.every((found) => found.line !== line));
    const confirmations = valid.map(({ confirmation }) => toRequest(confirmation));
    const result = resultSchema.parse(
      await backend.call('POST', '/postings/confirmations', { isDryRun, confirmations }),
    );
    errors.add(result.errors.map(({ index, message }) => ({ line: valid[index]?.line ?? 0, message })));
    confirmed += result.confirmed;
    same += result.same;
  }
  errors.throwIfAny();
  return { confirmed, same };
}

async function confirmOne(backend: OperatorClient, reference: string, options: Options): Promise<unknown> {
  const { receipt = '', refused: refusal = '', 'posted-at': postedAt = '' } = options;
  const confirmation = { reference, receipt, refusal, postedAt };
  const error = findError(confirmation);
  if (error !== null) throw new OperatorError(`${reference} ${error}.\n${usage}`);
  const body = { isDryRun: options['dry-run'], confirmations: [toRequest(confirmation)] };
  const { errors, ...result } = resultSchema.parse(await backend.call('POST', '/postings/confirmations', body));
  if (errors[0] !== undefined) throw new OperatorError(`${reference}: ${errors[0].message}.`);
  return result;
}

/** `npm run ops -- postings …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runPostingsCommand(
  backend: OperatorClient,
  [command, ...rest]: readonly string[],
): Promise<unknown> {
  const { values, positionals } = parse(rest);
  const [subject, ...others] = positionals;
  if (command === 'list' && subject === undefined) {
    const { state, account } = values;
    const query = new URLSearchParams({
      ...(state !== undefined && { state }),
      ...(account !== undefined && { account }),
    });
    return backend.call('GET', `/postings?${query.toString()}`);
  }
  if (subject === undefined || others.length > 0) throw new OperatorError(usage);
  if (command === 'export') return exportPostings(backend, subject, values);
  if (command !== 'confirm') throw new OperatorError(usage);
  if (values.receipt !== undefined || values.refused !== undefined) return confirmOne(backend, subject, values);
  const { 'posted-at': postedAt = '' } = values;
  // Checked as a whole before anything of it is confirmed. What is confirmed already stays so when the file is sent again.
  const checked = await sendConfirmations(backend, subject, { postedAt, isDryRun: true });
  if (values['dry-run']) return { isDryRun: true, ...checked };
  return sendConfirmations(backend, subject, { postedAt, isDryRun: false });
}
