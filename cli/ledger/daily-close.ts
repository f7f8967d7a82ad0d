import { z } from 'zod';
import { differenceKinds } from '../../backend/reconciliation/model';

const gatewaySchema = z.object({
  gateway: z.string().nullable(),
  currency: z.string(),
  ...{ opening: z.int(), credited: z.int(), held: z.int(), verifications: z.int(), refunded: z.int() },
  ...{ chargedBack: z.int(), settled: z.int(), closing: z.int() },
  unsettled: z.object({ entries: z.int(), ageDays: z.int().nullable() }),
  ...{ applied: z.int(), posted: z.int(), fees: z.int(), bank: z.int() },
});
/** The day of one gateway, of those that name none (''), or of all (null). Amounts are sen. */
export type GatewayClose = z.output<typeof gatewaySchema>;

/** A daily close, as the backend makes it. */
export const closeSchema = z.object({
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
