import type { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { readJson } from '../../http/read-json';
import type { GatewayError } from '../gateway';
import { deleteFromGateway, getFromGateway, postFormToGateway, type GatewayHttpResponse } from '../gateway-http';
import type { BillplzSettings } from './settings';

/** Calls of Billplz's API. `path` begins with the API's version: `v3/bills`. */
export interface BillplzApi {
  /** Posts a form once: Billplz has no idempotency key, and would create a second bill. */
  post<Value>(
    path: string,
    fields: Readonly<Record<string, string>>,
    schema: z.ZodType<Value>,
  ): Promise<Result<Value, GatewayError>>;
  get<Value>(path: string, schema: z.ZodType<Value>, timeoutMs?: number): Promise<Result<Value, GatewayError>>;
  delete(path: string): Promise<Result<null, GatewayError>>;
}

/** Billplz's errors: 401, 404 and 422 are refusals; 429, the rate limit, tells nothing, and neither does any other status. */
const refusals: readonly number[] = [400, 401, 403, 404, 422];

function checkStatus(answer: Result<GatewayHttpResponse, 'unreachable'>): Result<string, GatewayError> {
  if (!answer.ok) return answer;
  const { status, text } = answer.value;
  if (status === 200) return success(text);
  return failure(refusals.includes(status) ? 'refused' : 'unreachable');
}

function parse<Value>(
  answer: Result<GatewayHttpResponse, 'unreachable'>,
  schema: z.ZodType<Value>,
): Result<Value, GatewayError> {
  const checked = checkStatus(answer);
  if (!checked.ok) return checked;
  const parsed = schema.safeParse(readJson(checked.value));
  return parsed.success ? success(parsed.data) : failure('unreachable');
}

/**
 * Creates the client of Billplz's API. 'refused': Billplz says no. 'unreachable': no answer, a rate limit, or an answer that cannot be
 * understood.
 */
export function createBillplzApi({
  apiUrl,
  apiKey,
  timeoutMs: callTimeoutMs,
}: Pick<BillplzSettings, 'apiUrl' | 'apiKey' | 'timeoutMs'>): BillplzApi {
  // Basic authentication: the key is the user, the password is empty.
  const headers = { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` };
  const urlOf = (path: string) => `${apiUrl}/${path}`;
  return {
    async post(path, fields, schema) {
      const sent = await postFormToGateway(urlOf(path), fields, callTimeoutMs, { headers, isOnce: true });
      return parse(sent, schema);
    },
    async get(path, schema, timeoutMs = callTimeoutMs) {
      return parse(await getFromGateway({ url: urlOf(path), headers, timeoutMs }), schema);
    },
    async delete(path) {
      const answer = checkStatus(await deleteFromGateway({ url: urlOf(path), headers, timeoutMs: callTimeoutMs }));
      return answer.ok ? success(null) : answer;
    },
  };
}
