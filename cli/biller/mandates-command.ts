import { parseArgs } from 'node:util';
import { z } from 'zod';
import { OperatorError, type OperatorClient } from '../operator-client';
import { confirmFile, confirmOne, type Cells, type ConfirmationFormat } from './confirmations-file';
import { beginExport, requireNewFile, toMalaysiaTime, writeExportFile } from './export-file';

export const usage = `npm run ops -- mandates export FILE.csv                     auto-debit mandates and cancellations that the biller has not been given, which are then sent
npm run ops -- mandates export FILE.csv --export NUMBER      the file of an earlier export once more
npm run ops -- mandates confirm FILE.csv [--dry-run]         the biller's answers
npm run ops -- mandates confirm REFERENCE --accepted         or --refused REASON
npm run ops -- mandates cancel REFERENCE                     ends the registration, as its payer can, and tells the payer
npm run ops -- mandates list [--state STATE] [--account ACCOUNT]`;

const exportColumns = [
  ...(['reference', 'action', 'mandate', 'account_number', 'card_scheme', 'card_last_four'] as const),
  ...(['requested_at', 'state'] as const),
] as const;

const mandateSchema = z.object({
  id: z.int(),
  reference: z.string(),
  action: z.enum(['create', 'cancel']),
  mandate: z.string(),
  accountNumber: z.string(),
  cardBrand: z.string(),
  cardLastFour: z.string(),
  createdAt: z.string(),
  state: z.string(),
});
const pageSchema = z.array(mandateSchema);

function toCells(row: z.output<typeof mandateSchema>): Readonly<Record<(typeof exportColumns)[number], string>> {
  return {
    reference: row.reference,
    action: row.action,
    mandate: row.mandate,
    account_number: row.accountNumber,
    card_scheme: row.cardBrand,
    card_last_four: row.cardLastFour,
    requested_at: toMalaysiaTime(row.createdAt),
    state: row.state,
  };
}

function parse(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { export: text, accepted: flag, refused: text, state: text, account: text, 'dry-run': flag } as const;
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

async function exportMandates(backend: OperatorClient, file: string, earlier: string | undefined): Promise<unknown> {
  requireNewFile(file);
  if (earlier !== undefined && !/^\d{1,15}$/.test(earlier)) throw new OperatorError(usage);
  const id = earlier ?? (await beginExport(backend, 'mandates'));
  const readPage = async (after: z.output<typeof pageSchema>[number] | null) =>
    pageSchema.parse(await backend.call('GET', `/mandates/exports/${id}?after=${after?.id ?? 0}`));
  let mandates = 0;
  await writeExportFile(file, { columns: exportColumns, readPage, toCells }, () => {
    mandates += 1;
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `${why}\nThe mandates are marked as sent. Write their file by: npm run ops -- mandates export FILE.csv --export ${id}`,
    );
  });
  return { export: Number(id), mandates };
}

const confirmationColumns = ['reference', 'status', 'refusal'] as const;
type Confirmation = Cells<(typeof confirmationColumns)[number]>;

function findError({ reference, status, refusal }: Confirmation): string | null {
  if (reference === '') return 'has no reference';
  if (status === 'accepted') return refusal === '' ? null : 'is accepted, and has a refusal';
  if (status === 'refused') return refusal === '' ? 'needs a refusal: why it is refused' : null;
  return 'status must be accepted or refused';
}

const confirmations: ConfirmationFormat<(typeof confirmationColumns)[number]> = {
  columns: confirmationColumns,
  findColumnError: (columns) =>
    columns.includes('reference') && columns.includes('status')
      ? null
      : "The file needs the columns 'reference' and 'status', and 'refusal' where one is refused.",
  read: (cellOf) => ({ reference: cellOf('reference'), status: cellOf('status'), refusal: cellOf('refusal') }),
  findError,
  path: '/mandates/confirmations',
  toRequest: ({ reference, status, refusal }) => ({
    reference,
    answer: status === 'accepted' ? { status } : { status, reason: refusal },
  }),
};

/** `npm run ops -- mandates …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runMandatesCommand(
  backend: OperatorClient,
  [command, ...rest]: readonly string[],
): Promise<unknown> {
  const { values, positionals } = parse(rest);
  const [subject, ...others] = positionals;
  const { accepted, refused, state, account, 'dry-run': isDryRun } = values;
  if (command === 'list' && subject === undefined) {
    const query = new URLSearchParams({
      ...(state !== undefined && { state }),
      ...(account !== undefined && { account }),
    });
    return backend.call('GET', `/mandates?${query.toString()}`);
  }
  if (subject === undefined || others.length > 0) throw new OperatorError(usage);
  if (command === 'export') return exportMandates(backend, subject, values.export);
  if (command === 'cancel') return backend.call('POST', '/mandates/cancellations', { reference: subject });
  if (command !== 'confirm' || (accepted && refused !== undefined)) throw new OperatorError(usage);
  if (!accepted && refused === undefined) return confirmFile(backend, subject, confirmations, isDryRun);
  const status = accepted ? 'accepted' : 'refused';
  const confirmation = { reference: subject, status, refusal: refused ?? '' };
  return confirmOne(backend, confirmation, confirmations, { isDryRun, usage });
}
