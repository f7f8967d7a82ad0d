import type { MandateState } from '@/lib/domain/payment/mandate-states';
import type { Biller } from '../billers/biller';
import type { CardBrand } from '@/lib/domain/card/card-fields';
import { addMilliseconds, dayMs } from '../clock';
import type { Db, Trx } from '../db/database';
import { scheduleJob } from '../jobs/model';
import { createMandateReference } from '../random-ids';

/** A mandate, or its cancellation, on its way to the biller. */
export interface MandateRequest {
  readonly id: number;
  readonly reference: string;
  readonly action: 'create' | 'cancel';
  /** The reference of the mandate that is created or cancelled. */
  readonly mandate: string;
  readonly refid: string;
  readonly accountNumber: string;
  readonly cardBrand: CardBrand;
  readonly cardLastFour: string;
  readonly createdAt: Date;
  readonly state: MandateState;
  readonly biller: string | null;
  readonly reason: string | null;
  readonly sentAt: Date | null;
}

/** Returns the id of a mandate's entry in the review queue. */
export function mandateEntry(id: number): string {
  return `mandate-${id}`;
}

/** How long a mandate may go without a final answer, ms: from a biller that is called, and otherwise. */
const answerDueMs = { calls: dayMs, files: 7 * dayMs } as const;

/** Returns the time before which a mandate that has no final answer was written, to be overdue. */
export function mandatesOverdueSince({ mandates }: Pick<Biller, 'mandates'>, now: Date): Date {
  const takesCalls = mandates !== null && mandates !== 'files';
  return addMilliseconds(now, -(takesCalls ? answerDueMs.calls : answerDueMs.files));
}

/** Mandates and cancellations: the query to add conditions and an order to. */
export function mandatesQuery(db: Db | Trx) {
  return db
    .selectFrom('mandates')
    .leftJoin('mandates as cancelled', 'cancelled.id', 'mandates.cancels')
    .select([
      'mandates.id',
      'mandates.reference',
      (row) =>
        row
          .case()
          .when('mandates.cancels', 'is', null)
          .then(row.val<'create'>('create'))
          .else(row.val<'cancel'>('cancel'))
          .end()
          .as('action'),
      (row) => row.fn.coalesce('cancelled.reference', 'mandates.reference').as('mandate'),
      'mandates.order_refid as refid',
      'mandates.account_number as accountNumber',
      'mandates.card_brand as cardBrand',
      'mandates.card_last_four as cardLastFour',
      'mandates.created_at as createdAt',
      'mandates.state',
      'mandates.biller',
      'mandates.reason',
      'mandates.sent_at as sentAt',
    ]);
}

/** What a mandate says of its registration. */
export interface Registration {
  readonly refid: string;
  readonly accountNumber: string;
  readonly cardBrand: CardBrand;
  readonly cardLastFour: string;
}

/**
 * Writes a mandate and its job, in the transaction that registers the account; the reference is the registration's. `isCharged`: we collect the
 * bills, and the biller is not given the mandate.
 */
export async function writeMandate(
  trx: Trx,
  reference: string,
  registration: Registration,
  { isCharged, now }: { readonly isCharged: boolean; readonly now: Date },
): Promise<void> {
  await insertRequest(trx, { ...registration, reference, cancels: null }, now, isCharged);
}

/** Writes the cancellation of a mandate and its job, in the transaction that ends the registration. */
export async function writeCancellation(trx: Trx, mandate: Registration & { readonly id: number }, now: Date) {
  await insertRequest(trx, { ...mandate, reference: createMandateReference(), cancels: mandate.id }, now);
}

async function insertRequest(
  trx: Trx,
  request: Registration & { readonly reference: string; readonly cancels: number | null },
  now: Date,
  isOurs = false,
): Promise<void> {
  const { id } = await trx
    .insertInto('mandates')
    .values({
      reference: request.reference,
      cancels: request.cancels,
      order_refid: request.refid,
      account_number: request.accountNumber,
      card_brand: request.cardBrand,
      card_last_four: request.cardLastFour,
      created_at: now,
      state: isOurs ? 'accepted' : 'queued',
      biller: null,
      reason: null,
      sent_at: null,
      answered_at: isOurs ? now : null,
      export_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!isOurs) await scheduleJob(trx, 'send-mandate', id, now);
}

/** Whether the registration of a mandate exists still. */
export async function isInForce(db: Db | Trx, mandate: string): Promise<boolean> {
  const row = await db
    .selectFrom('auto_debits')
    .select('account_number')
    .where('mandate', '=', mandate)
    .executeTakeFirst();
  return row !== undefined;
}

/** Closes the review entry of a refused mandate whose registration has ended: nobody needs to clear it with the biller. */
export async function closeReviewOfEnded(trx: Trx, id: number, now: Date): Promise<void> {
  await trx
    .insertInto('review_closings')
    .values({ entry: mandateEntry(id), note: 'the registration is cancelled', closed_at: now })
    .onConflict((conflict) => conflict.column('entry').doNothing())
    .execute();
}
