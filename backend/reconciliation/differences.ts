import { sql } from 'kysely';
import { failure, success, type Result } from '@/lib/domain/result';
import { dayMs } from '../clock';
import { inTransaction, type Db, type Trx } from '../db/database';
import { isOpenReview } from '../ledger/gateway-movements';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import type { FoundDifference } from './compare';
import type { DifferenceKind } from './model';

/** Rows of one statement: PostgreSQL takes at most 65,535 parameters. */
const pageSize = 1_000;

function openDifferencesQuery(trx: Trx, gateways: readonly string[]) {
  return trx
    .selectFrom('reconciliation_differences')
    .select(['id', 'subject', 'kind', 'item', 'settlement_id', 'gateway', 'line', 'booked_at'])
    .where('closed_at', 'is', null)
    .where('gateway', '=', sql<string>`any(${[...gateways, '']}::text[])`);
}

type OpenDifference = Awaited<ReturnType<ReturnType<typeof openDifferencesQuery>['execute']>>[number];

/** Lists the open differences of gateways, and those of no gateway. */
export async function listOpenDifferences(trx: Trx, gateways: readonly string[]): Promise<readonly OpenDifference[]> {
  return openDifferencesQuery(trx, gateways).execute();
}

/**
 * Stores the differences of a run. One that an earlier run has found is updated; if it was resolved by a run it is open again, and if a person has
 * closed it, it stays closed.
 */
export async function writeDifferences(
  trx: Trx,
  { run, settlement }: { readonly run: number; readonly settlement: number },
  differences: readonly FoundDifference[],
  at: Date,
): Promise<void> {
  const unlessResolved = <Value>(column: string) =>
    sql<Value | null>`case when reconciliation_differences.resolved_by_run_id is null then reconciliation_differences.${sql.id(column)} end`;
  for (let start = 0; start < differences.length; start += pageSize) {
    await trx
      .insertInto('reconciliation_differences')
      .values(
        differences.slice(start, start + pageSize).map(({ refid, bookedAt, settledAmount, ...difference }) => ({
          ...difference,
          ...{ settlement_id: settlement, first_run_id: run, last_run_id: run, order_refid: refid, found_at: at },
          booked_at: bookedAt === null ? null : new Date(bookedAt),
          settled_amount: settledAmount,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((row) => ({
          settlement_id: row.ref('excluded.settlement_id'),
          last_run_id: row.ref('excluded.last_run_id'),
          line: row.ref('excluded.line'),
          detail: row.ref('excluded.detail'),
          closed_at: unlessResolved<Date>('closed_at'),
          closed_by: unlessResolved<string>('closed_by'),
          reason: unlessResolved<string>('reason'),
          resolved_by_run_id: null,
        })),
      )
      .execute();
  }
}

interface Found {
  readonly run: { readonly id: number; readonly period_from: Date; readonly period_until: Date };
  readonly settlement: number;
  readonly differences: readonly FoundDifference[];
  readonly named: ReadonlySet<string>;
}

/** Whether an open difference of an earlier run is gone by what a run has found. */
function isGone(open: OpenDifference, { run, settlement, named }: Found): boolean {
  const { kind, item, booked_at: bookedAt } = open;
  if (kind === 'held-for-review') return false;
  if (kind === 'missing-there') {
    const isOfPeriod = bookedAt !== null && bookedAt >= run.period_from && bookedAt < run.period_until;
    return isOfPeriod || (item !== null && named.has(item));
  }
  return open.settlement_id === settlement;
}

/**
 * Resolves open differences that a run no longer finds: those of the same settlement, payments that were missing and are in this file, and money
 * about which a person has decided since. Returns how many.
 */
export async function resolveGone(trx: Trx, open: readonly OpenDifference[], found: Found, at: Date): Promise<number> {
  const subjects = new Set(found.differences.map(({ subject }) => subject));
  const gone = open.filter((one) => !subjects.has(one.subject) && isGone(one, found));
  const by = `run ${found.run.id}`;
  const change = { closed_at: at, closed_by: by, reason: `resolved by ${by}`, resolved_by_run_id: found.run.id };
  for (let start = 0; start < gone.length; start += pageSize) {
    const ids = gone.slice(start, start + pageSize).map(({ id }) => id);
    await trx
      .updateTable('reconciliation_differences')
      .set(change)
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .execute();
  }
  const decided = await trx
    .updateTable('reconciliation_differences as difference')
    .set(change)
    .where('kind', '=', 'held-for-review')
    .where('closed_at', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('reviews')
            .select('reviews.id')
            .whereRef('reviews.order_refid', '=', 'difference.order_refid')
            .where(isOpenReview)
            .where(
              sql<boolean>`'payment-held ' || reviews.gateway || ' ' || reviews.gateway_reference = difference.item`,
            ),
        ),
      ),
    )
    .returning('difference.id')
    .execute();
  return gone.length + decided.length;
}

/** A difference for an operator. Amounts are sen. */
export interface Difference {
  readonly id: number;
  readonly kind: DifferenceKind;
  /** Empty for fees and other lines that name no gateway. */
  readonly gateway: string;
  readonly reference: string;
  /** The payment; null where the reference is not one of ours. */
  readonly refid: string | null;
  /** The run that has found it last, and the line of its file; null: it is in no line. */
  readonly run: number;
  readonly line: number | null;
  /** Here, and in the file. */
  readonly amount: number | null;
  readonly settledAmount: number | null;
  readonly fee: number | null;
  readonly detail: string | null;
  readonly owner: string | null;
  readonly foundAt: string;
  /** Whole days since it was found, until now or until it was closed. */
  readonly ageDays: number;
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  readonly reason: string | null;
}

function differencesQuery(db: Db | Trx) {
  return db
    .selectFrom('reconciliation_differences')
    .select(['id', 'kind', 'gateway', 'reference', 'order_refid', 'last_run_id', 'line', 'amount', 'settled_amount'])
    .select(['fee', 'detail', 'owner', 'found_at', 'closed_at', 'closed_by', 'reason']);
}

type Row = Awaited<ReturnType<ReturnType<typeof differencesQuery>['execute']>>[number];

/** Returns whole days between two times. */
export function daysBetween(from: Date, until: Date): number {
  return Math.floor((until.getTime() - from.getTime()) / dayMs);
}

function describe(row: Row, now: Date): Difference {
  return {
    ...{ id: row.id, kind: row.kind, gateway: row.gateway, reference: row.reference, refid: row.order_refid },
    ...{ run: row.last_run_id, line: row.line, amount: row.amount, settledAmount: row.settled_amount, fee: row.fee },
    ...{ detail: row.detail, owner: row.owner, foundAt: row.found_at.toISOString() },
    ageDays: daysBetween(row.found_at, row.closed_at ?? now),
    ...{ closedAt: row.closed_at?.toISOString() ?? null, closedBy: row.closed_by, reason: row.reason },
  };
}

/** Differences of one request. */
const listed = 2_000;

/** Which differences: those that are open, now or at a time; those that a run, and none later, has found; or all. */
export type DifferenceFilter = 'open' | 'all' | { readonly run: number } | { readonly openAt: Date };

/** Lists the next differences, in the order in which they were found, after the one with the id `after`. */
export async function listDifferences(
  db: Db | Trx,
  filter: DifferenceFilter,
  now: Date,
  after = 0,
): Promise<readonly Difference[]> {
  let query = differencesQuery(db).where('id', '>', after).orderBy('id').limit(listed);
  if (filter === 'open') query = query.where('closed_at', 'is', null);
  else if (filter !== 'all' && 'run' in filter) query = query.where('last_run_id', '=', filter.run);
  else if (filter !== 'all') {
    const { openAt } = filter;
    query = query
      .where('found_at', '<', openAt)
      .where((row) => row.or([row('closed_at', 'is', null), row('closed_at', '>=', openAt)]));
  }
  return (await query.execute()).map((row) => describe(row, now));
}

/** Why a difference cannot be changed. */
export type DifferenceError = 'unknown' | 'closed';

/** Returns the id of a difference's entry in the review queue. */
export function differenceEntry(id: number): string {
  return `difference-${id}`;
}

/** Reads the id of an entry of the review queue; null for an entry of another kind. */
export function readDifferenceEntry(entry: string): number | null {
  const [, id] = /^difference-(\d{1,15})$/.exec(entry) ?? [];
  return id === undefined ? null : Number(id);
}

interface Change {
  readonly action: 'difference-assigned' | 'difference-closed';
  readonly by: Operator;
  readonly reason: string;
  readonly at: Date;
}

async function change(
  db: Db,
  id: number,
  values:
    { readonly owner: string } | { readonly closed_at: Date; readonly closed_by: string; readonly reason: string },
  { action, by, reason, at }: Change,
): Promise<Result<Difference, DifferenceError>> {
  return inTransaction(db, async (trx) => {
    const changed = await trx
      .updateTable('reconciliation_differences')
      .set(values)
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    const row = await differencesQuery(trx).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return failure('unknown');
    if (changed === undefined) return failure('closed');
    await recordAction(trx, { operator: by, action, subject: differenceEntry(id), reason, at });
    return success(describe(row, at));
  });
}

/** Assigns an open difference to a person. */
export async function assignDifference(
  db: Db,
  id: number,
  { owner, by }: { readonly owner: string; readonly by: Operator },
  at: Date,
): Promise<Result<Difference, DifferenceError>> {
  return change(db, id, { owner }, { action: 'difference-assigned', by, reason: `to ${owner}`, at });
}

/** Closes a difference with a reason. It books nothing: money that is not settled stays in the gateway's clearing account. */
export async function closeDifference(
  db: Db,
  id: number,
  { reason, by }: { readonly reason: string; readonly by: Operator },
  at: Date,
): Promise<Result<Difference, DifferenceError>> {
  const closing = { closed_at: at, closed_by: by.name, reason };
  return change(db, id, closing, { action: 'difference-closed', by, reason, at });
}

/** Whether the line of a settlement file has paid out a journal entry. */
export async function isSettled(trx: Trx, item: string): Promise<boolean> {
  const row = await trx
    .selectFrom('settled_items')
    .select('run_id')
    .where('item', '=', item)
    .where('gone_run_id', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Closes the open differences about a journal entry of which a person has decided. */
export async function closeDifferencesOf(
  trx: Trx,
  item: string,
  { by, reason, at }: { readonly by: Operator; readonly reason: string; readonly at: Date },
): Promise<void> {
  await trx
    .updateTable('reconciliation_differences')
    .set({ closed_at: at, closed_by: by.name, reason })
    .where('item', '=', item)
    .where('closed_at', 'is', null)
    .execute();
}
