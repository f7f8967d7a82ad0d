import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { BookedPayment } from '../backend/ledger/booked-payments';
import { startOfDay } from './malaysia-days';
import { OperatorError, type OperatorClient } from './operator-client';
import { readSettlementFile, type SettlementEntry } from './settlement-file';

export const usage = `npm run ops -- reconcile FILE.csv --gateway fpx --from 2026-11-01 --to 2026-11-30 [--reference COLUMN] [--amount COLUMN]
                               compares a gateway's settlement file with the ledger; both days included, Malaysian time`;

const maxReferencesPerRequest = 500;

const bookedSchema: z.ZodType<readonly BookedPayment[]> = z.array(
  z.object({
    reference: z.string(),
    amount: z.int(),
    at: z.string(),
    booked: z.enum(['credited', 'for review']),
    paymentId: z.string(),
  }),
);

export interface Differences {
  /** The number of entries in the file. */
  readonly settled: number;
  /** Settled, and not booked here. */
  readonly missingHere: readonly SettlementEntry[];
  /** Booked on one of the days, and not settled. */
  readonly missingThere: readonly BookedPayment[];
  readonly amountDiffers: readonly (BookedPayment & { readonly settledAmount: number })[];
  /** References that are in the file more than once. */
  readonly repeated: readonly string[];
}

/** Compares settled with booked payments; `otherDays` has payments with the same references that were booked on other days. */
export function findDifferences(
  settled: readonly SettlementEntry[],
  booked: readonly BookedPayment[],
  otherDays: readonly BookedPayment[],
): Differences {
  const known = new Map([...otherDays, ...booked].map((money) => [money.reference, money]));
  const amounts = new Map<string, number>();
  const repeated = new Set<string>();
  for (const { reference, amount } of settled) {
    if (amounts.has(reference)) repeated.add(reference);
    amounts.set(reference, amount);
  }
  return {
    settled: settled.length,
    missingHere: settled.filter(({ reference }) => !known.has(reference)),
    missingThere: booked.filter(({ reference }) => !amounts.has(reference)),
    amountDiffers: [...known.values()].flatMap((money) => {
      const settledAmount = amounts.get(money.reference);
      return settledAmount === undefined || settledAmount === money.amount ? [] : [{ ...money, settledAmount }];
    }),
    repeated: [...repeated],
  };
}

function readParameters(parameters: readonly string[]) {
  const options = {
    gateway: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    reference: { type: 'string', default: 'reference' },
    amount: { type: 'string', default: 'amount' },
  } as const;
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new OperatorError(`${file} cannot be read.`);
  }
}

/** `npm run ops -- reconcile …`: returns the differences. Throws an OperatorError if the operator must fix something. */
export async function runReconcileCommand(
  backend: OperatorClient,
  parameters: readonly string[],
): Promise<Differences> {
  const { values, positionals } = readParameters(parameters);
  const [file] = positionals;
  const { gateway, from, to = from, reference, amount } = values;
  if (file === undefined || gateway === undefined || from === undefined || to === undefined)
    throw new OperatorError(usage);
  if (startOfDay(from) > startOfDay(to)) throw new OperatorError(`${from} comes after ${to}.`);
  const settled = readSettlementFile(readText(file), { reference, amount });
  const path = `/money/${encodeURIComponent(gateway)}`;
  const query = new URLSearchParams({ from: startOfDay(from), until: startOfDay(to, 1) });
  const booked = bookedSchema.parse(await backend.call('GET', `${path}?${query.toString()}`));
  const bookedReferences = new Set(booked.map((money) => money.reference));
  const missing = settled.map((money) => money.reference).filter((one) => !bookedReferences.has(one));
  const otherDays: BookedPayment[] = [];
  for (let start = 0; start < missing.length; start += maxReferencesPerRequest) {
    const references = missing.slice(start, start + maxReferencesPerRequest);
    otherDays.push(...bookedSchema.parse(await backend.call('POST', `${path}/find`, { references })));
  }
  return findDifferences(settled, booked, otherDays);
}
