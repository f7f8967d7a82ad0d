import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import formBody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Call } from '@/lib/contract/call';
import { callNames, calls, type CallName } from '@/lib/contract/calls';
import { removeImportedLines } from '../billers/stored/bill-imports';
import { reachFaultPoint, runUnitOfWork } from '../faults/fault-points';
import { gatewaysOfCallback } from '../gateways-in-use';
import { handleCallback, type CallbackError } from '../payments/returns';
import { success } from '@/lib/domain/result';
import { isPartnerCall } from '@/lib/domain/visit/partner-call';
import { respondToMalformedRequests } from '@/lib/http/malformed-requests';
import { startTrace, runInSpan, type Span } from '@/lib/telemetry/tracing/spans';
import { runWithRequestId } from '../request-id';
import type { Services } from '../services';
import { hourMs } from '../clock';
import { addMissingEntries } from '../ledger/missing-entries';
import { removeOldRows } from '../operations/retention';
import { eraseOldContacts } from '../personal-data/contact-retention';
import { authenticatePartner } from '../partners/authentication';
import { addMissingPostings, scheduleWaitingPostings } from '../postings/waiting';
import { toRefusalResponse, type CallResponse, type CallRoute } from './call-route';
import { noFaults, slowMs, type FaultInjector } from './fault-injection';
import { parseFormFields, textFieldsOf } from './form-fields';
import { createHandlers } from './handlers';
import { addHealth } from './health';
import { createIdempotencyKeys } from './idempotency-keys';
import { describeError, silentLog, type Log } from './log';
import { createIdempotentResponses, type IdempotentResponses } from './idempotent-responses';
import { readJson } from './read-json';
import { describeGeneralProblem, describeProblem } from './problem';
import { hasUnstorableText } from './unstorable-text';

export interface BackendSettings {
  readonly services: Services;
  readonly log?: Log;
  readonly faults?: FaultInjector;
  /** Whether a `Host` header is this server's; without it any is accepted. */
  readonly isOwnHost?: (host: string | undefined) => boolean;
  /** Whether the process is shutting down: readiness then fails, and connections are closed after each response. */
  readonly isDraining?: () => boolean;
  /** Called after each response, for metrics. */
  readonly onResponse?: (answer: { readonly call: string; readonly status: number; readonly seconds: number }) => void;
  /** Adds the sandbox's own routes. */
  readonly addRoutes?: (app: FastifyInstance) => void | Promise<void>;
}

const bodyLimit = 64 * 1024;
const requestIdPattern = /^[\w.-]{8,128}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** The unparsed JSON body. */
    rawBody: string;
    /** The call of the contract, for errors and log. */
    callName: string;
    /** The request's span; null if tracing is off. */
    span: Span | null;
  }
  interface FastifyContextConfig {
    /** The route itself checks the characters of its body: see hasUnstorableText. */
    checksText?: boolean;
  }
}

/** Paths that only the site calls: their `traceparent` is trusted. */
const sitePaths: ReadonlySet<string> = new Set(
  Object.values<Call>(calls)
    .filter(({ signedByPartner }) => signedByPartner !== true)
    .map(({ path }) => path),
);

function beginRequestTrace({ id, headers, routeOptions }: FastifyRequest): Span | null {
  const path = routeOptions.url ?? '';
  // Health checks are not traced.
  if (path.startsWith('/health')) return null;
  const isOwn = sitePaths.has(path);
  const { traceparent } = headers;
  return startTrace(
    { name: 'request', kind: 'server' },
    { requestId: id, ...(isOwn && typeof traceparent === 'string' && { traceparent }) },
  );
}

function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && requestIdPattern.test(header) ? header : randomUUID();
}

/** Sends no response: the caller closes the socket at its own time-out. */
function leaveUnanswered(reply: FastifyReply): void {
  reply.hijack();
}

function dropResponse(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

function send(reply: FastifyReply, call: string, answer: CallResponse): FastifyReply {
  if (answer.kind === 'answer') return reply.code(200).send(answer.body);
  const { code, parameters, retryAfter } = answer.refusal;
  const problem = describeProblem(call, answer.status, code, {
    ...(parameters !== undefined && { parameters }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.code(answer.status).type('application/problem+json').send(problem);
}

interface CallSettings {
  readonly services: Services;
  readonly once: IdempotentResponses;
  readonly faults: FaultInjector;
}

function addCall(
  app: FastifyInstance,
  name: CallName,
  route: CallRoute,
  { services, once, faults }: CallSettings,
): void {
  const { method, path, kind } = route.call;
  app.route({
    method,
    url: path,
    // What a gateway has signed is checked once it is read: see handleReturn.
    config: { checksText: name === 'payment.return' },
    onRequest: async (request) => {
      request.callName = name;
    },
    handler: async (request, reply) => {
      const input = method === 'GET' ? request.query : request.body;
      const fault = await faults.faultOf(name, input);
      if (fault === 'error') throw new Error('a fault of the sandbox');
      if (fault === 'timeout') return leaveUnanswered(reply);
      if (fault === 'garbage') return reply.code(200).send({ unexpected: true, call: name });
      if (fault === 'slow') await pause(slowMs);

      const read = route.readRequest(input);
      if (read === null) {
        return reply.code(400).type('application/problem+json').send(describeGeneralProblem(name, 'invalid-request'));
      }
      const { headers, rawBody, url: target } = request;
      const caller = { headers, rawBody, sent: input, method, target };
      const signer = route.call.signedByPartner ? await authenticatePartner(services, input, caller) : success(null);
      if (!signer.ok) return send(reply, name, toRefusalResponse(route.call, signer.error));
      const handle = () => read.answer({ ...caller, partner: signer.value });
      const key = request.headers['idempotency-key'];
      const owner = signer.value === null ? 'site' : (`partner ${signer.value.key}` as const);
      const answer = await runUnitOfWork(name, () =>
        kind === 'write' ? once({ owner, call: name, key, identify: read.identify }, handle) : handle(),
      );
      if (fault === 'drop-answer') return dropResponse(reply);
      if ('type' in answer) return reply.code(answer.status).type('application/problem+json').send(answer);
      return send(reply, name, answer);
    },
  });
}

const callbackErrorStatuses = {
  'unknown-payment': 404,
  rejected: 403,
  unconfirmed: 503,
} as const satisfies Record<CallbackError, number>;

/**
 * The fields of a callback: those of its URL's query and its form, or its body and signature where the signature covers the body as it was
 * sent.
 */
function readCallback(services: Services, gateway: string, { headers, rawBody, body, query }: FastifyRequest) {
  const header = gatewaysOfCallback(services.gateways, gateway)[0]?.signatureHeader;
  if (header === undefined) return { ...textFieldsOf(query), ...textFieldsOf(body) };
  return { body: rawBody, signature: String(headers[header] ?? '') };
}

/** Gateways' callbacks: responds `OK` once the report is stored, or can never be applied; any other response makes the gateway retry. */
function addCallbacks(app: FastifyInstance, services: Services, log: Log): void {
  const config = { checksText: true };
  app.post<{ Params: { gateway: string } }>('/callbacks/:gateway', { config }, async (request, reply) => {
    request.callName = 'callback';
    const gateway = request.params.gateway.slice(0, 40);
    const taken = await runUnitOfWork('callback', async () => {
      const result = await handleCallback(services, gateway, readCallback(services, gateway, request));
      reachFaultPoint('before-answer');
      return result;
    });
    if (taken.ok) return reply.type('text/plain').send('OK');
    log.warn({ event: 'callback refused', code: taken.error, requestId: request.id });
    return reply.code(callbackErrorStatuses[taken.error]).type('text/plain').send('REFUSED');
  });
}

function addErrors(app: FastifyInstance, log: Log): void {
  app.setNotFoundHandler(async (request, reply) => {
    const problem = describeGeneralProblem(request.callName || 'none', 'not-found');
    return reply.code(404).type('application/problem+json').send(problem);
  });
  app.setErrorHandler(async (error: unknown, request, reply) => {
    // Fastify closes the connection after a body that it has not read: see respondToMalformedRequests. Node reads the rest of it instead.
    reply.removeHeader('connection');
    const call = request.callName || 'none';
    const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
    if (typeof status === 'number' && status >= 400 && status < 500) {
      const problem = { ...describeGeneralProblem(call, 'invalid-request'), status };
      return reply.code(status).type('application/problem+json').send(problem);
    }
    log.error({ event: 'call failed', call, requestId: request.id, error: describeError(error) });
    return reply.code(500).type('application/problem+json').send(describeGeneralProblem(call, 'technical-error'));
  });
}

/** Creates the backend's HTTP server: one route for each call of the contract, the gateways' callbacks, and health checks. */
export async function createBackend({
  services,
  log = silentLog,
  faults = noFaults,
  isOwnHost = () => true,
  isDraining = () => false,
  onResponse = () => {},
  addRoutes,
}: BackendSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    // Requests on open connections are still served while the server closes.
    return503OnClosing: false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 200, querystringParser: parseFormFields },
    clientErrorHandler: () => {},
  });
  respondToMalformedRequests(app.server);
  app.decorateRequest('rawBody', '');
  app.decorateRequest('callName', '');
  app.decorateRequest('span', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = body.toString();
    done(null, readJson(request.rawBody));
  });
  await app.register(formBody, { bodyLimit, parser: parseFormFields });
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = beginRequestTrace(request);
    runInSpan(request.span, () => runWithRequestId(request.id, done));
  });
  app.addHook('onRequest', async (request, reply) => {
    if (isOwnHost(request.headers.host)) return;
    return reply
      .code(421)
      .type('application/problem+json')
      .send(describeProblem('none', 421, 'foreign-host'));
  });
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (!isPartnerCall(headers)) return;
    return reply
      .code(403)
      .type('application/problem+json')
      .send(describeProblem('none', 403, 'partner-call'));
  });
  app.addHook('preValidation', async ({ body, callName, params, query, routeOptions }, reply) => {
    const checked = routeOptions.config.checksText === true ? [params, query] : [body, params, query];
    if (!hasUnstorableText(checked)) return;
    const problem = describeGeneralProblem(callName || 'none', 'invalid-request');
    return reply.code(400).type('application/problem+json').send(problem);
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store');
    // Load balancers drop the connection before the server closes.
    if (isDraining()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { span, callName } = request;
    span?.rename(callName || 'none');
    span?.setAttributes({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500);
    onResponse({ call: request.callName || 'none', status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    log.info({
      event: 'answered',
      call: request.callName || 'none',
      requestId: request.id,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    });
  });
  addErrors(app, log);

  addHealth(app, services, isDraining);
  const keys = createIdempotencyKeys(services.db);
  const once = createIdempotentResponses(keys, log);
  const handlers = createHandlers(services);
  for (const name of callNames) addCall(app, name, handlers[name], { services, once, faults });
  addCallbacks(app, services, log);
  if (addRoutes !== undefined) await app.register(async (scope) => addRoutes(scope));

  // Deletes old rows every hour, and checks that credits are posted and in the journal; several processes may do so concurrently.
  const clean = async () => {
    await keys.removeOld();
    await removeOldRows(services.db, services.retention, services.clock.now());
    await eraseOldContacts(services.db, services.retention.contact, services.clock.now());
    await removeImportedLines(services.db, services.clock.now());
  };
  const checkPostings = async () => {
    await addMissingPostings(services.db, services.clock.now());
    await scheduleWaitingPostings(services.db, services.biller, services.clock.now());
  };
  const checkJournal = async () => addMissingEntries(services.db, services.clock.now());
  const report = (event: string) => (error: unknown) => log.error({ event, error: describeError(error) });
  const cleaning = setInterval(() => {
    void checkPostings().catch(report('postings not checked'));
    void checkJournal().catch(report('journal not checked'));
    void clean().catch(report('old rows not removed'));
  }, hourMs);
  cleaning.unref();
  app.addHook('onClose', async () => clearInterval(cleaning));
  return app;
}
