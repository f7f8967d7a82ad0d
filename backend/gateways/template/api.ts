import type { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { readJson } from '../../http/read-json';
import type { GatewayError } from '../gateway';
import { getFromGateway, postToGateway, type GatewayHttpResponse } from '../gateway-http';
import type { ExampleSettings } from './settings';

/** Example's API. `path` is below its base URL. */
export interface ExampleApi {
  get<Value>(path: string, schema: z.ZodType<Value>): Promise<Result<Value, GatewayError>>;
  /** Posts JSON; it may be sent twice, since Example makes one payment of a reference, and cancels one that is cancelled. */
  post<Value>(path: string, body: object, schema: z.ZodType<Value>): Promise<Result<Value, GatewayError>>;
}

/** The statuses by which Example says that it has done nothing. 429 is not among them, and neither is a status of a proxy. */
const refusals: readonly number[] = [400, 401, 403, 404, 422];

function parse<Value>(
  answer: Result<GatewayHttpResponse, 'unreachable'>,
  schema: z.ZodType<Value>,
): Result<Value, GatewayError> {
  if (!answer.ok) return answer;
  const { status, text } = answer.value;
  if (refusals.includes(status)) return failure('refused');
  const parsed = schema.safeParse(readJson(text));
  return status === 200 && parsed.success ? success(parsed.data) : failure('unreachable');
}

/** Creates the client. 'refused': Example says no. 'unreachable': no answer, or one that cannot be understood. */
export function createExampleApi({
  apiUrl,
  apiKey,
  timeoutMs,
}: Pick<ExampleSettings, 'apiUrl' | 'apiKey' | 'timeoutMs'>): ExampleApi {
  const headers = { authorization: `Bearer ${apiKey}` };
  const contentType = 'application/json';
  return {
    get: async (path, schema) => parse(await getFromGateway({ url: `${apiUrl}/${path}`, headers, timeoutMs }), schema),
    async post(path, fields, schema) {
      const body = JSON.stringify(fields);
      return parse(await postToGateway({ url: `${apiUrl}/${path}`, body, contentType, headers, timeoutMs }), schema);
    },
  };
}
