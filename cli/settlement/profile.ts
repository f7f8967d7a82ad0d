import { z } from 'zod';

/**
 * What a line of a settlement file can be. A `chargeback-reversal` gives back the money of a dispute that was won. `ignored` lines, such as payouts,
 * are counted only.
 */
const lineKinds = ['payment', 'refund', 'chargeback', 'chargeback-reversal', 'fee', 'ignored'] as const;

/** The name of a column, as in the header. */
const columnSchema = z.string().min(1);

/**
 * How a gateway writes its settlement files. Data only: the profiles of this release are in `profiles.ts`, and an operator can give others as
 * JSON. Names of columns are compared exactly, values in any case. docs/operate.md.
 */
export const settlementProfileSchema = z.strictObject({
  /** The gateway of the payments; if a file has those of several, the column that tells, and the gateway of each of its values. */
  gateway: z.union([
    z.string().min(1),
    z.strictObject({ column: columnSchema, values: z.record(z.string(), z.string().min(1)) }),
  ]),
  /** Left out: the one with which a line has all named columns. */
  separator: z.enum([',', ';', '|', '\t']).optional(),
  decimalMark: z.enum(['.', ',']).default('.'),
  /** `gateway`: the gateway's reference of the payment; `attempt`: our number of the attempt. */
  reference: z.strictObject({ column: columnSchema, of: z.enum(['gateway', 'attempt']).default('gateway') }),
  /** In ringgit. The gross amount is what the payer paid; without its column it is net amount and fee. */
  amount: z.union([
    z.strictObject({ gross: columnSchema, fee: columnSchema.optional(), net: columnSchema.optional() }),
    z.strictObject({ net: columnSchema, fee: columnSchema }),
  ]),
  /** The column that tells payments from refunds, by type or by sign (`CR`, `DR`). Without it a negative amount is a refund. */
  kind: z.strictObject({ column: columnSchema, values: z.record(z.string(), z.enum(lineKinds)) }).optional(),
  /** The column of the currency: MYR (or RM), unless a payer paid in another. */
  currency: columnSchema.optional(),
  /** The words with which lines begin that are none, such as `Total`. */
  footers: z.array(z.string().min(1)).default([]),
  /** The agreed fees by gateway: a percentage of the gross amount and sen. A payment with another fee is a difference. */
  feeRates: z
    .record(z.string(), z.strictObject({ percent: z.number().min(0).max(100), fixed: z.int().min(0).default(0) }))
    .default({}),
});

export type SettlementProfile = z.output<typeof settlementProfileSchema>;
export type SettlementProfileInput = z.input<typeof settlementProfileSchema>;

/** Lists the gateways whose payments the files of a profile have. */
export function gatewaysOf({ gateway }: SettlementProfile): readonly string[] {
  return typeof gateway === 'string' ? [gateway] : [...new Set(Object.values(gateway.values))];
}

/** Lists the columns that a file must have. */
export function columnsOf({ gateway, reference, amount, kind, currency }: SettlementProfile): readonly string[] {
  const ofGateway = typeof gateway === 'string' ? undefined : gateway.column;
  const all = [reference.column, ...Object.values(amount), ofGateway, kind?.column, currency];
  return all.filter((column): column is string => column !== undefined);
}
