import { reachFaultPoint } from '../faults/fault-points';
import type { CallResponse } from './call-route';
import type { IdempotencyKeys } from './idempotency-keys';
import { describeError, type Log } from './log';
import { describeGeneralProblem } from './problem';

const keyForm = /^[\x21-\x7e]{16,128}$/;

/** Handles a write under its idempotency key, or returns the stored response. `body` identifies the request. */
export type IdempotentResponses = (
  call: string,
  key: string | string[] | undefined,
  body: string,
  work: () => Promise<CallResponse>,
) => Promise<CallResponse | ReturnType<typeof describeGeneralProblem>>;

/** A refusal releases its key, so that a retry is handled again. A success stores its response. */
export function createIdempotentResponses(keys: IdempotencyKeys, log: Log): IdempotentResponses {
  /**
   * The response is known: if the store fails now, the key stays claimed until the claim expires, and nothing is executed twice meanwhile.
   */
  async function settle(call: string, ending: Promise<void>): Promise<void> {
    await ending.catch((error: unknown) => log.error({ event: 'key not settled', call, error: describeError(error) }));
  }

  return async (call, key, body, work) => {
    if (typeof key !== 'string' || !keyForm.test(key)) return describeGeneralProblem(call, 'idempotency-key-missing');
    const claim = await keys.claim(call, key, body);
    if (claim.kind === 'reused') return describeGeneralProblem(call, 'idempotency-key-reused');
    if (claim.kind === 'in-flight') return describeGeneralProblem(call, 'request-in-flight', 1);
    if (claim.kind === 'answered') return { kind: 'answer', body: claim.body };
    const { held } = claim;
    let answer: CallResponse;
    try {
      answer = await work();
    } catch (error) {
      await settle(call, keys.release(held));
      throw error;
    }
    await settle(call, answer.kind === 'answer' ? keys.keep(held, answer.body) : keys.release(held));
    reachFaultPoint('before-answer');
    return answer;
  };
}
