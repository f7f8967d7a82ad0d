import 'server-only';
import type { z } from 'zod';
import type { Call, GeneralErrorCode } from '@/lib/contract/call';
import type { Result } from '@/lib/domain/result';
import { callBackend, type BackendError, type CallOptions } from './backend-client';

/** Milliseconds between two calls. */
const inFlightDelay = 400;
const maximumCalls = 20;

/**
 * Makes a write for a form that may be submitted twice. The second submission cancels the first response in the browser, so this repeats
 * the call while the backend returns `request-in-flight`, until it returns the first call's response for the same `Idempotency-Key`.
 */
export async function callWithInFlightRetry<
  RequestSchema extends z.ZodType,
  ResponseSchema extends z.ZodType,
  Code extends string,
>(
  call: Call<string, RequestSchema, ResponseSchema, Code>,
  request: z.input<RequestSchema>,
  options: CallOptions,
): Promise<Result<z.output<ResponseSchema>, BackendError<Code | GeneralErrorCode>>> {
  for (let calls = 1; ; calls += 1) {
    const result = await callBackend(call, request, options);
    const isInFlight = !result.ok && result.error.kind === 'problem' && result.error.code === 'request-in-flight';
    if (!isInFlight || calls === maximumCalls) return result;
    await new Promise((resolve) => setTimeout(resolve, inFlightDelay));
  }
}
