import { sql } from 'kysely';
import { toHostPrefix, toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { failure, success, type Result } from '@/lib/domain/result';
import { addMilliseconds, dayMs, hourMs, minuteMs, secondMs, type Clock } from '../clock';
import type { Trx } from '../db/database';
import type { CardLimitKind } from '../db/tables';
import type { Refusal } from '../http/refusal';
import type { DataEncryption } from '../data-encryption';

/**
 * A velocity limit: how many unsuccessful card attempts with a common attribute are allowed before the next one is refused. Security, row
 * 17.
 */
interface CardLimit {
  readonly of: CardLimitKind;
  readonly maximum: number;
  readonly withinMs: number;
  /** Payments count, too: of a card that is charged without a CVV. */
  readonly countsPaid?: true;
  /**
   * `reject` refuses the attempt; `proof-of-work` and `hard-proof-of-work` require a proof of work, up to the limits that reject. What the cards
   * of strangers have in common is never a reason to reject: it would be a weapon against them (row 45).
   */
  readonly whenExceeded: 'proof-of-work' | 'hard-proof-of-work' | 'reject';
}

/** Described in docs/security.md. An issuer is identified by the first eight digits (BIN). */
export const cardLimits = [
  { of: 'payment', maximum: 3, withinMs: hourMs, whenExceeded: 'proof-of-work' },
  { of: 'payment', maximum: 5, withinMs: hourMs, whenExceeded: 'reject' },
  { of: 'card', maximum: 5, withinMs: hourMs, whenExceeded: 'reject' },
  { of: 'card', maximum: 10, withinMs: dayMs, whenExceeded: 'reject' },
  { of: 'address', maximum: 3, withinMs: 10 * minuteMs, whenExceeded: 'proof-of-work' },
  { of: 'address', maximum: 5, withinMs: 10 * minuteMs, whenExceeded: 'reject' },
  { of: 'address', maximum: 30, withinMs: dayMs, whenExceeded: 'reject' },
  { of: 'network', maximum: 20, withinMs: 10 * minuteMs, whenExceeded: 'proof-of-work' },
  { of: 'network', maximum: 60, withinMs: 10 * minuteMs, whenExceeded: 'reject' },
  { of: 'issuer', maximum: 100, withinMs: 10 * minuteMs, whenExceeded: 'proof-of-work' },
  { of: 'issuer', maximum: 500, withinMs: 10 * minuteMs, whenExceeded: 'hard-proof-of-work' },
  { of: 'all', maximum: 2_000, withinMs: 10 * minuteMs, whenExceeded: 'proof-of-work' },
  { of: 'all', maximum: 10_000, withinMs: 10 * minuteMs, whenExceeded: 'hard-proof-of-work' },
] as const satisfies readonly CardLimit[];

/** A saved card that its gateway keeps is charged without a CVV and without 3-D Secure: this often a day, declined or not. */
export const keptCardLimit = {
  of: 'card',
  maximum: 5,
  withinMs: dayMs,
  whenExceeded: 'reject',
  countsPaid: true,
} as const satisfies CardLimit;

/** Older card attempts do not count. */
export const longestVelocityWindowMs = Math.max(...cardLimits.map(({ withinMs }) => withinMs));

const issuerDigits = 8;

/** A card that is about to be sent to the acquirer. */
export interface CardAttempt {
  /** The card's number, or the token of one that its gateway keeps. */
  readonly card: { readonly number: string } | { readonly token: string };
  /** The payment; null for a card verification. */
  readonly refid: string | null;
  /** The payer's IP address; null if unknown. */
  readonly clientAddress: string | null;
  /** The proof of work that the payer's browser has solved for this attempt. */
  readonly proofOfWork: 'none' | 'ordinary' | 'hard';
}

/**
 * Parameters: `of` is the limited attribute, `card`, `payment` or other; `until` is ISO 8601; `proofOfWork` is `hard` where the harder one is
 * required.
 */
export type CardAttemptRefusal = Refusal<'rate-limited' | 'captcha-required'>;

/**
 * Counts card attempts that have not succeeded: declined, abandoned, or in progress. Successful payments and verifications do not count.
 * Call both methods in the SQL transaction that creates the attempt, which holds the payment's row lock.
 */
export interface CardVelocity {
  /**
   * Checks an attempt against the limits. Locks the card and the address until the transaction ends, so that concurrent attempts cannot
   * exceed a limit.
   */
  check(trx: Trx, cardAttempt: CardAttempt): Promise<Result<null, CardAttemptRefusal>>;
  /** Records the attempt under its number at the gateway. */
  record(trx: Trx, cardAttempt: CardAttempt, number: string): Promise<void>;
}

type VelocityKeys = ReadonlyMap<CardLimitKind, string>;

/** `isTestCard` identifies the sandbox's published cards, which everybody uses: they count for their payment only. */
export function createCardVelocity(
  encryption: DataEncryption,
  clock: Clock,
  isTestCard: (cardNumber: string) => boolean,
): CardVelocity {
  const isTest = ({ card }: CardAttempt) => 'number' in card && isTestCard(card.number);

  function velocityKeysOf(cardAttempt: CardAttempt): VelocityKeys {
    const { card, refid, clientAddress: address } = cardAttempt;
    const ofPayment: readonly (readonly [CardLimitKind, string])[] = refid === null ? [] : [['payment', refid]];
    const ofAddress: typeof ofPayment =
      address === null
        ? []
        : [
            ['address', toHostPrefix(address)],
            ['network', toNetworkPrefix(address)],
          ];
    const ofCard: typeof ofPayment =
      'token' in card
        ? [['card', `token ${card.token}`]]
        : [
            ['card', card.number],
            ['issuer', card.number.slice(0, issuerDigits)],
          ];
    const keys = isTest(cardAttempt) ? ofPayment : [...ofPayment, ...ofAddress, ...ofCard, ['all', ''] as const];
    return new Map(keys.map(([kind, subject]) => [kind, encryption.digest(subject, `card tries of ${kind}`)]));
  }

  return {
    async check(trx, cardAttempt) {
      const keys = velocityKeysOf(cardAttempt);
      await lockSubjects(trx, keys);
      const limits: readonly CardLimit[] = [
        ...cardLimits.filter(({ of }) => keys.has(of)),
        ...('token' in cardAttempt.card ? [keptCardLimit] : []),
      ];
      // Test cards are refused at the limit, without a proof of work.
      const applicable = isTest(cardAttempt) ? limits.filter(({ whenExceeded }) => whenExceeded === 'reject') : limits;
      const reached = await findReachedLimits(trx, applicable, keys, clock.now());
      const rejecting = reached.filter(({ limit }) => limit.whenExceeded === 'reject');
      if (rejecting.length > 0) return failure(refuseAttempt('rate-limited', rejecting, clock.now()));
      const needsHardProof = reached.some(({ limit }) => limit.whenExceeded === 'hard-proof-of-work');
      const isProven =
        cardAttempt.proofOfWork === 'hard' || (cardAttempt.proofOfWork === 'ordinary' && !needsHardProof);
      if (reached.length === 0 || isProven) return success(null);
      const refusal = refuseAttempt('captcha-required', reached, clock.now());
      return failure(
        needsHardProof ? { ...refusal, parameters: { ...refusal.parameters, proofOfWork: 'hard' } } : refusal,
      );
    },
    async record(trx, cardAttempt, number) {
      const at = clock.now();
      const rows = [...velocityKeysOf(cardAttempt)].map(([kind, subject]) => ({ number, kind, subject, at }));
      if (rows.length > 0) await trx.insertInto('card_tries').values(rows).execute();
    },
  };
}

/**
 * The payment is locked by its row. Attributes that many payers share (issuer, network, all) are not locked, so that payers do not wait for
 * each other: concurrent attempts may exceed those limits slightly.
 */
async function lockSubjects(trx: Trx, keys: VelocityKeys): Promise<void> {
  const lockKeys = [keys.get('card'), keys.get('address')].filter((key) => key !== undefined).sort();
  for (const key of lockKeys) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`card try ${key}`}, 0))`.execute(trx);
  }
}

interface ReachedLimit {
  readonly limit: CardLimit;
  /** When the next attempt is allowed. */
  readonly until: Date;
}

const hasPaid = sql`exists (select from attempts where attempts.number = card_tries.number and state = 'successful')
  or exists (select from card_verifications
    where card_verifications.number = card_tries.number and state in ('approved', 'reversed'))`;

/** For each reached limit, finds the attempt that must leave the window before another is allowed. */
async function findReachedLimits(
  trx: Trx,
  limits: readonly CardLimit[],
  keys: VelocityKeys,
  now: Date,
): Promise<readonly ReachedLimit[]> {
  if (limits.length === 0) return [];
  const queries = limits.map(
    ({ of, maximum, withinMs, countsPaid }, index) => sql`(select ${sql.lit(index)}::int as index, at from card_tries
      where kind = ${of} and subject = ${keys.get(of) ?? ''} and at > ${addMilliseconds(now, -withinMs)}
      ${countsPaid === true ? sql`` : sql`and not (${hasPaid})`}
      order by at desc offset ${sql.lit(maximum - 1)} limit 1)`,
  );
  const { rows } = await sql<{ index: number; at: Date }>`${sql.join(queries, sql` union all `)}`.execute(trx);
  return rows.flatMap(({ index, at }) => {
    const limit = limits[index];
    return limit === undefined ? [] : [{ limit, until: addMilliseconds(at, limit.withinMs) }];
  });
}

function refuseAttempt(
  code: CardAttemptRefusal['code'],
  reached: readonly ReachedLimit[],
  now: Date,
): CardAttemptRefusal {
  const kinds = reached.map(({ limit }) => limit.of);
  const of = kinds.includes('payment') ? 'payment' : kinds.includes('card') ? 'card' : 'other';
  const until = new Date(Math.max(...reached.map((limit) => limit.until.getTime())));
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / secondMs));
  return { code, parameters: { of, until: until.toISOString() }, retryAfter };
}
