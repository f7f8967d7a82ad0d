import { parseArgs } from 'node:util';
import { z } from 'zod';
import { formatPlainRinggit, sen } from '@/lib/domain/money';
import { startOfDay } from '../malaysia-days';
import { OperatorError, type OperatorClient } from '../operator-client';
import { confirmFile, confirmOne, type Cells, type ConfirmationFormat } from './confirmations-file';
import { beginExport, requireNewFile, toMalaysiaTime, writeExportFile } from './export-file';

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
  ...(['gateway', 'gateway_reference', 'state', 'receipt_number', 'reverses'] as const),
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
  /** Of a reversal: the reference of the posting that it takes back. Its amount is negative. */
  reverses: z.string().optional(),
});
type ListedPosting = z.output<typeof postingSchema>;
const pageSchema = z.array(postingSchema);

function toCells(posting: ListedPosting): Readonly<Record<(typeof exportColumns)[number], string>> {
  return {
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
    reverses: posting.reverses ?? '',
  };
}

/** Writes the lines of routes, one after the other, to a new file; returns how many postings and reversals, and their sum in ringgit. */
async function writePostings(backend: OperatorClient, file: string, paths: readonly ((after: number) => string)[]) {
  let [postings, reversals, sum, pathIndex, isFirst] = [0, 0, 0, 0, true];
  async function readPage(last: ListedPosting | null): Promise<readonly ListedPosting[]> {
    const pathAfter = paths[pathIndex];
    if (pathAfter === undefined) return [];
    const page = pageSchema.parse(await backend.call('GET', pathAfter(isFirst ? 0 : (last?.id ?? 0))));
    isFirst = page.length === 0;
    if (!isFirst) return page;
    pathIndex += 1;
    return readPage(last);
  }
  await writeExportFile(file, { columns: exportColumns, readPage, toCells }, ({ amount, reverses }) => {
    if (reverses === undefined) postings += 1;
    else reversals += 1;
    sum += amount;
  });
  return { postings, ...(reversals > 0 && { reversals }), amount: formatPlainRinggit(sen(sum)) };
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

async function exportPostings(backend: OperatorClient, file: string, options: Options): Promise<unknown> {
  requireNewFile(file);
  if (options.from !== undefined) {
    const { from, to = from } = options;
    const span = { from: startOfDay(from), until: startOfDay(to, 1) };
    if (span.from >= span.until) throw new OperatorError(`${from} comes after ${to}.`);
    return writePostings(backend, file, [
      (after) => `/postings/paid?${new URLSearchParams({ ...span, after: String(after) }).toString()}`,
    ]);
  }
  if (options.export !== undefined && !/^\d{1,15}$/.test(options.export)) throw new OperatorError(usage);
  const id = options.export ?? (await beginExport(backend, 'postings'));
  const written = await writePostings(backend, file, [
    (after) => `/postings/exports/${id}?after=${after}`,
    (after) => `/postings/exports/${id}/reversals?after=${after}`,
  ]).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `${why}\nThe payments are marked as sent. Write their file by: npm run ops -- postings export FILE.csv --export ${id}`,
    );
  });
  return { export: Number(id), ...written };
}

const confirmationColumns = ['reference', 'receipt_number', 'refusal', 'posted_at'] as const;
type Confirmation = Cells<(typeof confirmationColumns)[number]>;

function findError({ reference, receipt_number: receipt, refusal, posted_at: postedAt }: Confirmation): string | null {
  if (reference === '') return 'has no reference';
  if ((receipt === '') === (refusal === '')) return 'needs either receipt_number or refusal';
  if (receipt === '' && postedAt === '') return null;
  if (postedAt === '') return 'needs posted_at: when the biller has posted it';
  const isTime = z.iso.datetime({ offset: true }).safeParse(postedAt).success;
  return isTime ? null : 'posted_at must be a time such as 2026-11-30T02:00:00+08:00';
}

function toRequest({ reference, receipt_number: receiptNumber, refusal, posted_at: postedAt }: Confirmation) {
  const answer =
    refusal === '' ? { status: 'accepted', receiptNumber, postedAt } : { status: 'refused', reason: refusal };
  return { reference, answer };
}

/** `postedAt`: of lines that have none. */
function describeConfirmations(postedAt: string): ConfirmationFormat<(typeof confirmationColumns)[number]> {
  return {
    columns: confirmationColumns,
    findColumnError: (columns) =>
      columns.includes('reference') && (columns.includes('receipt_number') || columns.includes('refusal'))
        ? null
        : "The file needs the columns 'reference', and 'receipt_number' or 'refusal'.",
    read: (cellOf) => ({
      reference: cellOf('reference'),
      receipt_number: cellOf('receipt_number'),
      refusal: cellOf('refusal'),
      posted_at: cellOf('posted_at') || (cellOf('receipt_number') === '' ? '' : postedAt),
    }),
    findError,
    path: '/postings/confirmations',
    toRequest,
  };
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
  const isDryRun = values['dry-run'];
  const { receipt, refused, 'posted-at': postedAt = '' } = values;
  const confirmations = describeConfirmations(postedAt);
  if (receipt === undefined && refused === undefined) return confirmFile(backend, subject, confirmations, isDryRun);
  const confirmation = {
    reference: subject,
    receipt_number: receipt ?? '',
    refusal: refused ?? '',
    posted_at: postedAt,
  };
  return confirmOne(backend, confirmation, confirmations, { isDryRun, usage });
}
