import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { calls } from '@/lib/contract/calls';
import type { Call } from '@/lib/contract/call';
import type { BackendProcesses, Place } from '../processes/backend-processes';
import type { Figures } from '../runs/figures';
import type { BackendRequest } from '../processes/process-messages';
import type { Actor } from '../runs/scheduler';

/** What is written down of a run while it goes on. */
export interface Notes {
  readonly log: string[];
  /** What went against the promise while it happened; the state at the end is outcome apart. */
  readonly complaints: string[];
  readonly figures: Figures;
  /** A fault is about: what it hits may fail. */
  isFaulty: boolean;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly code: string | null;
}

const codeSchema = z.object({ code: z.string() });

/** Where backends are asked: in the contract's words, and by gateways' callbacks. */
export interface Desk {
  ask(actor: Actor, place: Place, call: Call, request: unknown, key?: string): Promise<Answer>;
  /** Brings a callback; gives the HTTP status. */
  callBack(actor: Actor, place: Place, url: string, fields: Readonly<Record<string, string>>): Promise<number>;
  /** Has the timed work done that is due. */
  work(actor: Actor, place: Place): Promise<void>;
  /** How a payment is shown now. */
  resultOf(actor: Actor, refid: string): Promise<string>;
}

function requestOf(call: Call, request: unknown, key: string): BackendRequest {
  if (call.method === 'GET') {
    const query = new URLSearchParams(z.record(z.string(), z.string()).parse(request));
    return { method: 'GET', url: `${call.path}?${query.toString()}`, headers: {}, payload: '' };
  }
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  return { method: 'POST', url: call.path, headers, payload: JSON.stringify(request) };
}

export function createDesk(processes: BackendProcesses, notes: Notes): Desk {
  const { log, complaints } = notes;
  const answerOfKey = new Map<string, string>();

  async function ask(actor: Actor, place: Place, call: Call, request: unknown, key: string = randomUUID()) {
    const { status, body: text } = await actor.inBackend(
      processes.at(place).request(actor.name, requestOf(call, request, key)),
    );
    const body: unknown = JSON.parse(text);
    const code = status === 200 ? null : codeSchema.parse(body).code;
    log.push(`  ${place} ${call.name} ${status} ${code ?? text.slice(0, 80)}`);
    const isForeseen = code !== null && Object.hasOwn(call.errors, code);
    if (status >= 500 && !isForeseen && !notes.isFaulty) complaints.push(`${call.name} failed: ${code}`);
    if (status === 200 && call.kind === 'write') {
      const before = answerOfKey.get(key);
      if (before !== undefined && before !== text) {
        complaints.push(`${call.name} was answered otherwise under the same key`);
      }
      answerOfKey.set(key, text);
    }
    return { status, body, code };
  }

  return {
    ask,
    async callBack(actor, place, url, fields) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = new URLSearchParams({ ...fields }).toString();
      const request: BackendRequest = { method: 'POST', url, headers, payload };
      const { status } = await actor.inBackend(processes.at(place).request(actor.name, request));
      if (status >= 500 && !notes.isFaulty) complaints.push('a callback failed');
      return status;
    },
    async work(actor, place) {
      const fault = await actor.inBackend(processes.at(place).work(actor.name));
      if (fault !== null && !notes.isFaulty) complaints.push(`timed work failed: ${fault}`);
    },
    async resultOf(actor, refid) {
      const answer = await ask(actor, 0, calls['payment.result'], { refid });
      return answer.status === 200 ? calls['payment.result'].response.parse(answer.body).status : String(answer.code);
    },
  };
}
