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

/** Whether a person has decided that held money is the same movement as other money: a condition on `reviews`. */
const isSameMovement = sql<boolean>`exists (select from review_closings where entry = 'money-' || reviews.id and decision = 'same-movement')`;

const anyOf = (texts: readonly string[]) => sql<string>`any(${[...texts]}::text[])`;

/** What the records of a payment or card verification say of its journal entries. */
interface Details {
  readonly source: string;
  readonly refid: string;
  readonly reference: string | null;
  readonly number: string;
  readonly isHeld: boolean;
  readonly isReversed: boolean;
  /** Held money that is the same movement as a credit of its reference, which alone is settled. */
  readonly isSameMovement: boolean;
}

type FoundBy = 'reference' | 'number' | 'order';

/** Finds payments, each with the source of its journal entries. */
async function findPayments(
  db: Db | Trx,
  gateway: string,
  by: FoundBy,
  values: readonly string[],
): Promise<readonly Details[]> {
  if (values.length === 0) return [];
  const rowsOf = (table: 'credits' | 'reviews') => {
    const columns = {
      reference: `${table}.gateway_reference`,
      number: 'attempts.number',
      order: `${table}.order_refid`,
    } as const;
    return (
      db
        .selectFrom(table)
        // By order too, which has an index in both tables.
        .innerJoin('attempts', (join) =>
          join
            .onRef('attempts.id', '=', `${table}.attempt_id`)
            .onRef('attempts.order_refid', '=', `${table}.order_refid`),
        )
        .select([`${table}.gateway_reference as reference`, `${table}.order_refid as refid`, 'attempts.number'])
        .select((table === 'reviews' ? isOpenReview : sql<boolean>`false`).as('isHeld'))
        .select((table === 'reviews' ? isSameMovement : sql<boolean>`false`).as('isSameMovement'))
        .where(`${table}.gateway`, '=', gateway)
        .where(columns[by], '=', anyOf(values))
        .execute()
    );
  };
  const rows = [...(await rowsOf('credits')), ...(await rowsOf('reviews'))];
  return rows.map((row) => ({ ...row, source: `${gateway} ${row.reference}`, isReversed: false }));
}

/** Finds card verifications, likewise. */
async function findVerifications(
  db: Db | Trx,
  gateway: string,
  by: Exclude<FoundBy, 'order'>,
  values: readonly string[],
): Promise<readonly Details[]> {
  if (values.length === 0) return [];
  const rows = await db
    .selectFrom('card_verifications')
    .select(['number', 'order_refid as refid', 'gateway_reference as reference', 'reversed_at'])
    .where('gateway', '=', gateway)
    .where(by === 'reference' ? 'gateway_reference' : 'number', '=', anyOf(values))
    .execute();
  return rows.map(({ reversed_at: reversedAt, ...row }) => ({
    ...row,
    ...{ source: row.number, isHeld: false, isReversed: reversedAt !== null, isSameMovement: false },
  }));
}

/** Finds refunds by the gateway's reference of them or by ours, likewise; those of another gateway have no entries on this one's account. */
async function findRefunds(
  db: Db | Trx,
  by: Exclude<FoundBy, 'order'>,
  values: readonly string[],
): Promise<readonly Details[]> {
  if (values.length === 0) return [];
  const rows = await db
    .selectFrom('refunds')
    .select(['reference as number', 'order_refid as refid', 'gateway_reference as reference'])
    .where(by === 'reference' ? 'gateway_reference' : 'reference', '=', anyOf(values))
    .execute();
  return rows.map((row) => ({ ...row, source: row.number, isHeld: false, isReversed: false, isSameMovement: false }));
}

/** Finds the orders of disputes by the gateway's ids: the money of a dispute that was won has an entry, too, whose source says more. */
async function findDisputedOrders(
  db: Db | Trx,
  gateway: string,
  values: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('chargebacks')
    .select('order_refid')
    .where('gateway', '=', gateway)
    .where('dispute', '=', anyOf(values))
    .execute();
  return rows.map(({ order_refid: refid }) => refid);
}

function entriesQuery(db: Db | Trx, gateway: string) {
  return db
    .selectFrom('journal_entries')
    .innerJoin('journal_lines', 'journal_lines.entry_id', 'journal_entries.id')
    .select(['journal_entries.id', 'kind', 'source', 'order_refid', 'currency', 'at', 'amount'])
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

/** The parts of an entry's source that a file may name: a refund's or dispute's reference. */
function namesOf(gateway: string, { source }: Entry): readonly string[] {
  const own = source.startsWith(`${gateway} `) ? source.slice(gateway.length + 1) : source;
  return [own, own.replace(/ \d{1,9}$/, '')];
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function isText(value: string | null): value is string {
  return value !== null;
}

/**
 * Makes movements of entries. A refund or chargeback may be named as its order's payments of this gateway are, by what its source says, or by the
 * gateway's own reference of it.
 */
function toMovements(
  gateway: string,
  entries: readonly Entry[],
  payments: readonly Details[],
  others: readonly Details[],
): readonly GatewayMovement[] {
  const bySource = groupBy([...payments, ...others], ({ source }) => source);
  const byOrder = groupBy(payments, ({ refid }) => refid);
  // Held money that is the same movement as a credit, and the entry that takes it back, are in no file.
  const isNotWithdrawn = ({ kind, source }: Entry) =>
    (kind !== 'payment-held' && kind !== 'review-same-movement') ||
    bySource.get(source)?.some((one) => one.isSameMovement) !== true;
  return entries.filter(isNotWithdrawn).map((entry) => {
    const { kind, source, order_refid: refid, currency, at, amount } = entry;
    const own = bySource.get(source) ?? [];
    const isReturned = kind.startsWith('refund-') || kind.startsWith('chargeback-');
    const names = isReturned ? [...(byOrder.get(refid ?? '') ?? []), ...own] : own;
    const written = isReturned ? namesOf(gateway, entry) : [];
    return {
      ...{ item: `${kind} ${source}`, gateway, kind: kindOf(entry), amount, currency, at: at.toISOString(), refid },
      references: [...new Set([...names.map(({ reference }) => reference).filter(isText), ...written])],
      numbers: [...new Set([...names.map(({ number }) => number), ...written])],
      isHeld: kind === 'payment-held' && own.some(({ isHeld }) => isHeld),
      isExpected: !own.some(({ isReversed }) => isReversed),
    };
  });
}

/** The kinds of entries whose sources are what a file may name. */
const sourceKinds: readonly string[] = [
  ...['verification-charged', 'verification-differs', 'verification-reversed'],
  ...['refund-succeeded', 'chargeback-opened'],
];

/** Lists movements of a gateway, in the order in which they were booked. */
export async function listGatewayMovements(
  db: Db | Trx,
  gateway: string,
  query: MovementQuery,
): Promise<readonly GatewayMovement[]> {
  if ('from' in query) {
    const { from, until } = query;
    const entries = await entriesQuery(db, gateway).where('at', '>=', from).where('at', '<', until).execute();
    const refids = [...new Set(entries.map(({ order_refid: refid }) => refid).filter(isText))];
    const sources = [...new Set(entries.map(({ source }) => source))];
    return toMovements(gateway, entries, await findPayments(db, gateway, 'order', refids), [
      ...(await findVerifications(db, gateway, 'number', sources)),
      ...(await findRefunds(db, 'number', sources)),
    ]);
  }
  const [by, values] =
    'numbers' in query ? (['number', query.numbers] as const) : (['reference', query.references] as const);
  const named = await findPayments(db, gateway, by, values);
  const others = [...(await findVerifications(db, gateway, by, values)), ...(await findRefunds(db, by, values))];
  const disputed = await findDisputedOrders(db, gateway, values);
  const refids = [...new Set([...[...named, ...others].map(({ refid }) => refid), ...disputed])];
  const sources = [...values, ...values.map((value) => `${gateway} ${value}`), ...others.map(({ source }) => source)];
  const ofOrders = await entriesQuery(db, gateway).where('order_refid', '=', anyOf(refids)).execute();
  const ofSources = await entriesQuery(db, gateway)
    .where('kind', 'in', [...sourceKinds])
    .where('source', '=', anyOf(sources))
    .execute();
  const entries = [...new Map([...ofOrders, ...ofSources].map((entry) => [entry.id, entry])).values()];
  const found = [...new Set(entries.map(({ source }) => source))];
  return toMovements(gateway, entries, await findPayments(db, gateway, 'order', refids), [
    ...(await findVerifications(db, gateway, 'number', found)),
    ...(await findRefunds(db, 'number', found)),
  ]);
}
