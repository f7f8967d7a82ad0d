import { sql } from 'kysely';
import { failure, success, type Result } from '@/lib/domain/result';
import { addMilliseconds, dayMs, minuteMs, secondMs, type Clock } from '../clock';
import { inTransaction, type Db } from '../db/database';
import { countMessages, writeMessage } from '../outbox/model';
import { createOneTimeCode } from '../random-ids';
import type { DataEncryption } from '../data-encryption';

/** Limits of one-time codes, TACs and PINs alike. Security, rows 18 and 19. */
export const codeLifetimeMs = 10 * minuteMs;
export const resendDelayMs = 60 * secondMs;
export const maxResends = 3;
export const maxTries = 5;
/** The maximum number of messages of a kind to one number per day. */
export const maxMessagesPerDay = 10;

export interface CodeSent {
  readonly resendAfter: Date;
  readonly expiresAt: Date;
  readonly resendsLeft: number;
}

export type SendError =
  { readonly code: 'resend-too-early'; readonly after: Date } | { readonly code: 'too-many-sends' };
export type VerifyError =
  { readonly code: 'wrong-code'; readonly triesLeft: number } | { readonly code: 'code-expired' | 'attempts-exceeded' };

export interface CodeRequest {
  readonly purpose: 'tac' | 'otp';
  /** The payment: sends and tries are counted for it, and the code is invalid for any other. */
  readonly subject: string;
  /** The only attempt for which the code is valid. Another attempt of the payment gives no new sends and no new tries. */
  readonly attempt?: string;
}

export interface OneTimeCodes {
  /** Sends a code; `textOf` returns the message with the code. A new code replaces the previous one and keeps its remaining tries. */
  send(
    request: CodeRequest & { readonly recipient: string; readonly textOf: (code: string) => string },
  ): Promise<Result<CodeSent, SendError>>;
  /** Verifies a code and counts the try atomically, so that concurrent guesses have no advantage. A correct code is accepted once. */
  verify(
    request: CodeRequest & { readonly code: string },
  ): Promise<Result<{ readonly recipient: string }, VerifyError>>;
  /** Whether the tries are used up, and none of them was right: no code of this subject is accepted any more, and none is sent. */
  isExhausted(request: CodeRequest): Promise<boolean>;
}

export function createOneTimeCodes(db: Db, encryption: DataEncryption, clock: Clock): OneTimeCodes {
  const digestOf = ({ purpose, subject, attempt }: CodeRequest, code: string) =>
    encryption.digest(code, ['code', purpose, subject, ...(attempt === undefined ? [] : [attempt])].join(' '));

  async function isExhausted({ purpose, subject }: CodeRequest): Promise<boolean> {
    const row = await db
      .selectFrom('one_time_codes')
      .select('subject')
      .where('purpose', '=', purpose)
      .where('subject', '=', subject)
      .where('tries_left', '<=', 0)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    isExhausted,

    async send({ purpose, subject, attempt, recipient, textOf }) {
      return inTransaction(db, async (trx) => {
        // Locks subject and recipient: concurrent requests must not both count as the first send, nor exceed the daily limit.
        for (const key of [subject, recipient]) {
          await sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose} ${key}`}, 0))`.execute(trx);
        }
        const now = clock.now();
        const before = await trx
          .selectFrom('one_time_codes')
          .selectAll()
          .where('purpose', '=', purpose)
          .where('subject', '=', subject)
          .executeTakeFirst();
        const sends = (before?.sends ?? 0) + 1;
        const isExhausted = before !== undefined && before.tries_left <= 0;
        if (sends > 1 + maxResends || isExhausted) return failure({ code: 'too-many-sends' });
        // The previous code has been used, and its attempt has failed: this is a first request again.
        const isUsed = before === undefined || before.used_at !== null;
        const resendAfter = isUsed ? now : addMilliseconds(before.sent_at, resendDelayMs);
        if (resendAfter > now) return failure({ code: 'resend-too-early', after: resendAfter });
        if ((await countMessages(trx, purpose, recipient, addMilliseconds(now, -dayMs))) >= maxMessagesPerDay) {
          return failure({ code: 'too-many-sends' });
        }
        const code = createOneTimeCode();
        const expiresAt = addMilliseconds(now, codeLifetimeMs);
        const row = {
          recipient,
          code_digest: digestOf({ purpose, subject, attempt }, code),
          expires_at: expiresAt,
          sent_at: now,
          sends,
          tries_left: before?.tries_left ?? maxTries,
          used_at: null,
        };
        await trx
          .insertInto('one_time_codes')
          .values({ purpose, subject, ...row })
          .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(row))
          .execute();
        await writeMessage(trx, { kind: purpose, recipient, text: textOf(code), code, refid: subject }, now);
        return success({
          resendAfter: addMilliseconds(now, resendDelayMs),
          expiresAt,
          resendsLeft: 1 + maxResends - sends,
        });
      });
    },

    async verify({ purpose, subject, attempt, code }) {
      const now = clock.now();
      const digest = digestOf({ purpose, subject, attempt }, code);
      // One statement counts the try and uses a correct code, so that two requests cannot use one code.
      const updated = await db
        .updateTable('one_time_codes')
        .set({
          tries_left: sql`tries_left - 1`,
          used_at: sql<Date | null>`case when code_digest = ${digest} then ${now}::timestamptz end`,
        })
        .where('purpose', '=', purpose)
        .where('subject', '=', subject)
        .where('tries_left', '>', 0)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning(['used_at', 'tries_left', 'recipient'])
        .executeTakeFirst();
      if (updated !== undefined) {
        if (updated.used_at !== null) return success({ recipient: updated.recipient });
        return updated.tries_left > 0
          ? failure({ code: 'wrong-code', triesLeft: updated.tries_left })
          : failure({ code: 'attempts-exceeded' });
      }
      return failure({ code: (await isExhausted({ purpose, subject })) ? 'attempts-exceeded' : 'code-expired' });
    },
  };
}
