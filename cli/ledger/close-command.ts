import { parseArgs } from 'node:util';
import { z } from 'zod';
import { differenceKinds } from '../../backend/reconciliation/model';
import { OperatorError, type OperatorClient } from '../operator-client';
import { formatCloseAsCsv, formatCloseAsText } from './close-formats';

export const usage = `npm run ops -- close [--date 2026-11-30] [--format text|csv|json]
                               the daily close of a day in Malaysia, by default the last one that is over, from the journal`;

/** Long: the whole journal is read. */
const readingMs = 5 * 60_000;

const gatewaySchema = z.object({
  gateway: z.string().nullable(),
  currency: z.string(),
  ...{ opening: z.int(), credited: z.int(), held: z.int(), verifications: z.int(), refunded: z.int() },
  ...{ chargedBack: z.int(), settled: z.int(), closing: z.int() },
  unsettled: z.object({ entries: z.int(), ageDays: z.int().nullable() }),
  ...{ applied: z.int(), posted: z.int(), fees: z.int(), bank: z.int() },
});
export type GatewayClose = z.output<typeof gatewaySchema>;

const closeSchema = z.object({
  ...{ date: z.string(), from: z.string(), until: z.string(), isOver: z.boolean() },
  gateways: z.array(gatewaySchema),
  totals: z.array(gatewaySchema),
  accounts: z.array(
    z.object({
      ...{ account: z.string(), currency: z.string(), opening: z.int(), closing: z.int() },
      movements: z.array(
        z.object({ kind: z.string(), name: z.string().nullable(), entries: z.int(), amount: z.int() }),
      ),
    }),
  ),
  heldMoney: z.array(
    z.object({
      ...{ refid: z.string().nullable(), payments: z.array(z.string()), amount: z.int(), currency: z.string() },
      ageDays: z.int(),
    }),
  ),
  differences: z.array(
    z.object({
      ...{ id: z.int(), kind: z.enum(differenceKinds), gateway: z.string(), reference: z.string() },
      ...{ amount: z.int().nullable(), settledAmount: z.int().nullable(), fee: z.int().nullable() },
      ...{ detail: z.string().nullable(), owner: z.string().nullable(), ageDays: z.int() },
    }),
  ),
  checks: z.array(z.object({ name: z.string(), errors: z.array(z.string()) })),
});
export type DailyClose = z.output<typeof closeSchema>;

const formats = {
  text: formatCloseAsText,
  csv: formatCloseAsCsv,
  json: (close: DailyClose) => JSON.stringify(close, null, 2),
} as const;

function isFormat(name: string): name is keyof typeof formats {
  return Object.hasOwn(formats, name);
}

function parse(parameters: readonly string[]) {
  const options = { date: { type: 'string' }, format: { type: 'string', default: 'text' } } as const;
  try {
    return parseArgs({ args: [...parameters], options }).values;
  } catch {
    throw new OperatorError(usage);
  }
}

/**
 * `npm run ops -- close …`: returns the output. Throws an OperatorError if the operator must fix something: also with the output, if a check of the
 * close has failed.
 */
export async function runCloseCommand(backend: OperatorClient, parameters: readonly string[]): Promise<string> {
  const { date, format } = parse(parameters);
  if (!isFormat(format)) throw new OperatorError(usage);
  const path = date === undefined ? '/close' : `/close?${new URLSearchParams({ date }).toString()}`;
  const close = closeSchema.parse(await backend.call('GET', path, undefined, readingMs));
  const output = formats[format](close);
  if (close.checks.some(({ errors }) => errors.length > 0)) throw new OperatorError(output);
  return output;
}
