import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { generalErrors, type Call, type GeneralErrorCode } from '@/lib/contract/call';
import type { Result } from '@/lib/domain/result';
import type { Partner } from '../partners/model';
import type { Refusal } from './refusal';

/** What a handler may know of the request beside its parsed body. */
export interface CallContext {
  readonly headers: IncomingHttpHeaders;
  /** The body as it came, for signatures over it. */
  readonly rawBody: string;
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  /** Who signed it; null for a call of the site. */
  readonly partner: Partner | null;
}

/** An answer as it goes over the wire. */
export type CallResponse =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'refusal'; readonly status: number; readonly refusal: Refusal<string> };

/** A call of the contract with what answers it: parsed before, checked after. */
export interface CallRoute {
  readonly call: Call;
  /** Parses a body or query; null when it breaks the contract. */
  readRequest(body: unknown): { readonly bodyToDigest: string; answer(caller: CallContext): Promise<CallResponse> } | null;
}

/** Our own answer broke the contract: a bug, and never sent. */
export class InvalidResponseError extends Error {
  constructor(call: string, where: string) {
    super(`the answer of ${call} breaks the contract at ${where}`);
  }
}

/** Gives a refusal with the HTTP status that the contract has for it. */
export function toRefusalResponse(call: Call, refusal: Refusal<string>): CallResponse {
  const statuses: Readonly<Record<string, number>> = { ...generalErrors, ...call.errors };
  return { kind: 'refusal', status: statuses[refusal.code] ?? generalErrors['technical-error'], refusal };
}

/**
 * Binds a call of the contract to its handler. The types of request, answer and error codes are the contract's. `essenceOf` gives what of
 * a request tells it from another under the same idempotency key; without it, that is all of it.
 */
export function defineCallRoute<
  const Name extends string,
  Request extends z.ZodType,
  Response extends z.ZodType,
  const Code extends string,
>(
  call: Call<Name, Request, Response, Code>,
  handle: (
    request: z.output<Request>,
    caller: CallContext,
  ) => Promise<Result<z.input<Response>, Refusal<Code | GeneralErrorCode>>>,
  identityOf: (request: z.output<Request>) => unknown = (request) => request,
): CallRoute {
  return {
    call,
    readRequest(body) {
      const request = call.request.safeParse(body);
      if (!request.success) return null;
      return {
        bodyToDigest: JSON.stringify(identityOf(request.data)),
        async answer(caller) {
          const result = await handle(request.data, caller);
          if (!result.ok) return toRefusalResponse(call, result.error);
          const response = call.response.safeParse(result.value);
          if (!response.success) {
            throw new InvalidResponseError(call.name, response.error.issues[0]?.path.join('.') ?? 'its root');
          }
          return { kind: 'answer', body: response.data };
        },
      };
    },
  };
}
