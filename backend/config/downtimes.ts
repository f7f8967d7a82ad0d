import { z } from 'zod';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import { knownWallets } from '@/lib/domain/methods/wallet';
import type { DowntimeWindow } from '@/lib/domain/payment/payment';
import { inTransaction, type Db } from '../db/database';
import { listBanks } from '../gateways-in-use';
import { fpxBankNames } from '../gateways/fpx/banks';
import type { Services } from '../services';
import { recordChanges } from './setting-changes';

/** The words of a downtime as an operator types them; empty: none. */
export const downtimeMessageSchema = z
  .string()
  .trim()
  .max(300)
  .default('')
  .transform((message) => message || null);

/** Lists what can have a downtime, each name once: methods, wallets, carriers, and the banks of instalment plans, of FPX's table and of its list. */
export async function listDowntimeTargets({
  carrier,
  config,
  gateways,
}: Pick<Services, 'carrier' | 'config' | 'gateways'>): Promise<readonly string[]> {
  const plans = (await config.readInstalmentPlans()).map(({ bank }) => bank);
  const banks = Object.values(fpxBankNames).flatMap((names) => Object.keys(names));
  const listed = await Promise.all([listBanks(gateways, 'personal'), listBanks(gateways, 'corporate')]);
  const listedBanks = listed.flat().map(({ id }) => id);
  const providers = [...knownWallets, ...(carrier?.names ?? []), ...plans, ...banks, ...listedBanks];
  return [...new Set([...paymentMethods, ...providers])];
}

/** Lists current and future outages of methods, banks, wallets and carriers. */
export async function listDowntimes(db: Db, now: Date): Promise<readonly DowntimeWindow[]> {
  const rows = await db
    .selectFrom('downtimes')
    .select(['target', 'from_at', 'until_at', 'message'])
    .where('until_at', '>', now)
    .orderBy('from_at')
    .execute();
  return rows.map((row) => ({
    target: row.target,
    from: row.from_at.toISOString(),
    until: row.until_at.toISOString(),
    message: row.message,
  }));
}

/** Sets the downtime of a target, in place of the one that it has; null ends it. Returns whether anything has changed. */
export async function setDowntime(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  target: string,
  window: { readonly from: Date; readonly until: Date; readonly message: string | null } | null,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('downtimes').where('target', '=', target).executeTakeFirst();
    if (window === null && numDeletedRows === 0n) return false;
    if (window !== null) {
      const row = { from_at: window.from, until_at: window.until, message: window.message };
      await trx
        .insertInto('downtimes')
        .values({ target, ...row })
        .onConflict((conflict) => conflict.column('target').doUpdateSet(row))
        .execute();
    }
    await recordChanges(trx, clock.now(), [{ setting: `downtime ${target}`, value: window }]);
    return true;
  });
}
