import { z } from 'zod';

/** Errors that any call may return, with their HTTP status. */
export const generalErrors = {
  'invalid-request': 400,
  'idempotency-key-missing': 400,
  'not-found': 404,
  'request-in-flight': 409,
  'idempotency-key-reused': 422,
  'rate-limited': 429,
  'technical-error': 500,
  'not-ready': 503,
} as const;
export type GeneralErrorCode = keyof typeof generalErrors;

/** The body of an error response (RFC 9457, `application/problem+json`). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  /** The name of the call that failed. */
  call: z.string(),
  /** Seconds after which the call may be retried. */
  retryAfter: z.number().optional(),
  /** Parameters of the code, for instance until when a method is down (ISO 8601) or how many tries are left. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Problem = z.output<typeof problemSchema>;

/** One call of the payment backend, as its routes, the site's client, the documentation and the conformance suite use it. */
export interface Call<
  Name extends string = string,
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  ErrorCode extends string = string,
> {
  readonly name: Name;
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  /** Relative to the backend's URL, always below `/apg`. */
  readonly path: `/apg/${string}`;
  /** The query of a GET, the JSON body of a POST. */
  readonly request: Request;
  readonly response: Response;
  /** Error codes of this call besides the general ones, each with its HTTP status. */
  readonly errors: Readonly<Record<ErrorCode, number>>;
  /** `read` is safe to retry; `write` changes state, carries an `Idempotency-Key` and is repeated only under it. */
  readonly kind: 'read' | 'write';
  /** The call is signed by a partner's server and not made by the site. */
  readonly signedByPartner?: boolean;
}

export function defineCall<
  const Name extends string,
  Request extends z.ZodType,
  Response extends z.ZodType,
  const ErrorCode extends string,
>(call: Call<Name, Request, Response, ErrorCode>): Call<Name, Request, Response, ErrorCode> {
  return call;
}

export type RequestOf<C extends Call> = z.output<C['request']>;
/** The request as callers send it: fields with a default are optional. */
export type RequestInputOf<C extends Call> = z.input<C['request']>;
export type ResponseOf<C extends Call> = z.output<C['response']>;
/** The response as a backend sends it: the reader fills in the contract's defaults. */
export type ResponseInputOf<C extends Call> = z.input<C['response']>;
export type ErrorCodeOf<C extends Call> = (keyof C['errors'] & string) | GeneralErrorCode;

/**
 * The version of this contract: an integer that increases by one with each breaking change. A breaking change is made in two steps, so that
 * adjacent versions are compatible (./versions.ts): what the next version removes is already optional in this one, and what the next
 * version requires is already sent in this one.
 */
export const contractVersion = 1;
