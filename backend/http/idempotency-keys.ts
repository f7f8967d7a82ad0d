import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database';
import { inOneStatement, inTransaction } from '../db/database';

/**
 * How long a claim lasts, ms: longer than any call, since initiating a payment may call a gateway five times, for 18 s each, and wait for
 * the store. After it, another request may take over from a process that died. Real time.
 */
const claimDurationMs = 5 * 60_000;
/** How long a response is stored, ms. Real time. */
export const responseRetentionMs = 48 * 60 * 60 * 1000;

/** The owner of keys: the site for its payers, or a partner. Each owner has separate keys. */
export type KeyOwner = 'site' | `partner ${string}`;

/** An idempotency key of a call. */
export interface IdempotencyKey {
  readonly owner: KeyOwner;
  readonly call: string;
  /** As the caller sent it: printable, without spaces. */
  readonly key: string;
}

/** What must be equal under one key. */
export interface RequestIdentity {
  /** The request as its caller sent it; null if two requests that are parsed to the same are the same. */
  readonly sent: string | null;
  /** The parsed request. It decides where `sent` is null, or was to the release before, which stored the key without it. */
  readonly parsed: string;
}

/** A claimed key. The expiry distinguishes this claim from a later one. */
export interface ClaimedKey extends IdempotencyKey {
  readonly until: Date;
}

export type KeyClaim =
  /** A new request: handle it, then `keep` or `release`. */
  | { readonly kind: 'claimed'; readonly held: ClaimedKey }
  | { readonly kind: 'answered'; readonly body: unknown }
  | { readonly kind: 'in-flight' }
  | { readonly kind: 'reused' };

export interface IdempotencyKeys {
  claim(key: IdempotencyKey, identity: RequestIdentity): Promise<KeyClaim>;
  /** Stores the response for repeated requests. Does nothing if the claim has expired and another request has claimed the key. */
  keep(held: ClaimedKey, answer: unknown): Promise<void>;
  /** Releases the key without a response. Does nothing if the claim has expired and another request has claimed the key. */
  release(held: ClaimedKey): Promise<void>;
  /** Deletes expired keys and nonces. */
  removeOld(): Promise<void>;
}

/**
 * The columns of a key. Its owner is part of the stored key, separated by a space, which no key contains. The site's keys are stored
 * unchanged, as the previous release stores them: during an upgrade a repeated request may reach either release.
 */
function columnsOf({ owner, call, key }: IdempotencyKey) {
  return { call, key: owner === 'site' ? key : `${owner} ${key}` };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Idempotency keys of calls that change state: a unique row decides which of several concurrent requests is handled. */
export function createIdempotencyKeys(db: Db): IdempotencyKeys {
  return {
    async claim(request, identity) {
      const { call, key } = columnsOf(request);
      const bodyDigest = digestOf(identity.parsed);
      const sentDigest = identity.sent === null ? null : digestOf(identity.sent);
      const now = new Date();
      const until = new Date(now.getTime() + claimDurationMs);
      const claim = { claimed_until: until };
      const claimed = { kind: 'claimed', held: { ...request, until } } as const;
      const isNew = await inOneStatement(() =>
        db
          .insertInto('idempotency_keys')
          .values({
            ...{ call, key, body_digest: bodyDigest, sent_digest: sentDigest },
            ...{ answer: null, created_at: now, ...claim },
          })
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
        // Released between the two statements: a retry can claim it.
        if (known === undefined) return { kind: 'in-flight' };
        const isComparedAsSent = known.sent_digest !== null && sentDigest !== null;
        const isSame = isComparedAsSent ? known.sent_digest === sentDigest : known.body_digest === bodyDigest;
        if (!isSame) return { kind: 'reused' };
        if (known.answer !== null) return { kind: 'answered', body: known.answer };
        if (known.claimed_until > now) return { kind: 'in-flight' };
        await trx.updateTable('idempotency_keys').set(claim).where('call', '=', call).where('key', '=', key).execute();
        return claimed;
      });
    },
    async keep({ until, ...request }, answer) {
      const { call, key } = columnsOf(request);
      await db
        .updateTable('idempotency_keys')
        .set({ answer: sql<string>`${JSON.stringify(answer)}::json` })
        .where('call', '=', call)
        .where('key', '=', key)
        .where('claimed_until', '=', until)
        .execute();
    },
    async release({ until, ...request }) {
      const { call, key } = columnsOf(request);
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
