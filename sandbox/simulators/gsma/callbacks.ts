import { setTimeout as pause } from 'node:timers/promises';
import { describeError, describeResource, type BillerRequest } from './biller-store';

const tryTimeoutMs = 10_000;

async function put(url: string, request: BillerRequest, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'x-date': new Date().toISOString(),
        'x-correlationid': request.correlationId,
      },
      body: JSON.stringify(request.error === null ? describeResource(request) : describeError(request.error)),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(tryTimeoutMs)]),
    });
    await response.body?.cancel();
    return response.status === 204;
  } catch {
    return false;
  }
}

/** Sends the biller's callbacks until the response is 204, with pauses between the tries (ms). */
export function createBillerCallbacks(pausesMs: readonly number[] = [500, 2000, 10_000, 60_000]) {
  let abort = new AbortController();
  return {
    async send(url: string, request: BillerRequest): Promise<void> {
      const { signal } = abort;
      for (const pauseMs of [...pausesMs, null]) {
        if (signal.aborted || (await put(url, request, signal)) || pauseMs === null) return;
        await pause(pauseMs, null, { signal }).catch(() => null);
      }
    },
    cancelAll(): void {
      abort.abort();
      abort = new AbortController();
    },
  };
}
export type BillerCallbacks = ReturnType<typeof createBillerCallbacks>;
