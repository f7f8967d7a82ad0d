import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { calls } from '@/lib/contract/calls';
import type { Call } from '@/lib/contract/call';
import type { BackendProcesses, BackendIndex } from '../processes/backend-processes';
import type { Figures } from '../runs/figures';
import type { BackendRequest } from '../processes/process-messages';
import type { Actor } from '../runs/scheduler';

/** What is recorded of a run while it is executed. */
export interface RunRecord {
  readonly log: string[];
  /** Violations seen during the run; the final state is checked separately. */
  readonly violations: string[];
  readonly figures: Figures;
  /** A fault is planned: requests may fail. */
  isFaulty: boolean;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly code: string | null;
}

const codeSchema = z.object({ code: z.string() });

/** Sends backends the calls of the contract and the gateways' callbacks. */
export interface BackendClient {
  call(actor: Actor, backend: BackendIndex, call: Call, request: unknown, key?: string): Promise<Answer>;
  /** Posts a callback; gives the HTTP status. */
  postCallback(
    actor: Actor,
    backend: BackendIndex,
    url: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<number>;
  /** Calls an operator route with an operator's key, below `/operator`; gives the body of the response, null if it is refused. */
  operate(
    actor: Actor,
    backend: BackendIndex,
    request: { readonly key: string; readonly path: string; readonly body?: object },
  ): Promise<unknown>;
  /** Runs the jobs that are due. */
  runJobs(actor: Actor, backend: BackendIndex): Promise<void>;
  /** The payment's status as the result page shows it. */
  readStatus(actor: Actor, refid: string): Promise<string>;
}

function requestOf(call: Call, request: unknown, key: string): BackendRequest {
  if (call.method === 'GET') {
    const query = new URLSearchParams(z.record(z.string(), z.string()).parse(request));
    return { method: 'GET', url: `${call.path}?${query.toString()}`, headers: {}, payload: '' };
  }
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  return { method: 'POST', url: call.path, headers, payload: JSON.stringify(request) };
}

export function createBackendClient(processes: BackendProcesses, record: RunRecord): BackendClient {
  const { log, violations } = record;
  const answerOfKey = new Map<string, string>();

  async function send(actor: Actor, backend: BackendIndex, call: Call, request: unknown, key: string = randomUUID()) {
    const { status, body: text } = await actor.inBackend(
      processes.at(backend).request(actor.name, requestOf(call, request, key)),
    );
    const body: unknown = JSON.parse(text);
    const code = status === 200 ? null : codeSchema.parse(body).code;
    log.push(`  ${backend} ${call.name} ${status} ${code ?? text.slice(0, 80)}`);
    const isForeseen = code !== null && Object.hasOwn(call.errors, code);
    if (status >= 500 && !isForeseen && !record.isFaulty) violations.push(`${call.name} failed: ${code}`);
    if (status === 200 && call.kind === 'write') {
      const before = answerOfKey.get(key);
      if (before !== undefined && before !== text) {
        violations.push(`${call.name} gave another answer to the same idempotency key`);
      }
      answerOfKey.set(key, text);
    }
    return { status, body, code };
  }

  return {
    call: send,
    async postCallback(actor, backend, url, fields) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = new URLSearchParams({ ...fields }).toString();
      const request: BackendRequest = { method: 'POST', url, headers, payload };
      const { status } = await actor.inBackend(processes.at(backend).request(actor.name, request));
      // 503: the enquiry failed, and the bank should repeat its callback.
      if (status >= 500 && status !== 503 && !record.isFaulty) violations.push('a callback failed');
      return status;
    },
    async operate(actor, backend, { key, path, body }) {
      const { status, body: text } = await actor.inBackend(
        processes.at(backend).request(actor.name, {
          method: body === undefined ? 'GET' : 'POST',
          url: `/operator${path}`,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          payload: body === undefined ? '' : JSON.stringify(body),
        }),
      );
      log.push(`  ${backend} operator ${path} ${status} ${text.slice(0, 80)}`);
      if (status >= 500 && !record.isFaulty) violations.push(`the operator route ${path} failed`);
      if (status !== 200) return null;
      const answer: unknown = JSON.parse(text);
      return answer;
    },
    async runJobs(actor, backend) {
      const fault = await actor.inBackend(processes.at(backend).runJobs(actor.name));
      if (fault !== null && !record.isFaulty) violations.push(`jobs failed: ${fault}`);
    },
    async readStatus(actor, refid) {
      const answer = await send(actor, 0, calls['payment.result'], { refid });
      return answer.status === 200 ? calls['payment.result'].response.parse(answer.body).status : String(answer.code);
    },
  };
}
