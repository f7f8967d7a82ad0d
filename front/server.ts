import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { SiteConfiguration } from '@/lib/configuration/site';
import { scrubCardNumber } from '@/lib/domain/card/detect-card-number';
import { isResultRoute } from '@/lib/domain/payment/outcomes';
import { failure, success, type Result } from '@/lib/domain/result';
import { isPartnerCall } from '@/lib/domain/visit/partner-call';
import { respondToMalformedRequests } from '@/lib/http/malformed-requests';
import { findClientAddress } from './client-address';
import { CompressingResponse } from './compressing-response';
import { loadsPageAsPart, notDocument } from './fetch-destination';
import {
  bodyTooLarge,
  validateRequest,
  listAllowedHosts,
  notPartnerServer,
  overloaded,
  readRequestHead,
  healthPath,
  readinessPath,
  type Rejection,
} from './request-validation';
import { readBody, replayRequest } from './request-body';
import { closeWithConnection } from './queued-responses';
import { readPath } from './request-path';
import { countRequestsInProgress, type InProgressLimits } from './requests-in-progress';
import { clientAddressHeader, replaceHeaders, selectDebugHeaders, truncateHeaders } from './request-headers';

export type FrontServer = Server<typeof IncomingMessage, typeof CompressingResponse>;

/** Handles requests that the front accepts: Next's request handler. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

export interface FrontOptions {
  readonly settings: Pick<SiteConfiguration, 'port' | 'publicOrigin' | 'trustedProxies' | 'logsRequests'>;
  readonly handle: Handler;
  /** Handles requests for built files; returns false for any other. */
  readonly serveFile?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Whether the process is draining: it is then not ready, and closes connections. */
  readonly isDraining?: () => boolean;
  /** Counts a request after its response; its path has no query. */
  readonly onResponse?: (request: {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  /** Keeps the headers with which Next matches requests to their debugging information. */
  readonly isDevelopment?: boolean;
  readonly log: (level: 'info' | 'error', entry: Readonly<Record<string, unknown>>) => void;
  /** Milliseconds for a request's headers, for the whole request, and for its response. */
  readonly timeouts?: { readonly head: number; readonly whole: number; readonly response: number };
  /** Returns the event loop delay in milliseconds; without it no request is shed. */
  readonly measureDelay?: () => number;
  /** How many requests may be in progress before further ones are shed; null for any number. */
  readonly maxInProgress?: InProgressLimits | null;
  /** How many posts of one client may be sending their bodies; null for any number. */
  readonly maxUnfinishedPosts?: number | null;
}

/** Milliseconds for a request's headers, for the whole request, and for its response. A request to the backend takes at most 40 s. */
export const requestTimeLimits = { head: 10_000, whole: 15_000, response: 60_000 };

/**
 * The event loop delay in milliseconds from which requests are shed: they have already waited longer than a payer waits for a page, and
 * each response delays all others.
 */
const maxDelay = 1_000;

/**
 * Requests in progress from which further ones are shed: requests that wait for the backend pile up without an event loop delay. In all they
 * are so many as twelve payments a second, about what one process can do, that wait 40 s for a gateway that hangs. A client's are far more than
 * browsers behind one address have at the same time, since its limits of posts allow 200 payments in ten minutes.
 */
const defaultMaxInProgress: InProgressLimits = { all: 500, client: 100 };

/**
 * Posts of one client whose bodies have not arrived. They wait for nobody but their client, so they do not count among the requests in progress,
 * which all clients share: a few clients that send slowly would otherwise stop the site for everybody. Each lasts 15 s at most.
 */
const defaultMaxUnfinishedPosts = 100;

/**
 * Health checks of one client that are in progress. A balancer has one at a time; they are never shed, so that without a limit a client could keep
 * the site from everybody by them.
 */
const maxHealthChecks = 10;

/** The reason of an abort signal; without one Node makes an error, with its stack, for each request. */
const responseEnded = 'ended';

/** The maximum time (ms) and bytes to read after a rejection, so that a reset does not lose the response. */
const lingeringClose = { time: 2_000, bytes: 1024 * 1024 };

function reject(request: IncomingMessage, response: ServerResponse, { status, reason, headers }: Rejection): void {
  const text = `${reason}\n`;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
    ...headers,
  });
  if (request.complete || request.readableEnded) {
    response.end(text);
    return;
  }
  response.write(text);
  let rest = 0;
  const finish = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(finish, lingeringClose.time);
  request.on('data', (chunk: Buffer) => {
    rest += chunk.length;
    if (rest > lingeringClose.bytes) finish();
  });
  request.once('end', finish).once('close', finish);
  request.resume();
}

/** Whether a request may be the return of a payer's browser from a gateway, which reports money that may have moved. */
function isReturn({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && isResultRoute(readPath(url));
}

function isHealthCheck({ url }: IncomingMessage): boolean {
  const path = readPath(url);
  return path === healthPath || path === readinessPath;
}

/** Health checks and returns from gateways are never shed; those of one client have limits of their own. */
function isNeverShed(request: IncomingMessage): boolean {
  return isHealthCheck(request) || isReturn(request);
}

/** Counts the requests in progress by client only; with null there is no limit. */
function countByClient(limit: number | null): ReturnType<typeof countRequestsInProgress> {
  return limit === null ? () => true : countRequestsInProgress({ all: Number.POSITIVE_INFINITY, client: limit });
}

function respondDraining(response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ status: 'leaving' }));
}

/**
 * The front of the site: rejects malformed requests, sets the client's address and compresses responses. It does not listen by
 * itself.
 */
export function createFront({
  settings,
  handle,
  serveFile,
  isDraining = () => false,
  onResponse,
  isDevelopment = false,
  log,
  timeouts = requestTimeLimits,
  measureDelay = () => 0,
  maxInProgress = defaultMaxInProgress,
  maxUnfinishedPosts = defaultMaxUnfinishedPosts,
}: FrontOptions): FrontServer {
  const own = listAllowedHosts(settings.publicOrigin, settings.port);
  const scheme = new URL(settings.publicOrigin).protocol.replace(':', '');
  const countInProgress = maxInProgress === null ? () => true : countRequestsInProgress(maxInProgress);
  const countReturns = countByClient(maxInProgress?.client ?? null);
  const countHealthChecks = countByClient(maxInProgress && maxHealthChecks);
  const countUnfinishedPosts = countByClient(maxUnfinishedPosts);

  /** Reads the body of a post of a client; returns why it is refused if it is too large, or the client sends too many at the same time. */
  async function receiveBody(request: IncomingMessage, address: string): Promise<Result<Buffer, Rejection>> {
    const received = new AbortController();
    if (!isNeverShed(request) && !countUnfinishedPosts(address, received.signal)) return failure(overloaded);
    try {
      const body = await readBody(request);
      return body === undefined ? failure(bodyTooLarge) : success(body);
    } finally {
      received.abort(responseEnded);
    }
  }

  /** Answers a request. `ended` aborts when its response or its connection is over. */
  async function answer(request: IncomingMessage, response: ServerResponse, ended: AbortSignal): Promise<void> {
    const refusal = validateRequest(readRequestHead(request), own);
    if (refusal !== undefined) return reject(request, response, refusal);
    if (isPartnerCall(request.headers)) return reject(request, response, notPartnerServer);
    if (loadsPageAsPart(request, readPath(request.url))) return reject(request, response, notDocument);
    if (measureDelay() > maxDelay && !isNeverShed(request)) return reject(request, response, overloaded);
    if (isDraining()) {
      response.setHeader('connection', 'close');
      if (readPath(request.url) === readinessPath) return respondDraining(response);
    }
    if (serveFile?.(request, response) === true) return;

    const forwardedFor = String(request.headers['x-forwarded-for'] ?? '') || undefined;
    const address = findClientAddress(request.socket.remoteAddress, forwardedFor, settings.trustedProxies);
    const given = {
      [clientAddressHeader]: address,
      // Next builds the request's URL from these; without them it would use the client's headers.
      host: own.publicHost,
      'x-forwarded-for': address,
      'x-forwarded-host': own.publicHost,
      'x-forwarded-proto': scheme,
    };
    const countNeverShed = isReturn(request) ? countReturns : isHealthCheck(request) ? countHealthChecks : null;
    if (countNeverShed !== null && !countNeverShed(address, ended)) return reject(request, response, overloaded);
    const body = request.method === 'POST' ? await receiveBody(request, address) : null;
    if (body?.ok === false) return reject(request, response, body.error);
    if (!isNeverShed(request) && !countInProgress(address, ended)) return reject(request, response, overloaded);
    replaceHeaders(request, isDevelopment ? { ...selectDebugHeaders(request), ...given } : given);
    return handle(body === null ? request : replayRequest(request, body.value), response);
  }

  const server = createServer(
    {
      ServerResponse: CompressingResponse,
      headersTimeout: timeouts.head,
      requestTimeout: timeouts.whole,
      // Node checks for late requests only at this interval.
      connectionsCheckingInterval: Math.min(1_000, timeouts.whole),
      keepAliveTimeout: 20_000,
      maxHeaderSize: 24 * 1024,
    },
    (request, response) => {
      const began = performance.now();
      const ended = new AbortController();
      closeWithConnection(response, request.socket);
      truncateHeaders(request);
      const requestPath = readPath(request.url);
      // Only for a line that is written: the search costs more than a request that is refused. Before truncation: a part of a card number is not detected.
      const describePath = () => scrubCardNumber(requestPath).slice(0, 200);
      response.once('close', () => {
        const milliseconds = performance.now() - began;
        const { statusCode: status } = response;
        onResponse?.({ method: request.method ?? '', path: requestPath, status, seconds: milliseconds / 1000 });
        if (!settings.logsRequests) return;
        const duration = Math.round(milliseconds);
        log('info', { msg: 'request', method: request.method, path: describePath(), status, duration });
      });
      const giveUp = setTimeout(() => {
        log('error', { msg: 'response timed out', method: request.method, path: describePath() });
        if (response.headersSent) response.destroy();
        else reject(request, response, overloaded);
        ended.abort(responseEnded);
      }, timeouts.response);
      response.once('close', () => {
        clearTimeout(giveUp);
        ended.abort(responseEnded);
      });
      answer(request, response, ended.signal).catch((error: unknown) => {
        // A client that aborts its body is not an error.
        if (request.destroyed && !request.complete) return;
        log('error', {
          msg: 'request failed',
          method: request.method,
          path: describePath(),
          err: describeError(error),
        });
        if (response.headersSent) response.destroy();
        else reject(request, response, { status: 500, reason: 'Technical error occurred. Try again later.' });
      });
    },
  );
  respondToMalformedRequests(server);
  return server;
}

function describeError(error: unknown): Record<string, unknown> {
  return error instanceof Error
    ? {
        type: error.name,
        message: scrubCardNumber(error.message),
        stack: scrubCardNumber(error.stack?.split('\n    at ').slice(1).join('\n    at ') ?? ''),
      }
    : { message: scrubCardNumber(String(error)) };
}

/** Turns of the event loop: accept a connection, read its request, respond. */
const acceptTurns = 3;

/**
 * Stops accepting requests, and resolves once those in progress are finished or the limit has passed.
 *
 * @param limit milliseconds
 */
export async function drainServer(server: FrontServer, limit = 10_000): Promise<void> {
  // The kernel has accepted the connections in the backlog: those that are not accepted now are reset, and a submitted form is lost.
  for (let turns = 0; turns < acceptTurns; turns += 1) await turn();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Kept-alive connections between two requests would hold the server open.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.closeAllConnections(), limit);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}
