import { parseArgs } from 'node:util';
import { z } from 'zod';
import { formatPlainRinggit, sen } from '@/lib/domain/money';
import { differenceKinds } from '../../backend/reconciliation/model';
import { toCsvLine } from '../biller/csv-file';
import { OperatorError, type OperatorClient } from '../operator-client';

export const usage = `npm run ops -- reconcile runs                     lists the latest runs
npm run ops -- reconcile differences [--open | --all | --run NUMBER] [--format json|csv]
npm run ops -- reconcile assign ID --to NAME      makes a person the owner of a difference
npm run ops -- reconcile close ID --reason REASON closes a difference; nothing is booked`;

const differenceSchema = z.object({
  id: z.int(),
  kind: z.enum(differenceKinds),
  gateway: z.string(),
  reference: z.string(),
  refid: z.string().nullable(),
  run: z.int(),
  line: z.int().nullable(),
  amount: z.int().nullable(),
  settledAmount: z.int().nullable(),
  fee: z.int().nullable(),
  detail: z.string().nullable(),
  owner: z.string().nullable(),
  foundAt: z.string(),
  ageDays: z.int(),
  closedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ListedDifference = z.output<typeof differenceSchema>;
const pageSchema = z.array(differenceSchema);

/** Lists all differences that a query of the operator's route selects. */
export async function listDifferences(
  backend: OperatorClient,
  selected: Readonly<Record<string, string>>,
): Promise<readonly ListedDifference[]> {
  const differences: ListedDifference[] = [];
  for (let after = 0; ;) {
    const query = new URLSearchParams({ ...selected, after: String(after) });
    const page = pageSchema.parse(await backend.call('GET', `/reconciliation/differences?${query.toString()}`));
    if (page.length === 0) return differences;
    differences.push(...page);
    after = page.at(-1)?.id ?? after;
  }
}

const amountColumns = ['amount', 'settledAmount', 'fee'] as const;
const columns = [
  ...(['id', 'kind', 'gateway', 'reference', 'refid', 'run', 'line', 'amount', 'settledAmount', 'fee'] as const),
  ...(['detail', 'owner', 'foundAt', 'ageDays', 'closedAt', 'closedBy', 'reason'] as const),
] as const;

function toCsv(differences: readonly ListedDifference[]): string {
  const lines = differences.map((difference) => {
    const cells = columns.map((column) => {
      const value = difference[column];
      const isAmount = amountColumns.some((name) => name === column);
      return isAmount && typeof value === 'number' ? formatPlainRinggit(sen(value)) : String(value ?? '');
    });
    return toCsvLine(cells);
  });
  return [toCsvLine(columns), ...lines].join('').trimEnd();
}

function parse(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    ...{ open: flag, all: flag, run: text, to: text, reason: text },
    format: { ...text, default: 'json' },
  };
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

/** `npm run ops -- reconcile runs|differences|assign|close …`; null if the parameters are of another command. */
export async function runDifferencesCommand(
  backend: OperatorClient,
  [command, ...rest]: readonly string[],
): Promise<unknown> {
  if (command === undefined || !['runs', 'differences', 'assign', 'close'].includes(command)) return null;
  const { values, positionals } = parse(rest);
  const [id, ...others] = positionals;
  const { to: owner, reason, run, format } = values;
  if (command === 'runs' && id === undefined) return backend.call('GET', '/reconciliation/runs');
  if (command === 'differences' && id === undefined && (format === 'json' || format === 'csv')) {
    const which = values.all === true ? 'all' : 'open';
    const differences = await listDifferences(backend, run === undefined ? { which } : { run });
    return format === 'csv' ? toCsv(differences) : differences;
  }
  if (id === undefined || !/^\d{1,15}$/.test(id) || others.length > 0) throw new OperatorError(usage);
  const address = `/reconciliation/differences/${id}`;
  if (command === 'assign' && owner !== undefined) return backend.call('POST', `${address}/assign`, { owner });
  if (command === 'close' && reason !== undefined) return backend.call('POST', `${address}/close`, { reason });
  throw new OperatorError(usage);
}
