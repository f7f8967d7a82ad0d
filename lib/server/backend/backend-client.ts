import 'server-only';
import ky, { isHTTPError, isTimeoutError } from 'ky';
import type { z } from 'zod';
import { generalErrors, problemSchema, type Call, type GeneralErrorCode } from '@/lib/contract/call';
import { failure, success, type Result } from '@/lib/domain/result';
import { publishBackendCall } from '@/lib/telemetry/metrics/backend-calls';
import { startSpan, type Span } from '@/lib/telemetry/tracing/spans';
import { readEnvironment } from '../environment';
import { logProblem } from '../log';

/** Milliseconds for a whole call: both tries, the delay between them and the response bodies. Specification, section 7. */
export const callTimeLimit = 40_000;
/** Milliseconds between the two tries, for a backend that is just starting. */
const retryDelay = 100;

/** Why a call has no value. `problem`: the backend refused it. `fault`: there is no valid response. */
export type BackendError<Code extends string = string> =
  | {
      readonly kind: 'problem';
      readonly call: string;
      readonly code: Code;
      readonly status: number;
      readonly parameters: Readonly<Record<string, string | number>>;
      /** Seconds after which the call may be repeated, if the backend says so. */
      readonly retryAfter: number | null;
    }
  | {
      readonly kind: 'fault';
      readonly call: string;
      readonly reason: FaultReason;
      /** For operators and analytics, in the words of specification, section 8: nothing of a request or a response body. */
      readonly message: string;
    };

/** `network`: no connection, or it broke. `timeout`: the time limit passed. `contract`: the body breaks the contract. `status`: an error status without a problem of the contract. */
export type FaultReason = 'network' | 'timeout' | 'contract' | 'status';

export interface CallOptions {
  /** Required for a call of kind `write`: both tries carry it, so the backend executes the call once. */
  readonly idempotencyKey?: string;
  readonly requestId?: string | null;
}

export interface BackendConnection {
  /** Without a trailing slash. */
  readonly backendUrl: string;
  /** Milliseconds. */
  readonly timeLimit: number;
}

/**
 * Makes a call of the contract. A read is tried at most twice (after a broken connection or a 5xx), a write only after a broken
 * connection and under the same `Idempotency-Key`; both within one time limit. Redirects are not followed, 200 to 399 is success
 * (specification, section 7). Every fault is logged with the call's name; bodies never are.
 */
export async function callBackend<
  RequestSchema extends z.ZodType,
  ResponseSchema extends z.ZodType,
  Code extends string,
>(
  call: Call<string, RequestSchema, ResponseSchema, Code>,
  request: z.input<RequestSchema>,
  options: CallOptions = {},
  connection: BackendConnection = { backendUrl: readEnvironment().backendUrl, timeLimit: callTimeLimit },
): Promise<Result<z.output<ResponseSchema>, BackendError<Code | GeneralErrorCode>>> {
  if (call.kind === 'write' && options.idempotencyKey === undefined)
    throw new Error(`${call.name} needs an idempotency key`);
  const startedAt = performance.now();
  const span = startSpan({ name: `backend ${call.name}`, kind: 'client', attributes: { 'ebill.call': call.name } });
  const { response, tries } = await sendRequest(call, request, { ...options, span }, connection);
  const result = await parseResponse(call, response, connection.timeLimit);

  const outcome = result.ok ? 'ok' : result.error.kind === 'fault' ? result.error.reason : 'problem';
  publishBackendCall({ call: call.name, outcome, seconds: (performance.now() - startedAt) / 1000 });
  span?.setAttributes({ 'ebill.outcome': outcome, 'ebill.tries': tries });
  span?.end(outcome !== 'ok' && outcome !== 'problem');
  if (!result.ok && isLogged(result.error)) {
    logProblem('backend.error', {
      call: call.name,
      method: call.method,
      path: call.path,
      reason: result.error.kind === 'fault' ? result.error.reason : 'problem',
      code: result.error.kind === 'problem' ? result.error.code : undefined,
      message: messageOf(result.error),
      status: typeof response === 'string' ? undefined : response.status,
      tries,
      milliseconds: Math.round(performance.now() - startedAt),
      requestId: options.requestId,
    });
  }
  return result;
}

/** Reads the body to its end before it returns: a connection that breaks in the middle of a body is a broken connection, too. */
const fetchWhole: typeof fetch = async (input, init) => {
  // React memoizes a GET, its failure included, unless `fetch` gets a signal in its options; it does not look at the one of the `Request`.
  const response = await fetch(input, input instanceof Request ? { ...init, signal: input.signal } : init);
  return response.body === null ? response : new Response(await response.arrayBuffer(), response);
};

/** Sends a request, and once more if `shouldRetry` allows it (each call sets that). */
const retryingClient = ky.create({
  timeout: false,
  throwHttpErrors: (status) => status >= 400,
  retry: { limit: 1, methods: ['get', 'post'], delay: () => retryDelay },
  fetch: fetchWhole,
});

/**
 * The `timeout` of ky covers one try, until its headers. With the retrying client as its `fetch` it covers the whole call (ADR 13), even
 * if garbage collection cuts the signal off from the request.
 */
const client = ky.create({ retry: 0, throwHttpErrors: false, redirect: 'manual', cache: 'no-store' });

async function sendRequest(
  call: Call,
  request: unknown,
  options: CallOptions & { readonly span: Span | null },
  { backendUrl, timeLimit }: BackendConnection,
): Promise<{ readonly response: Response | 'network' | 'timeout'; readonly tries: number }> {
  let tries = 0;
  try {
    // The query is in the address: with ky's `searchParams` a second `Request` is made.
    const query = call.method === 'GET' ? toQuery(request) : '';
    const response = await client(`${backendUrl}${call.path}${query}`, {
      method: call.method,
      ...(call.method === 'GET' ? {} : { json: request }),
      headers: {
        accept: 'application/json',
        'idempotency-key': options.idempotencyKey,
        'x-request-id': options.requestId ?? undefined,
        traceparent: options.span?.traceparent,
      },
      timeout: timeLimit,
      fetch: retryingClient.extend({
        retry: { shouldRetry: ({ error }) => isRetryable(call.kind, error) },
        hooks: { beforeRequest: [(_request, _options, { retryCount }) => void (tries = retryCount + 1)] },
      }),
    });
    return { response, tries };
  } catch (error) {
    if (isHTTPError(error)) return { response: error.response, tries };
    return { response: isTimeoutError(error) ? 'timeout' : 'network', tries };
  }
}

/** What is not an `HTTPError` is a broken connection; ky itself does not retry once the time limit has passed. */
function isRetryable(kind: Call['kind'], error: Error): boolean {
  return isHTTPError(error) ? kind === 'read' && error.response.status >= 500 : true;
}

async function parseResponse<RequestSchema extends z.ZodType, ResponseSchema extends z.ZodType, Code extends string>(
  call: Call<string, RequestSchema, ResponseSchema, Code>,
  response: Response | 'network' | 'timeout',
  timeLimit: number,
): Promise<Result<z.output<ResponseSchema>, BackendError<Code | GeneralErrorCode>>> {
  const fault = (reason: FaultReason, message: string) =>
    failure({ kind: 'fault', call: call.name, reason, message } as const);
  if (response === 'network') return fault(response, 'Network Error');
  if (response === 'timeout') return fault(response, timeoutMessage(timeLimit));
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status < 400) {
    const parsed = call.response.safeParse(body);
    return parsed.success ? success(parsed.data) : fault('contract', 'The response breaks the contract');
  }
  const problem = problemSchema.safeParse(body);
  if (!problem.success || !isErrorCodeOf(call, problem.data.code)) {
    return fault('status', statusMessage(response.status));
  }
  const { code, parameters = {}, retryAfter = null } = problem.data;
  return failure({ kind: 'problem', call: call.name, code, status: response.status, parameters, retryAfter });
}

const statusMessage = (status: number) => `Request failed with status code ${status}`;

/** Returns an error's message for logs and reports: nothing of a request or a response body. */
export const messageOf = (error: BackendError) =>
  error.kind === 'fault' ? error.message : statusMessage(error.status);

/** Returns the message of a call that took longer than its limit, in milliseconds. */
const timeoutMessage = (timeLimit: number) => `timeout of ${timeLimit}ms exceeded`;

function isErrorCodeOf<Code extends string>(
  call: { readonly errors: Readonly<Record<Code, number>> },
  code: string,
): code is Code | GeneralErrorCode {
  return Object.hasOwn(call.errors, code) || Object.hasOwn(generalErrors, code);
}

/** A problem of the contract (an unknown account) is an expected failure; one with a 5xx is not. */
function isLogged(error: BackendError): boolean {
  return error.kind === 'fault' || error.status >= 500;
}

/** Returns the query string of a request with its `?`, or an empty text. */
function toQuery(request: unknown): string {
  if (typeof request !== 'object' || request === null) return '';
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}
