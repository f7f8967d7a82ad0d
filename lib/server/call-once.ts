import 'server-only';
import type { z } from 'zod';
import type { Call, GeneralErrorCode } from '@/lib/contract/call';
import type { Result } from '@/lib/domain/result';
import { callBackend, type BackendFault, type CallOptions } from './backend-client';

/** Milliseconds between two tries while the same form's first sending is still under way, and how many tries. */
const inFlightPause = 400;
const inFlightTries = 20;

/**
 * Makes a write for a form that may have been sent twice: a second tap cancels the first one's answer in the browser, so it waits until
 * the first is through and takes its answer.
 */
export async function callOnce<Request extends z.ZodType, Response extends z.ZodType, Code extends string>(
  call: Call<string, Request, Response, Code>,
  request: z.input<Request>,
  options: CallOptions,
): Promise<Result<z.output<Response>, BackendFault<Code | GeneralErrorCode>>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await callBackend(call, request, options);
    const isInFlight = !answer.ok && answer.error.kind === 'problem' && answer.error.code === 'request-in-flight';
    if (!isInFlight || tries === inFlightTries) return answer;
    await new Promise((resolve) => setTimeout(resolve, inFlightPause));
  }
}
