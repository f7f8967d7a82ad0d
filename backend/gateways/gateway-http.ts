import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { failure, success, type Result } from '@/lib/domain/result';
import { startSpan, type Span } from '@/lib/telemetry/tracing/spans';
import { reachFaultPoint } from '../faults/fault-points';
import { currentRequestId } from '../request-id';

export interface GatewayHttpResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

interface RequestTarget {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface GatewayHttpRequest extends RequestTarget {
  readonly body: string;
  readonly contentType: string;
  /** It is sent once, on a new connection, since the gateway would handle a second one again. */
  readonly isOnce?: boolean;
}

/** A request with a body is a POST, one without is a GET unless it has a `method`. */
type OutboundRequest = RequestTarget &
  Partial<Omit<GatewayHttpRequest, keyof RequestTarget>> & { readonly method?: 'DELETE' };

/** Gateways' messages are shorter; a longer response is invalid. Bytes. */
const maxResponseLength = 256 * 1024;

/** Reads a response to its end. Throws as soon as it is too long, which also closes the connection. */
async function readText(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > maxResponseLength) throw new Error('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Node's HTTP client uses a third of the CPU time of `fetch`, and keeps connections alive too. */
function send(outbound: OutboundRequest, signal: AbortSignal, span: Span | null): Promise<IncomingMessage> {
  const requestId = currentRequestId();
  const { request } = outbound.url.startsWith('https:') ? https : http;
  const { body, contentType } = outbound;
  const headers = {
    ...{ accept: '*/*', 'user-agent': 'ebill' },
    ...outbound.headers,
    ...(requestId !== null && { 'x-request-id': requestId }),
    ...(span !== null && { traceparent: span.traceparent }),
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  };
  const method = outbound.method ?? (body === undefined ? 'GET' : 'POST');
  return new Promise((resolve, reject) => {
    request(outbound.url, { method, headers, signal, ...(outbound.isOnce && { agent: false }) }, resolve)
      .on('error', reject)
      .end(body);
  });
}

async function sendOnce(
  outbound: OutboundRequest,
  signal: AbortSignal,
  span: Span | null,
): Promise<GatewayHttpResponse | null> {
  try {
    const answer = await send(outbound, signal, span);
    return { status: answer.statusCode ?? 0, text: await readText(answer), headers: answer.headers };
  } catch {
    return null;
  }
}

async function exchange(outbound: OutboundRequest): Promise<Result<GatewayHttpResponse, 'unreachable'>> {
  const signal = AbortSignal.timeout(outbound.timeoutMs);
  const span = startSpan({ name: 'gateway', kind: 'client' });
  span?.setAttributes({ 'server.address': new URL(outbound.url).hostname });
  reachFaultPoint('before-gateway');
  const first = await sendOnce(outbound, signal, span);
  const isLast = signal.aborted || outbound.isOnce === true;
  const answer = first ?? (isLast ? null : await sendOnce(outbound, signal, span));
  span?.setAttributes({ 'http.response.status_code': answer?.status ?? 0 });
  span?.end(answer === null);
  reachFaultPoint('gateway-answered');
  return answer === null ? failure('unreachable') : success(answer);
}

/**
 * Posts to a gateway and reads the whole response within `timeoutMs`. Redirects are not followed. Retried once if the connection fails, for
 * example a kept-alive one that the other side has just closed: gateway calls are idempotent by the attempt's number, but those that are sent
 * once (`isOnce`). 'unreachable' covers the network, the time-out and a response that is too long; the outcome is then unknown and needs an enquiry.
 */
export function postToGateway(post: GatewayHttpRequest): Promise<Result<GatewayHttpResponse, 'unreachable'>> {
  return exchange(post);
}

/** Gets a resource of a gateway, as `postToGateway` posts. */
export function getFromGateway(target: RequestTarget): Promise<Result<GatewayHttpResponse, 'unreachable'>> {
  return exchange(target);
}

/** Deletes a resource of a gateway, as `postToGateway` posts. */
export function deleteFromGateway(target: RequestTarget): Promise<Result<GatewayHttpResponse, 'unreachable'>> {
  return exchange({ ...target, method: 'DELETE' });
}

/** Posts urlencoded fields, and reads the response's text. */
export function postFormToGateway(
  url: string,
  fields: Readonly<Record<string, string>>,
  timeoutMs: number,
  { headers = {}, isOnce = false }: Pick<GatewayHttpRequest, 'headers' | 'isOnce'> = {},
): Promise<Result<GatewayHttpResponse, 'unreachable'>> {
  const body = new URLSearchParams(fields).toString();
  return postToGateway({ url, body, contentType: 'application/x-www-form-urlencoded', headers, timeoutMs, isOnce });
}
