import 'server-only';
import ky from 'ky';
import type { z } from 'zod';
import { generalErrors, problemSchema, type Call, type GeneralErrorCode } from '@/lib/contract/call';
import { failure, success, type Result } from '@/lib/domain/result';
import { publishBackendCall } from '@/lib/metrics/backend-calls';
import { startSpan, type Span } from '@/lib/tracing/spans';
import { readEnvironment } from './environment';
import { logProblem } from './log';

/** Milliseconds that a call may take in all, its second try and the reading of its answer included. Specification, section 7. */
export const callTimeLimit = 40_000;
/** Milliseconds before a second try, so that a backend that is just starting is met. */
const pauseBeforeRetry = 100;

/** Why a call gave no value. `problem`: the backend's own refusal. `fault`: there is no answer that can be believed. */
export type BackendFault<Code extends string = string> =
  | {
      readonly kind: 'problem';
      readonly call: string;
      readonly code: Code;
      readonly status: number;
      readonly parameters: Readonly<Record<string, string | number>>;
      /** Seconds after which the call may be tried again, where the backend says so. */
      readonly retryAfter: number | null;
    }
  | { readonly kind: 'fault'; readonly call: string; readonly reason: FaultReason };

/** `network`: no connection, or it broke. `timeout`: the time limit passed. `contract`: an answer that breaks the contract. `status`: an error answer without a problem that the contract knows. */
export type FaultReason = 'network' | 'timeout' | 'contract' | 'status';

export interface CallOptions {
  /** Needed for each call of kind `write`: both tries carry it, so the backend does the work once. */
  readonly idempotencyKey?: string;
  readonly requestId?: string | null;
}

export interface BackendConnection {
  /** Address of the backend, without a slash at its end. */
  readonly backendUrl: string;
  /** Milliseconds. */
  readonly timeLimit: number;
}

/**
 * Makes a call of the contract. A read is tried at most twice (after a broken connection or a 5xx), a write only after a broken
 * connection and under the same `Idempotency-Key`; both within one time limit. Redirects are not followed, 200 to 399 is success
 * (specification, section 7). Every fault is reported with the call's name; bodies never are.
 */
export async function callBackend<Request extends z.ZodType, Response extends z.ZodType, Code extends string>(
  call: Call<string, Request, Response, Code>,
  request: z.input<Request>,
  options: CallOptions = {},
  connection: BackendConnection = { backendUrl: readEnvironment().backendUrl, timeLimit: callTimeLimit },
): Promise<Result<z.output<Response>, BackendFault<Code | GeneralErrorCode>>> {
  if (call.kind === 'write' && options.idempotencyKey === undefined)
    throw new Error(`${call.name} needs an idempotency key`);
  const startedAt = performance.now();
  const span = startSpan({ name: `backend ${call.name}`, kind: 'client', attributes: { 'ebill.call': call.name } });
  const time = limitTime(connection.timeLimit);
  let tries = 0;
  let answer: Answer;
  do {
    if (tries > 0) await pause(pauseBeforeRetry);
    tries += 1;
    answer = await Promise.race([
      tryCall(call, request, { ...options, span }, connection.backendUrl, time.signal),
      time.isOver,
    ]);
  } while (tries < 2 && mayTryAgain(call.kind, answer) && !time.signal.aborted);
  time.forget();

  const result = judgeAnswer(call, answer);
  const outcome = result.ok ? 'ok' : result.error.kind === 'fault' ? result.error.reason : 'problem';
  publishBackendCall({ call: call.name, outcome, seconds: (performance.now() - startedAt) / 1000 });
  span?.note({ 'ebill.outcome': outcome, 'ebill.tries': tries });
  span?.end(outcome !== 'ok' && outcome !== 'problem');
  if (!result.ok && isReported(result.error)) {
    logProblem('backend.fault', {
      call: call.name,
      method: call.method,
      path: call.path,
      reason: result.error.kind === 'fault' ? result.error.reason : 'problem',
      code: result.error.kind === 'problem' ? result.error.code : undefined,
      status: answer.kind === 'answered' ? answer.status : undefined,
      tries,
      milliseconds: Math.round(performance.now() - startedAt),
      requestId: options.requestId,
    });
  }
  return result;
}

type Answer =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' };

const client = ky.create({ retry: 0, timeout: false, redirect: 'manual', throwHttpErrors: false, cache: 'no-store' });

async function tryCall(
  call: Call,
  request: unknown,
  options: CallOptions & { readonly span: Span | null },
  backendUrl: string,
  deadline: AbortSignal,
): Promise<Answer> {
  const query = call.method === 'GET' ? writeQuery(request) : '';
  try {
    const response = await client(`${backendUrl}${call.path}${query}`, {
      method: call.method,
      json: call.method === 'POST' ? request : undefined,
      headers: {
        accept: 'application/json',
        'idempotency-key': options.idempotencyKey,
        'x-request-id': options.requestId ?? undefined,
        traceparent: options.span?.traceparent,
      },
      signal: deadline,
      // The signal is handed over once more because React would otherwise answer a second try of a GET with the first one's failure.
      fetch: (input, init) => fetch(input, { ...init, signal: deadline }),
    });
    return { kind: 'answered', status: response.status, text: await response.text() };
  } catch {
    return { kind: deadline.aborted ? 'timeout' : 'network' };
  }
}

/**
 * A limit of some milliseconds. A fetch follows its signal by a weak reference, which a garbage collection can end: the abort then never
 * reaches it, and the fetch goes on until the socket's own limit of 300 s, which the limit must not depend on. Nor is it
 * `AbortSignal.timeout`: whoever has listened to that, and the whole page with it, is kept until its time is over.
 */
function limitTime(milliseconds: number): { signal: AbortSignal; isOver: Promise<Answer>; forget: () => void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => {
      controller.abort();
      resolve({ kind: 'timeout' });
    }, milliseconds);
  });
  return { signal: controller.signal, isOver, forget: () => clearTimeout(timer) };
}

function mayTryAgain(kind: Call['kind'], answer: Answer): boolean {
  if (answer.kind === 'network') return true;
  return kind === 'read' && answer.kind === 'answered' && answer.status >= 500;
}

function judgeAnswer<Request extends z.ZodType, Response extends z.ZodType, Code extends string>(
  call: Call<string, Request, Response, Code>,
  answer: Answer,
): Result<z.output<Response>, BackendFault<Code | GeneralErrorCode>> {
  if (answer.kind !== 'answered') return failure({ kind: 'fault', call: call.name, reason: answer.kind });
  const body = parseJson(answer.text);
  if (answer.status >= 200 && answer.status < 400) {
    const parsed = call.response.safeParse(body);
    return parsed.success ? success(parsed.data) : failure({ kind: 'fault', call: call.name, reason: 'contract' });
  }
  const problem = problemSchema.safeParse(body);
  if (!problem.success || !isErrorCodeOf(call, problem.data.code)) {
    return failure({ kind: 'fault', call: call.name, reason: 'status' });
  }
  const { code, parameters = {}, retryAfter = null } = problem.data;
  return failure({ kind: 'problem', call: call.name, code, status: answer.status, parameters, retryAfter });
}

function isErrorCodeOf<Code extends string>(
  call: { readonly errors: Readonly<Record<Code, number>> },
  code: string,
): code is Code | GeneralErrorCode {
  return Object.hasOwn(call.errors, code) || Object.hasOwn(generalErrors, code);
}

/** A refusal that the contract foresees (an unknown account) is no fault of anybody; an answer of 500 and above is. */
function isReported(fault: BackendFault): boolean {
  return fault.kind === 'fault' || fault.status >= 500;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function writeQuery(request: unknown): string {
  if (typeof request !== 'object' || request === null) return '';
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
