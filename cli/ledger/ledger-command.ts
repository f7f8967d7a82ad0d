import { parseArgs } from 'node:util';
import { z } from 'zod';
import { formatPlainRinggit, sen } from '@/lib/domain/money';
import { requireNewFile, toMalaysiaTime, writeExportFile } from '../biller/export-file';
import { startOfDay } from '../malaysia-days';
import { OperatorError, type OperatorClient } from '../operator-client';

export const usage = `npm run ops -- ledger check                     compares the journal with payments, reviews, postings and card verifications
npm run ops -- ledger trial-balance FILE.csv [--to 2026-11-30]
                               each account of the journal at the end of a day, or with all entries
npm run ops -- ledger statement ACCOUNT FILE.csv --from 2026-11-01 [--to 2026-11-30]
                               the entries of an account on these days, both included, in Malaysia's time; without --to all since then`;

/** Long: the whole journal is read. */
const readingMs = 5 * 60_000;

const errorsSchema = z.array(z.string());

async function check(backend: OperatorClient): Promise<unknown> {
  const errors = errorsSchema.parse(await backend.call('GET', '/ledger/errors', undefined, readingMs));
  if (errors.length > 0) throw new OperatorError(errors.join('\n'));
  return 'The journal balances, and agrees with payments, reviews, postings, card verifications, refunds and settlements.';
}

const balanceSchema = z.object({
  account: z.string(),
  currency: z.string(),
  debits: z.int(),
  credits: z.int(),
  balance: z.int(),
});
type Balance = z.output<typeof balanceSchema>;
const balancesSchema = z.array(balanceSchema);

/** Writes an amount in ringgit, or in a currency that has as many decimals: `-138.78`. */
function toRinggit(amount: number): string {
  return formatPlainRinggit(sen(amount));
}

/** After every entry. */
const always = '9999-12-31T00:00:00Z';

function sumByCurrency(balances: readonly Balance[]): Readonly<Record<string, string>> {
  const sums = new Map<string, number>();
  for (const { currency, balance } of balances) sums.set(currency, (sums.get(currency) ?? 0) + balance);
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, toRinggit(sum)]));
}

async function writeTrialBalance(backend: OperatorClient, file: string, until: string): Promise<unknown> {
  requireNewFile(file);
  const query = new URLSearchParams({ until });
  const path = `/ledger/balances?${query.toString()}`;
  const balances = balancesSchema.parse(await backend.call('GET', path, undefined, readingMs));
  await writeExportFile(
    file,
    {
      columns: ['account', 'currency', 'debits', 'credits', 'balance'],
      readPage: async (after: Balance | null) => (after === null ? balances : []),
      toCells: ({ account, currency, debits, credits, balance }) => ({
        ...{ account, currency },
        ...{ debits: toRinggit(debits), credits: toRinggit(credits), balance: toRinggit(balance) },
      }),
    },
    () => {},
  );
  return { accounts: balances.length, sum: sumByCurrency(balances) };
}

const lineSchema = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.string(),
  source: z.string(),
  refid: z.string().nullable(),
  currency: z.string(),
  amount: z.int(),
});
type Line = z.output<typeof lineSchema>;
const statementSchema = z.array(lineSchema);

/** Writes an account's entries with the balance after each; an account has a balance in each of its currencies. */
async function writeStatement(
  backend: OperatorClient,
  { account, file, from, until }: Readonly<Record<'account' | 'file' | 'from' | 'until', string>>,
): Promise<unknown> {
  requireNewFile(file);
  const opening = new URLSearchParams({ until: from });
  const path = `/ledger/balances?${opening.toString()}`;
  const balances = balancesSchema.parse(await backend.call('GET', path, undefined, readingMs));
  const balanceOf = new Map<string, number>();
  for (const one of balances) if (one.account === account) balanceOf.set(one.currency, one.balance);
  const opened = new Map(balanceOf);
  let entries = 0;
  await writeExportFile(
    file,
    {
      columns: ['at', 'kind', 'source', 'refid', 'currency', 'amount', 'balance'],
      readPage: async (after: Line | null) => {
        const query = new URLSearchParams({
          ...{ account, from, until },
          ...(after !== null && { afterAt: after.at, afterId: String(after.id) }),
        });
        return statementSchema.parse(await backend.call('GET', `/ledger/statement?${query.toString()}`));
      },
      toCells: ({ at, kind, source, refid, currency, amount }) => {
        const balance = (balanceOf.get(currency) ?? 0) + amount;
        balanceOf.set(currency, balance);
        return {
          ...{ at: toMalaysiaTime(at), kind, source, refid: refid ?? '', currency },
          ...{ amount: toRinggit(amount), balance: toRinggit(balance) },
        };
      },
    },
    () => {
      entries += 1;
    },
  );
  const describe = (sums: ReadonlyMap<string, number>) =>
    Object.fromEntries([...sums].map(([currency, sum]) => [currency, toRinggit(sum)]));
  return { entries, opening: describe(opened), closing: describe(balanceOf) };
}

function parse(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...parameters], options: { from: text, to: text }, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

/** `npm run ops -- ledger …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runLedgerCommand(
  backend: OperatorClient,
  [command, ...rest]: readonly string[],
): Promise<unknown> {
  const { values, positionals } = parse(rest);
  const until = values.to === undefined ? always : startOfDay(values.to, 1);
  const [first, second, ...others] = positionals;
  if (command === 'check' && first === undefined) return check(backend);
  if (command === 'trial-balance' && first !== undefined && second === undefined) {
    return writeTrialBalance(backend, first, until);
  }
  if (command !== 'statement' || first === undefined || second === undefined || others.length > 0) {
    throw new OperatorError(usage);
  }
  if (values.from === undefined) throw new OperatorError(usage);
  const from = startOfDay(values.from);
  if (from >= until) throw new OperatorError(`${values.from} comes after ${values.to}.`);
  return writeStatement(backend, { account: first, file: second, from, until });
}
