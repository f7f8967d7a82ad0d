import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** An error that the operator must fix, with a one-line message. */
export class OperatorError extends Error {}

/** There is nothing of the name. */
export class NotFoundError extends OperatorError {}

/** No response: whether the backend has done what it was asked for is not known. */
export class NoResponseError extends OperatorError {}

export interface OperatorClient {
  /** `limitMs`: how long the response may take. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, limitMs?: number): Promise<unknown>;
  /** Returns a binary response, such as an archive. */
  download(path: string): Promise<Uint8Array>;
}

const storedSecretsSchema = z.object({ OPERATOR_KEY: z.string() });

/** Reads the key that `npm start` generated for its backend, if any. */
function readStoredKey(dataDir: string): string | undefined {
  try {
    return storedSecretsSchema.parse(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))).OPERATOR_KEY;
  } catch {
    return undefined;
  }
}

/** An archive is built completely before the response begins. */
const callTimeoutMs = 30_000;
const downloadTimeoutMs = 15 * 60_000;

interface RequestOptions {
  readonly body?: unknown;
  readonly timeoutMs?: number;
}

/**
 * Creates a client for the operator routes of the running backend. Uses `BACKEND_URL` or `BACKEND_PORT`, and `OPERATOR_KEY`, which may
 * be a named operator's, or the key that `npm start` stored in `DATA_DIR`.
 */
export function createOperatorClient(environment: Readonly<Record<string, string | undefined>>): OperatorClient {
  const address = environment['BACKEND_URL'] || `http://127.0.0.1:${environment['BACKEND_PORT'] || 4000}`;
  const key = environment['OPERATOR_KEY'] || readStoredKey(resolve(environment['DATA_DIR'] || '.data'));
  async function request(
    method: string,
    path: string,
    { body, timeoutMs = callTimeoutMs }: RequestOptions = {},
  ): Promise<Response> {
    if (key === undefined)
      throw new OperatorError(
        'OPERATOR_KEY must be set to an operator’s key, or to the key that the backend was started with.',
      );
    const response = await fetch(new URL(`/operator${path}`, address), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw new NoResponseError(`The backend at ${address} has not responded within ${timeoutMs / 1_000} s.`);
      throw new NoResponseError(`No backend responds at ${address}: check that it runs.`);
    });
    if (response.ok) return response;
    const content: unknown = await response.json().catch(() => null);
    const error = typeof content === 'object' && content !== null && 'error' in content ? content.error : undefined;
    const message = typeof error === 'string' ? error : `The backend returned ${response.status}.`;
    throw response.status === 404 ? new NotFoundError(message) : new OperatorError(message);
  }
  return {
    async call(method, path, body, timeoutMs) {
      const options = { body, ...(timeoutMs !== undefined && { timeoutMs }) };
      const content: unknown = await (await request(method, path, options)).json();
      return content;
    },
    download: async (path) =>
      new Uint8Array(await (await request('GET', path, { timeoutMs: downloadTimeoutMs })).arrayBuffer()),
  };
}
