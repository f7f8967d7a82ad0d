import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { scenarioOfAccount } from '../../scenarios/accounts';
import { dropConnection } from '../drop-connection';
import {
  describeError,
  describeResource,
  describeState,
  type BillerMode,
  type BillerRequest,
  type BillerStore,
} from './biller-store';
import type { BillerCallbacks } from './callbacks';
import {
  errors,
  identifierTypes,
  pageSchema,
  paymentSchema,
  reversalSchema,
  uuidPattern,
  writeAmount,
  type ApiError,
} from './messages';

/** The base path of the simulated biller's API: `{…}/{version}/mm`. */
export const gsmaPath = '/gsma/v1.2/mm';
/** The path of its token endpoint, and the client's id; the client's secret is the API key. */
export const gsmaTokenPath = '/gsma/token';
export const gsmaClientId = 'ebill';

const tokenSeconds = 300;

export interface GsmaRoutesSettings {
  readonly biller: BillerStore;
  readonly callbacks: BillerCallbacks;
  readonly apiKey: string;
  /** How long a slow response takes, ms. */
  readonly slowMs?: number;
}

const accountParams = z.object({ type: z.string(), identifier: z.string() });
const idParams = z.object({ id: z.string().max(256) });
const billParams = accountParams.extend({ bill: z.string().optional() });
const tokenSchema = z.object({ grant_type: z.literal('client_credentials') });

/** The simulated biller behind the GSMA Mobile Money API 1.2, Bill Payments. */
export function registerGsmaRoutes(app: FastifyInstance, settings: GsmaRoutesSettings): void {
  const tokens = new Set<string>();
  app.post(gsmaTokenPath, (request, reply) => {
    reply.header('cache-control', 'no-store');
    const [clientId, secret] = readBasicCredentials(headerOf(request, 'authorization'));
    if (clientId !== gsmaClientId || secret !== settings.apiKey) {
      return reply.code(401).send({ error: 'invalid_client' });
    }
    if (!tokenSchema.safeParse(request.body).success) return reply.code(400).send({ error: 'unsupported_grant_type' });
    const token = randomBytes(24).toString('base64url');
    tokens.add(token);
    return { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds };
  });
  app.register(async (api) => registerApi(api, settings, tokens), { prefix: gsmaPath });
}

function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply.code(error.status).send(describeError(error));
}

function headerOf(request: FastifyRequest, name: string): string {
  const header = request.headers[name];
  return typeof header === 'string' ? header : '';
}

/** Reads a client's id and secret, each form-encoded (RFC 6749, section 2.3.1). */
function readBasicCredentials(header: string): readonly (string | null)[] {
  const text = Buffer.from(header.replace('Basic ', ''), 'base64').toString();
  const end = text.indexOf(':');
  return [text.slice(0, end), text.slice(end + 1)].map((part) => new URLSearchParams(`v=${part}`).get('v'));
}

/** The account that a path names; null if the biller has none. */
function findAccount(request: FastifyRequest): { readonly type: string; readonly identifier: string } | null {
  const account = accountParams.safeParse(request.params).data;
  if (account === undefined || !identifierTypes.includes(account.type)) return null;
  return scenarioOfAccount(account.identifier).standing === 'unknown' ? null : account;
}

function registerApi(
  api: FastifyInstance,
  { apiKey, biller, callbacks, slowMs = 6_000 }: GsmaRoutesSettings,
  tokens: ReadonlySet<string>,
): void {
  api.setErrorHandler((_error, _request, reply) => sendError(reply, errors.malformed));
  api.setNotFoundHandler((_request, reply) => sendError(reply, errors.unknown));
  api.addHook('onRequest', async (request, reply) => {
    const [scheme, token = ''] = headerOf(request, 'authorization').split(' ');
    const isAuthorised = headerOf(request, 'x-api-key') === apiKey || (scheme === 'Bearer' && tokens.has(token));
    reply.header('x-date', new Date().toISOString());
    if (!isAuthorised) return sendError(reply, errors.unauthorised);
  });

  /** Sends a page of a list. */
  function sendList(request: FastifyRequest, reply: FastifyReply, list: readonly object[]): FastifyReply {
    const page = pageSchema.safeParse(request.query).data;
    if (page === undefined) return sendError(reply, errors.malformed);
    const shown = list.slice(page.offset, page.offset + page.limit);
    return reply
      .header('x-records-available-count', String(list.length))
      .header('x-records-returned-count', String(shown.length))
      .send(shown);
  }

  api.get('/heartbeat', () => ({ serviceStatus: 'available' }));

  api.get('/accounts/:type/:identifier/bills', (request, reply) => {
    const account = findAccount(request);
    if (account === null) return sendError(reply, errors.unknown);
    const { customerType } = scenarioOfAccount(account.identifier);
    const bills = biller.listBills(account.identifier) ?? [];
    const metadata = [{ key: 'customerType', value: customerType ?? 'REGULAR' }];
    return sendList(
      request,
      reply,
      bills.map(({ amountDue, dueDate, reference, status }) => ({
        ...{ billReference: reference, billStatus: status, amountDue: writeAmount(amountDue), currency: 'MYR' },
        ...(dueDate !== null && { dueDate }),
        metadata,
      })),
    );
  });

  api.get('/accounts/:type/:identifier/accountname', (request, reply) =>
    findAccount(request) === null
      ? sendError(reply, errors.unknown)
      : reply.send({ name: { firstName: 'SITI NURHALIZA', lastName: 'BINTI OMAR' } }),
  );

  api.get('/accounts/:type/:identifier/status', (request, reply) => {
    const account = findAccount(request);
    if (account === null) return sendError(reply, errors.unknown);
    const isClosed = scenarioOfAccount(account.identifier).standing === 'closed';
    return reply.send({ accountStatus: isClosed ? 'unregistered' : 'available' });
  });

  /** Responds to a payment or reversal request according to its mode. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    mode: BillerMode,
    recorded: BillerRequest,
  ): Promise<FastifyReply> {
    if (mode === 'lose-answer') return dropConnection(reply);
    if (mode === 'slow') await pause(slowMs);
    if (mode === 'malformed') return reply.code(202).type('application/json').send('{"status": "compl');
    if (mode === 'wrong-currency') return reply.code(201).send(describeResource(recorded, 'GBP'));
    if (mode === 'refuse' && recorded.error !== null) return sendError(reply, recorded.error);
    if (mode === 'synchronous') {
      return recorded.error === null
        ? reply.code(201).send(describeResource(recorded))
        : sendError(reply, recorded.error);
    }
    const url = headerOf(request, 'x-callback-url');
    if (url !== '' && biller.stateOf(recorded) !== 'pending') {
      // After the response, as in the definition.
      reply.raw.once('close', () => void callbacks.send(url, recorded));
    }
    return reply.code(202).send(describeState(recorded, 'pending'));
  }

  /** Validates the common parts of payment and reversal requests. */
  function checkRequest(request: FastifyRequest, mode: BillerMode, currency: string | undefined): ApiError | null {
    if (mode === 'down') return errors.unavailable;
    const correlationId = headerOf(request, 'x-correlationid');
    const url = headerOf(request, 'x-callback-url');
    if (!uuidPattern.test(correlationId) || (url !== '' && !/^https?:\/\//.test(url))) return errors.malformed;
    if (biller.findByCorrelationId(correlationId) !== undefined) return errors.duplicate;
    return currency === undefined || currency === 'MYR' ? null : errors.wrongCurrency;
  }

  async function takePayment(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const account = findAccount(request);
    const { bill = null } = billParams.parse(request.params);
    const body = paymentSchema.safeParse(request.body).data;
    const mode = biller.takeMode();
    if (account === null) return sendError(reply, errors.unknown);
    if (body === undefined) return sendError(reply, errors.malformed);
    const hasBill = biller.listBills(account.identifier)?.some(({ reference }) => reference === bill) ?? false;
    if (bill !== null && !hasBill) return sendError(reply, errors.unknown);
    const error = checkRequest(request, mode, body.currency);
    if (error !== null) return mode === 'lose-answer' ? dropConnection(reply) : sendError(reply, error);
    const payment = {
      kind: 'payment',
      ...{ correlationId: headerOf(request, 'x-correlationid'), reverses: null },
      ...{
        identifierType: account.type,
        accountNumber: account.identifier,
        billReference: bill,
        amount: body.amountPaid,
      },
      theirReference: body.requestingOrganisationTransactionReference,
      notification: headerOf(request, 'x-callback-url') === '' ? 'polling' : 'callback',
    } as const;
    return answer(request, reply, mode, biller.addPayment(payment, mode));
  }
  api.post('/accounts/:type/:identifier/bills/:bill/payments', takePayment);
  api.post('/accounts/:type/:identifier/bills/payments', takePayment);

  async function listPayments(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const account = findAccount(request);
    const { bill = null } = billParams.parse(request.params);
    if (account === null) return sendError(reply, errors.unknown);
    const payments = biller.listPayments(account.identifier, bill);
    return sendList(
      request,
      reply,
      payments.map((payment) => describeResource(payment)),
    );
  }
  api.get('/accounts/:type/:identifier/bills/:bill/payments', listPayments);
  api.get('/accounts/:type/:identifier/bills/payments', listPayments);

  api.post('/transactions/:id/reversals', async (request, reply) => {
    const payment = biller.findCompleted(idParams.parse(request.params).id);
    const body = reversalSchema.safeParse(request.body).data;
    const mode = biller.takeMode();
    if (payment?.kind !== 'payment') return sendError(reply, errors.unknown);
    if (body === undefined) return sendError(reply, errors.malformed);
    const error = checkRequest(request, mode, body.currency);
    if (error !== null) return mode === 'lose-answer' ? dropConnection(reply) : sendError(reply, error);
    const reversal = {
      kind: 'reversal',
      ...{ correlationId: headerOf(request, 'x-correlationid'), reverses: payment.receipt },
      ...{ identifierType: payment.identifierType, accountNumber: payment.accountNumber, billReference: null },
      amount: body.amount ?? payment.amount,
      theirReference: body.requestingOrganisationTransactionReference,
      notification: headerOf(request, 'x-callback-url') === '' ? 'polling' : 'callback',
    } as const;
    return answer(request, reply, mode, biller.addReversal(reversal, payment, mode));
  });

  api.get('/transactions/:id', (request, reply) => {
    const found = biller.findCompleted(idParams.parse(request.params).id);
    return found?.kind === 'reversal' ? reply.send(describeResource(found)) : sendError(reply, errors.unknown);
  });

  api.get('/requeststates/:id', (request, reply) => {
    const found = biller.findByServerCorrelationId(idParams.parse(request.params).id);
    return found === undefined
      ? sendError(reply, errors.unknown)
      : reply.send(describeState(found, biller.stateOf(found)));
  });

  api.get('/responses/:id', (request, reply) => {
    const found = biller.findByCorrelationId(idParams.parse(request.params).id);
    if (found === undefined || biller.stateOf(found) !== 'completed') return sendError(reply, errors.unknown);
    const bill = found.billReference === null ? '' : `/${found.billReference}`;
    const payments = `/accounts/${found.identifierType}/${found.accountNumber}/bills${bill}/payments`;
    return reply.send({ link: found.kind === 'payment' ? payments : `/transactions/${found.receipt}` });
  });
}
