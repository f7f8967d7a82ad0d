import { reachFaultPoint } from '../faults/fault-points';
import type { CallResponse } from './call-route';
import type { IdempotencyKeys, KeyOwner, RequestIdentity } from './idempotency-keys';
import { describeError, type Log } from './log';
import { describeGeneralProblem } from './problem';

const keyForm = /^[\x21-\x7e]{16,128}$/;

/** The part of a write that its idempotency key needs. */
export interface IdempotentRequest {
  readonly owner: KeyOwner;
  readonly call: string;
  /** The header. */
  readonly key: string | string[] | undefined;
  readonly identify: () => Promise<RequestIdentity>;
}

/** Handles a write under its idempotency key, or returns the stored response. */
export type IdempotentResponses = (
  request: IdempotentRequest,
  callback: () => Promise<CallResponse>,
) => Promise<CallResponse | ReturnType<typeof describeGeneralProblem>>;

/** A refusal releases its key, so that a retry is handled again. A success stores its response. */
export function createIdempotentResponses(keys: IdempotencyKeys, log: Log): IdempotentResponses {
  /**
   * The response is known: if the store fails now, the key stays claimed until the claim expires, and nothing is executed twice meanwhile.
   */
  async function settle(call: string, ending: Promise<void>): Promise<void> {
    await ending.catch((error: unknown) =>
      log.error({ event: 'idempotency key not released', call, error: describeError(error) }),
    );
  }

  return async ({ owner, call, key, identify }, callback) => {
    if (typeof key !== 'string' || !keyForm.test(key)) return describeGeneralProblem(call, 'idempotency-key-missing');
    const claim = await keys.claim({ owner, call, key }, await identify());
    if (claim.kind === 'reused') return describeGeneralProblem(call, 'idempotency-key-reused');
    if (claim.kind === 'in-flight') return describeGeneralProblem(call, 'request-in-flight', 1);
    if (claim.kind === 'answered') return { kind: 'answer', body: claim.body };
    const { held } = claim;
    let answer: CallResponse;
    try {
      answer = await callback();
    } catch (error) {
      await settle(call, keys.release(held));
      throw error;
    }
    await settle(call, answer.kind === 'answer' ? keys.keep(held, answer.body) : keys.release(held));
    reachFaultPoint('before-answer');
    return answer;
  };
}
