import { sql } from 'kysely';
import type { Db, Trx } from '../db/database';
import { gatewayAccount } from './accounts';

/** What a line of a settlement file may be of a movement. */
export type MovementKind = 'payment' | 'refund' | 'chargeback';

/** A journal entry on a gateway's clearing account, which the gateway's settlement file has as a line. */
export interface GatewayMovement {
  /** The entry's kind and source: unique. */
  readonly item: string;
  readonly gateway: string;
  readonly kind: MovementKind;
  /** What the gateway may call it: its references of the payment and, of a refund, of the refund itself. */
  readonly references: readonly string[];
  /** Our numbers of it: of the attempt or card verification. */
  readonly numbers: readonly string[];
  /** What it adds to the clearing account, in sen of `currency`: negative for what the gateway gives back. */
  readonly amount: number;
  readonly currency: string;
  readonly at: string;
  readonly refid: string | null;
  /** Whether a person still has to decide about the money: it is held for review. */
  readonly isHeld: boolean;
  /** Whether it is expected in a settlement file: a reversed card verification need not be. */
  readonly isExpected: boolean;
}

/**
 * Movements that were booked from `from` (inclusive) to `until` (exclusive), or at any time those that lines of a file name by the gateway's
 * references, or by our numbers.
 */
export type MovementQuery =
  | { readonly from: Date; readonly until: Date }
  | { readonly references: readonly string[] }
  | { readonly numbers: readonly string[] };

/** Whether a person still has to decide about money that is held for review: a condition on `reviews`. */
export const isOpenReview = sql<boolean>`not exists (select from review_closings where entry = 'money-' || reviews.id)`;

const anyOf = (texts: readonly string[]) => sql<string>`any(${[...texts]}::text[])`;

/** What is known of the entries of a source, besides the journal. */
interface Details {
  readonly references: readonly string[];
  readonly numbers: readonly string[];
  readonly isHeld: boolean;
  readonly isReversed: boolean;
}

/** Finds payments by references or numbers, each with the source of its journal entries. */
async function findPayments(db: Db | Trx, gateway: string, by: 'reference' | 'number', values: readonly string[]) {
  const rowsOf = (table: 'credits' | 'reviews') =>
    db
      .selectFrom(table)
      // By order too, which has an index in both tables.
      .innerJoin('attempts', (join) =>
        join
          .onRef('attempts.id', '=', `${table}.attempt_id`)
          .onRef('attempts.order_refid', '=', `${table}.order_refid`),
      )
      .select([`${table}.gateway_reference as reference`, 'attempts.number'])
      .select((table === 'reviews' ? isOpenReview : sql<boolean>`false`).as('isHeld'))
      .where(`${table}.gateway`, '=', gateway)
      .where(by === 'reference' ? `${table}.gateway_reference` : 'attempts.number', '=', anyOf(values))
      .execute();
  return [...(await rowsOf('credits')), ...(await rowsOf('reviews'))].map((row) => ({
    source: `${gateway} ${row.reference}`,
    ...{ reference: row.reference, number: row.number, isHeld: row.isHeld, isReversed: false },
  }));
}

/** Finds card verifications, likewise. */
async function findVerifications(db: Db | Trx, gateway: string, by: 'reference' | 'number', values: readonly string[]) {
  const rows = await db
    .selectFrom('card_verifications')
    .select(['number', 'gateway_reference', 'reversed_at'])
    .where('gateway', '=', gateway)
    .where(by === 'reference' ? 'gateway_reference' : 'number', '=', anyOf(values))
    .execute();
  return rows.map((row) => ({
    source: row.number,
    ...{ reference: row.gateway_reference, number: row.number, isHeld: false, isReversed: row.reversed_at !== null },
  }));
}

type Found = Awaited<ReturnType<typeof findPayments | typeof findVerifications>>;

/** Collects what was found, by source. */
function collectDetails(found: Found): ReadonlyMap<string, Details> {
  const details = new Map<string, Details>();
  for (const { source, reference, number, isHeld, isReversed } of found) {
    const before = details.get(source);
    details.set(source, {
      references: [...(before?.references ?? []), ...(reference === null ? [] : [reference])],
      numbers: [...(before?.numbers ?? []), number],
      isHeld: isHeld || before?.isHeld === true,
      isReversed: isReversed || before?.isReversed === true,
    });
  }
  return details;
}

function entriesQuery(db: Db | Trx, gateway: string) {
  return db
    .selectFrom('journal_entries')
    .innerJoin('journal_lines', 'journal_lines.entry_id', 'journal_entries.id')
    .select(['kind', 'source', 'order_refid', 'currency', 'at', 'amount'])
    .where('journal_lines.account', '=', gatewayAccount(gateway))
    .where('kind', '<>', 'settlement')
    .orderBy('journal_entries.id');
}

type Entry = Awaited<ReturnType<ReturnType<typeof entriesQuery>['execute']>>[number];

/** The kind of line that a journal entry is in a settlement file. */
function kindOf({ kind, amount }: Entry): MovementKind {
  if (kind.startsWith('chargeback-')) return 'chargeback';
  return amount > 0 ? 'payment' : 'refund';
}

function toMovement(gateway: string, entry: Entry, details: Details | undefined): GatewayMovement {
  const { kind, source, order_refid: refid, currency, at, amount } = entry;
  return {
    ...{ item: `${kind} ${source}`, gateway, kind: kindOf(entry), amount, currency, at: at.toISOString(), refid },
    references: details?.references ?? [],
    numbers: details?.numbers ?? [],
    isHeld: kind === 'payment-held' && details?.isHeld === true,
    isExpected: details?.isReversed !== true,
  };
}

/** Lists movements of a gateway, in the order in which they were booked. */
export async function listGatewayMovements(
  db: Db | Trx,
  gateway: string,
  query: MovementQuery,
): Promise<readonly GatewayMovement[]> {
  if ('from' in query) {
    const entries = await entriesQuery(db, gateway).where('at', '>=', query.from).where('at', '<', query.until).execute();
    const sources = [...new Set(entries.map(({ source }) => source))];
    const references = sources.flatMap((one) => (one.startsWith(`${gateway} `) ? [one.slice(gateway.length + 1)] : []));
    const details = collectDetails([
      ...(await findPayments(db, gateway, 'reference', references)),
      ...(await findVerifications(db, gateway, 'number', sources)),
    ]);
    return entries.map((entry) => toMovement(gateway, entry, details.get(entry.source)));
  }
  const [by, values] = 'numbers' in query ? (['number', query.numbers] as const) : (['reference', query.references] as const);
  const details = collectDetails([
    ...(await findPayments(db, gateway, by, values)),
    ...(await findVerifications(db, gateway, by, values)),
  ]);
  const entries = await entriesQuery(db, gateway)
    .where('kind', 'in', [
      ...(['payment-credited', 'payment-held'] as const),
      ...(['verification-charged', 'verification-differs', 'verification-reversed'] as const),
    ])
    .where('source', '=', anyOf([...details.keys()]))
    .execute();
  return entries.map((entry) => toMovement(gateway, entry, details.get(entry.source)));
}
