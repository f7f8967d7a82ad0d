import type { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { readJson } from '../../http/read-json';
import type { GatewayError } from '../gateway';
import { getFromGateway, postToGateway, type GatewayHttpResponse } from '../gateway-http';

export interface ChipApiSettings {
  /** The base address of CHIP's API, without a slash at its end. */
  readonly apiUrl: string;
  readonly apiKey: string;
  /** The time-out of a call, ms. */
  readonly timeoutMs: number;
}

/** A response of CHIP: its body is undefined if it is not JSON. */
export interface ChipResponse {
  readonly status: number;
  readonly body: unknown;
}

/** CHIP's API: how it is called, not what is said. The key is in a header only. */
export interface ChipApi {
  get(path: string, timeoutMs?: number): Promise<Result<ChipResponse, 'unreachable'>>;
  /** `isOnce`: CHIP has no idempotency key, and would carry out a repeated request again. */
  post(path: string, body: object, how?: { readonly isOnce: boolean }): Promise<Result<ChipResponse, 'unreachable'>>;
}

/** Creates the client of CHIP's API. `path` is below the base address. */
export function createChipApi({ apiUrl, apiKey, timeoutMs }: ChipApiSettings): ChipApi {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };
  const toResponse = (answer: Result<GatewayHttpResponse, 'unreachable'>): Result<ChipResponse, 'unreachable'> =>
    answer.ok ? success({ status: answer.value.status, body: readJson(answer.value.text) }) : answer;
  return {
    async get(path, limitMs = timeoutMs) {
      return toResponse(await getFromGateway({ url: `${apiUrl}/${path}`, headers, timeoutMs: limitMs }));
    },
    async post(path, body, { isOnce } = { isOnce: false }) {
      const request = { url: `${apiUrl}/${path}`, body: JSON.stringify(body), contentType: 'application/json' };
      return toResponse(await postToGateway({ ...request, headers, timeoutMs, isOnce }));
    },
  };
}

/** Reads the object of a successful call. A refusal is 'refused'; whatever cannot be understood is 'unreachable'. */
export function readObject<Value>(
  answer: Result<ChipResponse, 'unreachable'>,
  schema: z.ZodType<Value>,
): Result<Value, GatewayError> {
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  if (status >= 400 && status < 500) return failure('refused');
  const read = schema.safeParse(body);
  return (status === 200 || status === 201) && read.success ? success(read.data) : failure('unreachable');
}
