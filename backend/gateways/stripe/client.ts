import Stripe from 'stripe';
import type { GatewayError } from '../gateway';
import { getFromGateway, postToGateway, type GatewayHttpResponse } from '../gateway-http';

/** The version of Stripe's API that we speak: that of the package's types. Webhook endpoints are created with the same (README.md). */
export const stripeApiVersion = '2026-10-28.endive';

export interface StripeConnection {
  /** `https://api.stripe.com`, without a trailing slash. */
  readonly apiUrl: string;
  readonly secretKey: string;
  /** The time-out of a call, ms. */
  readonly timeoutMs: number;
  /** Each request is sent once, also if its connection fails; by default as `gateway-http.ts` does. */
  readonly isOnce?: boolean;
}

type MakeRequest = InstanceType<typeof Stripe.HttpClient>['makeRequest'];
type RequestHeaders = Parameters<MakeRequest>[4];

class StripeResponse extends Stripe.HttpClientResponse {
  readonly #response: GatewayHttpResponse;

  constructor(response: GatewayHttpResponse) {
    super(response.status, toText(response.headers));
    this.#response = response;
  }

  override getRawResponse(): unknown {
    return this.#response;
  }

  override async toJSON(): Promise<unknown> {
    const parsed: unknown = JSON.parse(this.#response.text);
    return parsed;
  }
}

function toText(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** Sends the package's requests as every gateway's are sent: one time-out for the whole response, bounded sizes, traces, fault points. */
class StripeHttpClient extends Stripe.HttpClient {
  readonly #connection: StripeConnection;

  constructor(connection: StripeConnection) {
    super();
    this.#connection = connection;
  }

  override getClientName(): string {
    return 'ebill';
  }

  override async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: RequestHeaders,
    body: string,
  ): Promise<StripeResponse> {
    const { apiUrl, timeoutMs, isOnce = false } = this.#connection;
    // The length is that of the body as it is sent.
    const { 'content-length': _length, 'content-type': contentType = '', ...rest } = toText(headers);
    const target = { url: `${apiUrl}${path}`, headers: rest, timeoutMs, isOnce };
    const sent = method === 'GET' ? getFromGateway(target) : postToGateway({ ...target, body, contentType });
    const response = await sent;
    if (!response.ok) throw Stripe.HttpClient.makeTimeoutError();
    return new StripeResponse(response.value);
  }
}

/**
 * Creates the client of Stripe's API. It repeats nothing by itself: a request whose connection fails is sent once more within the time-out
 * (gateway-http.ts), which the idempotency key makes safe, and jobs enquire again. It reports nothing about itself to Stripe.
 */
export function createStripeClient(connection: StripeConnection): Stripe {
  return new Stripe(connection.secretKey, {
    apiVersion: stripeApiVersion,
    httpClient: new StripeHttpClient(connection),
    timeout: connection.timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** An error of the request or of the key: Stripe has done nothing. Anything else may have been done. */
export function readError(error: unknown): GatewayError {
  const { StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  const isRefusal =
    error instanceof StripeInvalidRequestError ||
    error instanceof StripeAuthenticationError ||
    error instanceof StripePermissionError;
  return isRefusal ? 'refused' : 'unreachable';
}
