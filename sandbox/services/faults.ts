import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../backend/db/database';
import type { FaultMode } from '../../backend/db/tables';
import type { FaultInjector } from '../../backend/http/fault-injection';
import { scenarioOfAccount } from '../scenarios/accounts';

export const faultModes = [
  'error',
  'slow',
  'timeout',
  'garbage',
  'drop-answer',
] as const satisfies readonly FaultMode[];

/** Faults set by the control `faults`, and those of the accounts that have one. */
export function createSandboxFaults(db: Db): FaultInjector {
  return {
    async faultOf(call, body) {
      const ordered = await db
        .updateTable('sandbox_faults')
        .set({ times: sql`times - 1` })
        .where('call', '=', call)
        .where('times', '>', 0)
        .returning('mode')
        .executeTakeFirst();
      if (ordered !== undefined) return ordered.mode;
      const accountNumber = await findAccount(db, call, body);
      return accountNumber === null ? null : (scenarioOfAccount(accountNumber).fault ?? null);
    },
  };
}

const lookUpSchema = z.object({ accountNumber: z.string() });
const linkSchema = z.object({ refid: z.string() });

/** Returns the account whose bill a call reads: by its number, or by a direct link. Null for any other call. */
async function findAccount(db: Db, call: string, body: unknown): Promise<string | null> {
  if (call === 'bill.get') return lookUpSchema.safeParse(body).data?.accountNumber ?? null;
  const refid = call === 'bill.link' ? linkSchema.safeParse(body).data?.refid : undefined;
  if (refid === undefined) return null;
  const link = await db.selectFrom('bill_links').select('account_number').where('refid', '=', refid).executeTakeFirst();
  return link?.account_number ?? null;
}

/** Makes the next `times` calls of a name fail. */
export async function setFault(db: Db, call: string, mode: FaultMode, times: number): Promise<void> {
  await db
    .insertInto('sandbox_faults')
    .values({ call, mode, times })
    .onConflict((conflict) => conflict.column('call').doUpdateSet({ mode, times }))
    .execute();
}

/** Returns the faults that are still active. */
export async function listFaults(db: Db) {
  return db.selectFrom('sandbox_faults').selectAll().where('times', '>', 0).orderBy('call').execute();
}
