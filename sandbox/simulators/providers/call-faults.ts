import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { dropConnection } from '../drop-connection';

/**
 * How a call to a provider fails: `error`, 500 and nothing is done; `slow`, after six seconds; `timeout`, nothing is done and nothing is
 * answered; `garbage`, it is done, and the response cannot be parsed; `drop-answer`, it is done, and the response is lost.
 */
export const faultModes = ['error', 'slow', 'timeout', 'garbage', 'drop-answer'] as const;
export type FaultMode = (typeof faultModes)[number];

/** A response as JSON; null if the connection is closed without one. */
export type Answer = { readonly status: number; readonly body: unknown } | null;

export interface CallFaults {
  /** Sets how the next `times` calls named `call` fail. */
  set(call: string, mode: FaultMode, times: number): void;
  /** Answers a call by `handle`, unless it is set to fail. */
  answer(reply: FastifyReply, call: string, handle: () => Answer): Promise<FastifyReply>;
  reset(): void;
}

const slowMs = 6000;

export function createCallFaults(): CallFaults {
  const faults = new Map<string, { readonly mode: FaultMode; readonly times: number }>();

  function take(call: string): FaultMode | null {
    const fault = faults.get(call);
    if (!fault) return null;
    if (fault.times <= 1) faults.delete(call);
    else faults.set(call, { ...fault, times: fault.times - 1 });
    return fault.mode;
  }

  return {
    set(call, mode, times) {
      if (times === 0) faults.delete(call);
      else faults.set(call, { mode, times });
    },
    async answer(reply, call, handle) {
      const mode = take(call);
      if (mode === 'error') return reply.code(500).type('text/html').send('<h1>Server Error (500)</h1>');
      if (mode === 'timeout') return reply.hijack();
      if (mode === 'slow') await pause(slowMs);
      const answer = handle();
      if (answer === null || mode === 'drop-answer') return dropConnection(reply);
      if (mode === 'garbage') return reply.code(answer.status).type('application/json').send('{"id": "');
      if (answer.status === 204) return reply.code(204).send();
      return reply.code(answer.status).type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
    },
    reset: () => faults.clear(),
  };
}
