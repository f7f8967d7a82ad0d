import { z } from 'zod';
import { generalErrors, problemSchema, type Call, type ErrorCodeOf, type Problem } from '../call';
import { signCall, type SigningPartner } from './sign-as-partner';

/** A violation of the contract by the backend. */
export class Nonconformance extends Error {}

export function assertConforms(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Nonconformance(otherwise);
}

/** The suite's test data at the backend. The defaults are those of the embedded backend's sandbox. */
export interface TestData {
  /** An account with a balance, of a customer type with the ordinary maximum. */
  readonly payableAccount: string;
  /** Another such account, for a payment of both. */
  readonly otherPayableAccount: string;
  /** An account number without an account. */
  readonly unknownAccount: string;
  /** A personal FPX bank that is online. */
  readonly personalBank: string;
  readonly partnerKey: string;
  /** A partner with a key, for the calls that partners sign. */
  readonly signingPartner: SigningPartner;
}

export const sandboxData: TestData = {
  payableAccount: '7654321001',
  otherPayableAccount: '7654321101',
  unknownAccount: '7654321040',
  personalBank: 'MB2U0227',
  partnerKey: 'EBILL',
  signingPartner: { partnerKey: 'DEMO-SHOP', keyId: 'sandbox', secret: 'sandbox-secret-of-DEMO-SHOP' },
};

export interface RawResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}

/** A query contains only text; the backend validates it. */
const querySchema = z.record(z.string(), z.coerce.string());

interface SendOptions {
  /** `null`: a write without its key. */
  readonly key?: string | null;
  /** Of the signature of a call that partners sign; a new one by default. */
  readonly nonce?: string;
  /** `none` leaves out the signature of a call that partners sign. */
  readonly signing?: 'none';
}

/** Makes the contract's calls to the backend under test. */
export class Probe {
  constructor(
    private readonly backend: string,
    readonly data: TestData,
    private readonly timeLimit: number,
  ) {}

  newKey(): string {
    return crypto.randomUUID();
  }

  /**
   * Sends a call with any body, valid or not, and returns the raw response. Throws a Nonconformance without a response within the time
   * limit (ms).
   */
  async send(
    call: Call,
    request: unknown,
    { key = this.newKey(), nonce, signing }: SendOptions = {},
  ): Promise<RawResponse> {
    const url = new URL(call.path, this.backend);
    const headers = new Headers({ accept: 'application/json' });
    if (call.kind === 'write' && key !== null) headers.set('idempotency-key', key);
    let body: string | undefined;
    if (call.method === 'GET') url.search = new URLSearchParams(querySchema.parse(request)).toString();
    else {
      headers.set('content-type', 'application/json');
      body = JSON.stringify(request);
    }
    if (call.signedByPartner && signing !== 'none') {
      const message = { method: call.method, target: url.pathname + url.search, body: body ?? '' };
      const signed = await signCall(this.data.signingPartner, message, nonce);
      for (const [name, value] of Object.entries(signed)) headers.set(name, value);
    }
    try {
      const response = await fetch(url, {
        method: call.method,
        headers,
        body: body ?? null,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.timeLimit),
      });
      const text = await response.text();
      return {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        body: text === '' ? undefined : parseJson(text),
      };
    } catch (error) {
      throw new Nonconformance(`${call.name}: no answer (${error instanceof Error ? error.message : String(error)})`);
    }
  }

  /** Sends a valid request and returns the response, which must have status 200 and match the contract's schema. */
  async succeed<Request extends z.ZodType, Response extends z.ZodType>(
    call: Call<string, Request, Response>,
    request: z.input<Request>,
    sending?: SendOptions,
  ): Promise<z.output<Response>> {
    const answer = await this.send(call, request, sending);
    assertConforms(
      answer.status === 200,
      `${call.name}: expected 200, got ${answer.status} ${JSON.stringify(answer.body)}`,
    );
    assertConforms(
      answer.contentType.startsWith('application/json'),
      `${call.name}: content type ${answer.contentType}`,
    );
    return parseBody(call.name, call.response, answer.body);
  }

  /** Sends a request that must be refused with a problem document: this code, and the contract's status for it. */
  async refuse<C extends Call>(
    call: C,
    request: unknown,
    code: ErrorCodeOf<C>,
    sending?: SendOptions,
  ): Promise<Problem> {
    const { name } = call;
    const answer = await this.send(call, request, sending);
    const statuses: Readonly<Record<string, number>> = { ...generalErrors, ...call.errors };
    assertConforms(
      answer.contentType.startsWith('application/problem+json'),
      `${name}: an error must be application/problem+json, got ${answer.status} ${answer.contentType}`,
    );
    const problem = problemSchema.safeParse(answer.body);
    assertConforms(problem.success, `${name}: not a problem document: ${JSON.stringify(answer.body)}`);
    assertConforms(problem.data.code === code, `${name}: expected ${code}, got ${problem.data.code}`);
    assertConforms(
      answer.status === statuses[code],
      `${name}: ${code} must be ${statuses[code]}, got ${answer.status}`,
    );
    assertConforms(problem.data.call === name, `${name}: the problem names the call '${problem.data.call}'`);
    return problem.data;
  }
}

function parseBody<Schema extends z.ZodType>(name: string, schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  assertConforms(parsed.success, `${name}: the answer breaks its schema: ${parsed.error?.message}`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Nonconformance(`not JSON: ${text.slice(0, 80)}`);
  }
}
