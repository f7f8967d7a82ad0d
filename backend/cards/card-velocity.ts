import { sql } from 'kysely';
import { toHostPrefix, toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { failure, success, type Result } from '@/lib/domain/result';
import { addMilliseconds, dayMs, hourMs, minuteMs, secondMs, type Clock } from '../clock';
import type { Trx } from '../db/database';
import type { CardTryKind } from '../db/tables';
import type { Refusal } from '../http/refusal';
import type { Sealer } from '../sealing';

/** How many tries of cards may come to nothing, of what they have in common, before the next is not taken to the bank. Security, row 17. */
interface CardLimit {
  readonly of: CardTryKind;
  readonly most: number;
  readonly withinMs: number;
  /** Beyond it: `wait`, or `work`, a proof of work with which it goes on up to the limits that wait. */
  readonly beyond: 'work' | 'wait';
}

/** Their words are in docs/security.md. Issuers are told apart by the first eight digits. */
export const cardLimits = [
  { of: 'payment', most: 3, withinMs: hourMs, beyond: 'work' },
  { of: 'payment', most: 5, withinMs: hourMs, beyond: 'wait' },
  { of: 'card', most: 5, withinMs: hourMs, beyond: 'wait' },
  { of: 'card', most: 10, withinMs: dayMs, beyond: 'wait' },
  { of: 'address', most: 3, withinMs: 10 * minuteMs, beyond: 'work' },
  { of: 'address', most: 5, withinMs: 10 * minuteMs, beyond: 'wait' },
  { of: 'address', most: 30, withinMs: dayMs, beyond: 'wait' },
  { of: 'network', most: 20, withinMs: 10 * minuteMs, beyond: 'work' },
  { of: 'network', most: 60, withinMs: 10 * minuteMs, beyond: 'wait' },
  { of: 'issuer', most: 100, withinMs: 10 * minuteMs, beyond: 'work' },
  { of: 'issuer', most: 500, withinMs: 10 * minuteMs, beyond: 'wait' },
  { of: 'all', most: 2_000, withinMs: 10 * minuteMs, beyond: 'work' },
  { of: 'all', most: 10_000, withinMs: 10 * minuteMs, beyond: 'wait' },
] as const satisfies readonly CardLimit[];

/** Longer than this a try counts for nothing. */
export const longestCardLimitMs = Math.max(...cardLimits.map(({ withinMs }) => withinMs));

const issuerDigits = 8;

/** A card about to be taken to the bank. */
export interface CardTry {
  readonly cardNumber: string;
  /** The payment that it is to pay; null for a card that is only verified. */
  readonly refid: string | null;
  /** The payer's; null when nobody has said it. */
  readonly address: string | null;
  /** The payer's browser has done a proof of work for this try. */
  readonly hasProof: boolean;
}

/** `of`: what was tried too often, `card`, `payment` or anything else; `until`: ISO 8601. */
export type CardTryRefusal = Refusal<'rate-limited' | 'captcha-required'>;

/**
 * Counts cards that are taken to the bank and pay nothing: declined, given up, or under way still. One that has paid, or was verified,
 * counts no more. Both are asked inside the SQL transaction that begins the try, which holds the payment's row lock.
 */
export interface CardVelocity {
  /** Judges a try by those before it. Until the transaction ends, others of the same card or address wait: of many at once none slips by. */
  judge(trx: Trx, cardTry: CardTry): Promise<Result<null, CardTryRefusal>>;
  /** Counts the try, by our number of it at the gateway. */
  count(trx: Trx, cardTry: CardTry, number: string): Promise<void>;
}

type Marks = ReadonlyMap<CardTryKind, string>;

/** `countsAlone` tells a card that counts for its own payment and nothing else: one that a sandbox publishes, which everybody tries. */
export function createCardVelocity(
  sealer: Sealer,
  clock: Clock,
  countsAlone: (cardNumber: string) => boolean,
): CardVelocity {
  function marksOf({ cardNumber, refid, address }: CardTry): Marks {
    const ofPayment: readonly (readonly [CardTryKind, string])[] = refid === null ? [] : [['payment', refid]];
    const ofAddress: typeof ofPayment =
      address === null
        ? []
        : [
            ['address', toHostPrefix(address)],
            ['network', toNetworkPrefix(address)],
          ];
    const ofCard: typeof ofPayment = [
      ['card', cardNumber],
      ['issuer', cardNumber.slice(0, issuerDigits)],
      ['all', ''],
    ];
    const marks = countsAlone(cardNumber) ? ofPayment : [...ofPayment, ...ofAddress, ...ofCard];
    return new Map(marks.map(([kind, subject]) => [kind, sealer.digest(subject, `card tries of ${kind}`)]));
  }

  return {
    async judge(trx, cardTry) {
      const marks = marksOf(cardTry);
      await lockTries(trx, marks);
      const limits = cardLimits.filter(({ of }) => marks.has(of));
      // A published card is played with: it is stopped, but nobody is asked for work.
      const judged = countsAlone(cardTry.cardNumber) ? limits.filter(({ beyond }) => beyond === 'wait') : limits;
      const reached = await findReached(trx, judged, marks, clock.now());
      const waiting = reached.filter(({ limit }) => limit.beyond === 'wait');
      if (waiting.length > 0) return failure(refuseTry('rate-limited', waiting, clock.now()));
      return reached.length === 0 || cardTry.hasProof
        ? success(null)
        : failure(refuseTry('captcha-required', reached, clock.now()));
    },
    async count(trx, cardTry, number) {
      const at = clock.now();
      const rows = [...marksOf(cardTry)].map(([kind, subject]) => ({ number, kind, subject, at }));
      if (rows.length > 0) await trx.insertInto('card_tries').values(rows).execute();
    },
  };
}

/**
 * The payment is locked by its row. What many payers share, an issuer, a network and all, is not locked, so that they need not queue: its
 * limits may be passed by as many tries as begin in the same instant.
 */
async function lockTries(trx: Trx, marks: Marks): Promise<void> {
  const held = [marks.get('card'), marks.get('address')].filter((mark) => mark !== undefined).sort();
  for (const mark of held) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`card try ${mark}`}, 0))`.execute(trx);
  }
}

interface ReachedLimit {
  readonly limit: CardLimit;
  /** When the next try is within it again. */
  readonly until: Date;
}

const hasPaid = sql`exists (select from attempts where attempts.number = card_tries.number and state = 'successful')
  or exists (select from card_verifications
    where card_verifications.number = card_tries.number and state in ('approved', 'reversed'))`;

/** Of each limit, the try that has to grow old before another is allowed; none where there are fewer. */
async function findReached(
  trx: Trx,
  limits: readonly CardLimit[],
  marks: Marks,
  now: Date,
): Promise<readonly ReachedLimit[]> {
  if (limits.length === 0) return [];
  const queries = limits.map(
    ({ of, most, withinMs }, index) => sql`(select ${sql.lit(index)}::int as index, at from card_tries
      where kind = ${of} and subject = ${marks.get(of) ?? ''} and at > ${addMilliseconds(now, -withinMs)} and not (${hasPaid})
      order by at desc offset ${sql.lit(most - 1)} limit 1)`,
  );
  const { rows } = await sql<{ index: number; at: Date }>`${sql.join(queries, sql` union all `)}`.execute(trx);
  return rows.flatMap(({ index, at }) => {
    const limit = limits[index];
    return limit === undefined ? [] : [{ limit, until: addMilliseconds(at, limit.withinMs) }];
  });
}

function refuseTry(code: CardTryRefusal['code'], reached: readonly ReachedLimit[], now: Date): CardTryRefusal {
  const kinds = reached.map(({ limit }) => limit.of);
  const of = kinds.includes('payment') ? 'payment' : kinds.includes('card') ? 'card' : 'other';
  const until = new Date(Math.max(...reached.map((limit) => limit.until.getTime())));
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / secondMs));
  return { code, parameters: { of, until: until.toISOString() }, retryAfter };
}
