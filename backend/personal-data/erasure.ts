import { sql } from 'kysely';
import { failure, success, type Result } from '@/lib/domain/result';
import { countRemindersOfAccount, eraseRemindersOfAccount } from '../bill-reminders/personal-data';
import { listAccountOwners } from '../cards/customer-owner';
import { inTransaction, type Db, type Trx } from '../db/database';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import { findRefid } from '../payments/model';
import { writeHistory } from '../payments/transitions';
import type { Services } from '../services';
import {
  countContacts,
  eraseContacts,
  listBlockedErasures,
  type BlockedErasure,
  type ErasedRows,
} from './erasure-rules';

/** Whose data are erased: of one payment, by its refid or paymentId, or of all payments of an account. */
export type ErasureSubject = { readonly reference: string } | { readonly account: string };

interface ErasureRequest {
  readonly subject: ErasureSubject;
  readonly reason: string;
  /** Only counts what would be erased. */
  readonly isDryRun: boolean;
  readonly by: Operator;
}

interface Erasure {
  readonly payments: readonly string[];
  /** The number of rows by table. */
  readonly erased: ErasedRows;
}

export type ErasureRefusal =
  | { readonly code: 'unknown-payment' | 'nothing-stored' | 'erased-before' }
  | { readonly code: 'needed'; readonly payments: readonly BlockedErasure[] };

const digestPurpose = 'account of an erasure';

/** Returns the digest by which a record of an erasure names an account. */
export function digestAccount({ encryption }: Pick<Services, 'encryption'>, account: string): string {
  return encryption.digest(account, digestPurpose);
}

/** Lists the payments of an account: of its bills, and of the customer whom a partner names by it. */
export async function listPaymentsOfAccount(db: Db | Trx, account: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('refid')
    .where((order) => order.or([order('account_number', '=', account), order('bill_account', '=', account)]))
    .union(db.selectFrom('order_accounts').select('order_refid as refid').where('account_number', '=', account))
    .execute();
  return rows.map(({ refid }) => refid);
}

/** Locks orders, always in the same sequence, and returns those whose contact data are stored. */
async function lockStored(trx: Trx, refids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ refid: string; isErased: boolean }>`
    select refid, contact_erased_at is not null as "isErased" from orders
    where refid = any(${[...refids]}::text[]) order by refid for update`.execute(trx);
  return rows.filter(({ isErased }) => !isErased).map(({ refid }) => refid);
}

async function countSavedCards(trx: Trx, owners: readonly string[]): Promise<number> {
  const cards = await trx.selectFrom('saved_cards').select('id').where('owner', 'in', owners).execute();
  return cards.length;
}

/**
 * Erases the contact data of a payment, or of all payments of an account with its saved cards and reminders, in one SQL transaction that records it. Refused
 * where one of the payments needs them: see `ErasureBlock`.
 */
export async function erasePersonalData(
  services: Services,
  { subject, reason, isDryRun, by }: ErasureRequest,
): Promise<Result<Erasure, ErasureRefusal>> {
  const { db, clock } = services;
  return inTransaction(db, async (trx) => {
    const account = 'account' in subject ? subject.account : null;
    const named = 'account' in subject ? null : await findRefid(trx, subject.reference);
    const found = account === null ? (named === null ? [] : [named]) : await listPaymentsOfAccount(trx, account);
    const payments = await lockStored(trx, found);
    const owners = account === null ? null : await listAccountOwners(trx, account);
    const cards = owners === null ? 0 : await countSavedCards(trx, owners);
    const reminders = account === null ? 0 : await countRemindersOfAccount(trx, account);
    if (payments.length === 0 && cards === 0 && reminders === 0) {
      if (found.length > 0) return failure({ code: 'erased-before' });
      return failure({ code: account === null ? 'unknown-payment' : 'nothing-stored' });
    }
    const blocked = await listBlockedErasures(trx, payments);
    if (blocked.length > 0) return failure({ code: 'needed', payments: blocked });
    const contacts = isDryRun ? await countContacts(trx, payments) : await eraseContacts(trx, payments, clock.now());
    const erased = { ...contacts, ...(account !== null && { saved_cards: cards, bill_reminders: reminders }) };
    if (isDryRun) return success({ payments, erased });
    const at = clock.now();
    if (owners !== null) await services.savedCards.removeAll(trx, owners);
    if (account !== null) await eraseRemindersOfAccount(trx, account);
    const recorded =
      account === null
        ? ({ scope: 'payment', subject: payments.join() } as const)
        : ({ scope: 'account', subject: digestAccount(services, account) } as const);
    await trx
      .insertInto('erasures')
      .values({ at, ...recorded, reason, erased_by: by.name, erased: JSON.stringify(erased) })
      .execute();
    await recordAction(trx, { operator: by, action: 'payer-erased', subject: recorded.subject, reason, at });
    for (const refid of payments) {
      await writeHistory(trx, { refid, attemptId: null, state: 'contact-erased', by: 'operator', at, detail: by.name });
    }
    return success({ payments, erased });
  });
}
