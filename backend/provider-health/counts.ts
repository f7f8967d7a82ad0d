import { sql } from 'kysely';
import { methodsWithHealth } from '@/lib/domain/payment/provider-alternative';
import { slowAfterMs } from '@/lib/domain/payment/provider-health';
import { addMilliseconds, minuteMs } from '../clock';
import type { Db } from '../db/database';
import type { EndedAttempts } from './outcome';

/** The time that is compared with those before, ms. */
export const slotMs = 30 * minuteMs;

/** A time that is divided into slots, and how many attempts of each slot are read: the latest. */
export interface CountedTime {
  readonly until: Date;
  readonly slots: number;
  readonly attemptsOfSlot: number;
}

/** Attempts of one provider. */
export interface ProviderAttempts extends EndedAttempts {
  /** Null: the method has one provider only. */
  readonly provider: string | null;
}

/** The network of a payer's address in SQL, as `toNetworkPrefix` has it: a /24 of IPv4, a /48 of IPv6. An erased address is one network. */
const networkOf = sql`case when payer_address like '%:%'
    then split_part(payer_address, ':', 1) || ':' || split_part(payer_address, ':', 2) || ':' || split_part(payer_address, ':', 3)
    else split_part(payer_address, '.', 1) || '.' || split_part(payer_address, '.', 2) || '.' || split_part(payer_address, '.', 3) end`;

/**
 * Counts the attempts that were begun in a time, by provider, gateway and how they ended. An order counts once for each provider in a slot, by its
 * latest attempt: who tries again, or is sent to the next gateway, is one payer. Attempts that auto debit has begun have no payer at a bank.
 * Each slot is one range of an index, and at most `attemptsOfSlot` rows: the cost does not grow with the payments.
 */
export async function countAttempts(
  db: Db,
  { until, slots, attemptsOfSlot }: CountedTime,
): Promise<readonly ProviderAttempts[]> {
  const from = addMilliseconds(until, -slots * slotMs);
  const last = addMilliseconds(until, -slotMs);
  const slot = sql`make_interval(secs => ${sql.lit(slotMs / 1000)})`;
  const slow = sql`make_interval(secs => ${sql.lit(slowAfterMs / 1000)})`;
  const { rows } = await sql<ProviderAttempts>`
    with sampled as (
      select slot.at, attempt.*
      from generate_series(${from}::timestamptz, ${last}::timestamptz, ${slot}) slot (at)
        cross join lateral (
          select id, order_refid, method, provider, gateway, state, coalesce(reason_code, '') as reason,
            coalesce(confirmed_at - created_at > ${slow}, false) as is_slow, ${networkOf} as network
          from attempts
          where created_at >= slot.at and created_at < slot.at + ${slot} and not is_merchant_initiated
            and method in (${sql.join(methodsWithHealth.map((method) => sql.lit(method)))})
          order by created_at desc
          limit ${attemptsOfSlot}::int
        ) attempt
    ), latest as (
      select distinct on (at, order_refid, method, provider) *
      from sampled order by at, order_refid, method, provider, id desc
    ), counted as (
      select method, provider, gateway, state, reason, is_slow, count(*) as orders, count(distinct network) as networks
      from latest group by at, method, provider, gateway, state, reason, is_slow
    )
    select method, provider, gateway, state, reason as "reasonCode", is_slow as "isSlow",
      sum(orders)::int as orders, sum(networks)::int as networks
    from counted group by method, provider, gateway, state, reason, is_slow`.execute(db);
  return rows;
}
