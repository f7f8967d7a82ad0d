import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** An error that the operator must fix, with a one-line message. */
export class OperatorError extends Error {}

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

/** Time-outs, ms; an archive is built completely before the response begins. */
const callTimeoutMs = 30_000;
const downloadTimeoutMs = 15 * 60_000;

interface RequestOptions {
  readonly body?: unknown;
  readonly limit?: number;
}

/**
 * Creates a client for the operator routes of the running backend. Uses `BACKEND_URL` or `BACKEND_PORT`, and `OPERATOR_KEY` or the key that
 * `npm start` stored in `DATA_DIR`.
 */
export function createOperatorClient(environment: Readonly<Record<string, string | undefined>>): OperatorClient {
  const address = environment['BACKEND_URL'] || `http://127.0.0.1:${environment['BACKEND_PORT'] || 4000}`;
  const key = environment['OPERATOR_KEY'] || readStoredKey(resolve(environment['DATA_DIR'] || '.data'));
  async function ask(
    method: string,
    path: string,
    { body, limit = callTimeoutMs }: RequestOptions = {},
  ): Promise<Response> {
    if (key === undefined)
      throw new OperatorError('OPERATOR_KEY must be set to the key that the backend was started with.');
    const response = await fetch(new URL(`/operator${path}`, address), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(limit),
    }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw new OperatorError(`The backend at ${address} has not answered within ${limit / 1_000} s.`);
      throw new OperatorError(`No backend answers at ${address}: is it running?`);
    });
    if (response.ok) return response;
    const answer: unknown = await response.json().catch(() => null);
    const why = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
    throw new OperatorError(typeof why === 'string' ? why : `The backend answered ${response.status}.`);
  }
  return {
    async call(method, path, body, limitMs) {
      const options = { body, ...(limitMs !== undefined && { limit: limitMs }) };
      const answer: unknown = await (await ask(method, path, options)).json();
      return answer;
    },
    download: async (path) =>
      new Uint8Array(await (await ask('GET', path, { limit: downloadTimeoutMs })).arrayBuffer()),
  };
}
