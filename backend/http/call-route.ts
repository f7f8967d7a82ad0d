import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { generalErrors, type Call, type GeneralErrorCode } from '@/lib/contract/call';
import type { Result } from '@/lib/domain/result';
import type { Partner } from '../partners/model';
import { canonicalJson } from './canonical-json';
import type { RequestIdentity } from './idempotency-keys';
import type { Refusal } from './refusal';

/** The context of a handler besides the parsed body. */
export interface CallContext {
  readonly headers: IncomingHttpHeaders;
  /** The unparsed body, for signatures. */
  readonly rawBody: string;
  /** The body or query as it was sent, before it is parsed by the contract. */
  readonly sent: unknown;
  readonly method: string;
  /** The unparsed path and query. */
  readonly target: string;
  /** The partner that signed the call; null for a call of the site. */
  readonly partner: Partner | null;
}

/** The response of a call. */
export type CallResponse =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'refusal'; readonly status: number; readonly refusal: Refusal<string> };

/** A call of the contract with its handler: parses the request, and validates the response. */
export interface CallRoute {
  readonly call: Call;
  /** Parses a body or query; null if it violates the contract. */
  readRequest(
    body: unknown,
  ): { identify(): Promise<RequestIdentity>; answer(caller: CallContext): Promise<CallResponse> } | null;
}

/** A handler's response violates the contract: a bug; the response is not sent. */
export class InvalidResponseError extends Error {
  constructor(call: string, where: string) {
    super(`the answer of ${call} breaks the contract at ${where}`);
  }
}

/** Returns a refusal with the contract's HTTP status. */
export function toRefusalResponse(call: Call, refusal: Refusal<string>): CallResponse {
  const statuses: Readonly<Record<string, number>> = { ...generalErrors, ...call.errors };
  return { kind: 'refusal', status: statuses[refusal.code] ?? generalErrors['technical-error'], refusal };
}

/**
 * Binds a call of the contract to its handler. The types of request, response and error codes come from the contract. `identityOf` returns
 * the part of a request that must be equal under one idempotency key, or a promise of it; by default the whole request. A partner's request
 * is compared as it was sent: what the contract makes of it may change with a release.
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
        identify: async () => ({
          parsed: JSON.stringify(await identityOf(request.data)),
          sent: call.signedByPartner === true ? canonicalJson(body) : null,
        }),
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
