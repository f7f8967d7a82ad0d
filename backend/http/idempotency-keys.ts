import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database';
import { inOneStatement, inTransaction } from '../db/database';

/**
 * Longer than any call may take, ms: beginning a payment may ask a gateway five times, for 20 s each, with the store's waits between. The
 * work of a process that was killed is taken over after it. Real time.
 */
const claimDurationMs = 5 * 60_000;
/** How long an answer is kept, ms. Real time. */
export const responseRetentionMs = 48 * 60 * 60 * 1000;

/** A key that was claimed: by its time it is told from a later claim, which begins when this one has lapsed. */
export interface ClaimedKey {
  readonly call: string;
  readonly key: string;
  readonly until: Date;
}

export type KeyClaim =
  /** Nobody has asked this yet: do it, then `keep` or `release`. */
  | { readonly kind: 'claimed'; readonly held: ClaimedKey }
  | { readonly kind: 'answered'; readonly body: unknown }
  | { readonly kind: 'in-flight' }
  | { readonly kind: 'reused' };

export interface IdempotencyKeys {
  claim(call: string, key: string, body: string): Promise<KeyClaim>;
  /** Keeps the answer for whoever asks again under the key. Does nothing when the claim has lapsed and another has the key. */
  keep(held: ClaimedKey, answer: unknown): Promise<void>;
  /** Gives the key back: nothing was answered that need be repeated. Does nothing when the claim has lapsed and another has the key. */
  release(held: ClaimedKey): Promise<void>;
  /** Removes what is older than it need be kept. */
  removeOld(): Promise<void>;
}

/** Keys of calls that change state: the unique row decides which of several requests at once does the work. */
export function createIdempotencyKeys(db: Db): IdempotencyKeys {
  return {
    async claim(call, key, body) {
      const digest = createHash('sha256').update(body).digest('base64url');
      const now = new Date();
      const until = new Date(now.getTime() + claimDurationMs);
      const claim = { claimed_until: until };
      const claimed = { kind: 'claimed', held: { call, key, until } } as const;
      const isNew = await inOneStatement(() =>
        db
          .insertInto('idempotency_keys')
          .values({ call, key, body_digest: digest, answer: null, created_at: now, ...claim })
          .onConflict((conflict) => conflict.columns(['call', 'key']).doNothing())
          .returning('key')
          .executeTakeFirst(),
      );
      if (isNew !== undefined) return claimed;
      return inTransaction(db, async (trx) => {
        const known = await trx
          .selectFrom('idempotency_keys')
          .selectAll()
          .where('call', '=', call)
          .where('key', '=', key)
          .forUpdate()
          .executeTakeFirst();
        // Given back between the two statements: the next try finds it free.
        if (known === undefined) return { kind: 'in-flight' };
        if (known.body_digest !== digest) return { kind: 'reused' };
        if (known.answer !== null) return { kind: 'answered', body: known.answer };
        if (known.claimed_until > now) return { kind: 'in-flight' };
        await trx.updateTable('idempotency_keys').set(claim).where('call', '=', call).where('key', '=', key).execute();
        return claimed;
      });
    },
    async keep({ call, key, until }, answer) {
      await db
        .updateTable('idempotency_keys')
        .set({ answer: sql<string>`${JSON.stringify(answer)}::json` })
        .where('call', '=', call)
        .where('key', '=', key)
        .where('claimed_until', '=', until)
        .execute();
    },
    async release({ call, key, until }) {
      await db
        .deleteFrom('idempotency_keys')
        .where('call', '=', call)
        .where('key', '=', key)
        .where('claimed_until', '=', until)
        .execute();
    },
    async removeOld() {
      const before = new Date(Date.now() - responseRetentionMs);
      await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
      await db.deleteFrom('partner_nonces').where('seen_at', '<', before).execute();
    },
  };
}
