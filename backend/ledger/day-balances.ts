import { sql } from 'kysely';
import type { Trx } from '../db/database';
import { readTrialBalanceIn } from './balances';
import { findMovementName } from './named-movements';

/** A period of the journal: from (inclusive) until (exclusive). */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

export interface AccountMovement {
  readonly kind: string;
  /** Null: no entry of the kind belongs on the account. */
  readonly name: string | null;
  readonly entries: number;
  /** Sen: a debit is positive. */
  readonly amount: number;
}

/** An account in a period: sen, a debit is positive. */
export interface AccountDay {
  readonly account: string;
  readonly currency: string;
  readonly opening: number;
  readonly movements: readonly AccountMovement[];
  readonly closing: number;
}

interface MovementRow {
  readonly account: string;
  readonly currency: string;
  readonly kind: string;
  readonly entries: number;
  readonly amount: number;
}

async function readMovements(trx: Trx, { from, until }: Span): Promise<readonly MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select line.account, entry.currency, entry.kind, count(*) as entries, sum(line.amount)::bigint as amount
    from journal_entries entry join journal_lines line on line.entry_id = entry.id
    where entry.at >= ${from} and entry.at < ${until}
    group by line.account, entry.currency, entry.kind
    order by line.account, entry.currency, min(entry.id)`.execute(trx);
  return rows;
}

/** Reads each account with its opening and closing balance and the movements between, by name. The three are read independently of each other. */
export async function readAccountDays(trx: Trx, span: Span): Promise<readonly AccountDay[]> {
  const opening = await readTrialBalanceIn(trx, span.from);
  const closing = await readTrialBalanceIn(trx, span.until);
  const movements = await readMovements(trx, span);
  return closing.map(({ account, currency, balance }) => {
    const isSame = (one: { readonly account: string; readonly currency: string }) =>
      one.account === account && one.currency === currency;
    return {
      ...{ account, currency, closing: balance },
      opening: opening.find(isSame)?.balance ?? 0,
      movements: movements
        .filter(isSame)
        .map(({ kind, entries, amount }) => ({ kind, name: findMovementName(kind, account), entries, amount })),
    };
  });
}

/** What of a gateway's money was moved beyond its clearing account, sen: see `readGatewayDays`. */
export interface GatewayDay {
  readonly gateway: string;
  readonly currency: string;
  /** Held money that was applied to its order. */
  readonly applied: number;
  /** Credited money that the biller has accepted. */
  readonly posted: number;
  /** What the gateway kept of settlements, and what it paid out. */
  readonly fees: number;
  readonly bank: number;
}

/**
 * Reads what became of each gateway's money in a period. An entry without a line on a gateway's account is of the gateway whose payment was credited
 * to its order; fees that name no gateway are of ''.
 */
export async function readGatewayDays(trx: Trx, { from, until }: Span): Promise<readonly GatewayDay[]> {
  const { rows } = await sql<GatewayDay>`
    select gateway, currency,
      coalesce(sum(amount) filter (where kind = 'review-applied'), 0)::bigint as applied,
      coalesce(-sum(amount) filter (where account = 'biller-posted'), 0)::bigint as posted,
      coalesce(sum(amount) filter (where account = 'fees'), 0)::bigint as fees,
      coalesce(sum(amount) filter (where account = 'bank' and kind = 'settlement'), 0)::bigint as bank
    from (
      select entry.currency, entry.kind, line.account, line.amount,
        coalesce(
          (select substr(other.account, 9) from journal_lines other where other.entry_id = entry.id and other.account like 'gateway:%' limit 1),
          (select gateway from credits where credits.order_refid = entry.order_refid limit 1), '') as gateway
      from journal_entries entry join journal_lines line on line.entry_id = entry.id
      where entry.at >= ${from} and entry.at < ${until}
        and (line.account in ('biller-posted', 'fees', 'bank') or (entry.kind = 'review-applied' and line.account = 'suspense'))
    ) line
    group by gateway, currency order by gateway, currency`.execute(trx);
  return rows;
}

/** Money of a gateway that is in its clearing account and not settled, sen. */
export interface UnsettledMoney {
  readonly gateway: string;
  readonly currency: string;
  /** Entries but those of card verifications, which are reversed and seldom settled. */
  readonly entries: number;
  readonly amount: number;
  readonly oldest: Date | null;
}

/** Reads what each gateway has not settled at a time: the entries on its clearing account that no settlement has. */
export async function readUnsettledMoney(trx: Trx, until: Date): Promise<readonly UnsettledMoney[]> {
  const { rows } = await sql<UnsettledMoney>`
    select substr(line.account, 9) as gateway, entry.currency,
      count(*) filter (where entry.kind not like 'verification-%') as entries,
      sum(line.amount)::bigint as amount,
      min(entry.at) filter (where entry.kind not like 'verification-%') as oldest
    from journal_entries entry join journal_lines line on line.entry_id = entry.id
    where entry.at < ${until} and entry.kind <> 'settlement' and line.account like 'gateway:%'
      and not exists (
        select from settled_items where item = entry.kind || ' ' || entry.source
          and settled_at < ${until} and (gone_at is null or gone_at >= ${until}))
      and not (entry.kind in ('payment-held', 'review-same-movement') and exists (
        select from journal_entries same where same.kind = 'review-same-movement' and same.source = entry.source and same.at < ${until}))
    group by line.account, entry.currency order by line.account, entry.currency`.execute(trx);
  return rows;
}

/** Money of an order that is held for review, sen. */
export interface HeldMoney {
  readonly refid: string | null;
  readonly currency: string;
  readonly amount: number;
  /** What was held, each with its gateway and the gateway's reference. */
  readonly payments: readonly string[];
  readonly since: Date;
}

/** Reads what of the suspense account is whose at a time: held, and neither applied nor given back. */
export async function readHeldMoney(trx: Trx, until: Date): Promise<readonly HeldMoney[]> {
  const { rows } = await sql<HeldMoney>`
    select entry.order_refid as refid, entry.currency, -sum(line.amount)::bigint as amount, min(entry.at) as since,
      coalesce(array_agg(entry.source order by entry.id) filter (where entry.kind = 'payment-held'), '{}') as payments
    from journal_lines line join journal_entries entry on entry.id = line.entry_id
    where line.account = 'suspense' and entry.at < ${until}
    group by entry.order_refid, entry.currency having sum(line.amount) <> 0
    order by min(entry.at)`.execute(trx);
  return rows;
}
