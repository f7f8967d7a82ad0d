import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BankStore } from '../bank/bank-store';
import { refundStateAt, stateAt, type BankPayment } from '../bank/bank-payment';
import { makeRefund } from '../bank/refunds';
import { dropConnection } from '../drop-connection';
import { sendPage } from '../pages/layout';
import { buildRefusalPage } from '../pages/return-page';
import { buildCardPayment, isSamePayment } from './authorise';
import { describePayment } from './protocol';
import { authoriseSchema, enquireSchema, readBody, refundSchema } from './request';
import { checkRequest, signAnswer, type MerchantKey } from './signature';

export interface AcquirerRoutesSettings {
  readonly bankStore: BankStore;
  readonly key: MerchantKey;
  readonly banksOrigin: string;
}

type SendSigned = (reply: FastifyReply, path: string, requestMac: string, payload: object) => FastifyReply;
type Listen = (path: string, handle: (body: string, reply: FastifyReply, requestMac: string) => FastifyReply) => void;

const challengePath = '/acquirer/3ds';

/** The acquirer's signed API, see the protocol's README; answers repeat nothing of a request but its number and amount. */
function registerCalls(app: FastifyInstance, { bankStore, key, banksOrigin }: AcquirerRoutesSettings): void {
  // The signature covers the bytes as received.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  function sendSigned(reply: FastifyReply, path: string, requestMac: string, payload: object): FastifyReply {
    const body = JSON.stringify(payload);
    return reply
      .header('x-signature', signAnswer(key, path, requestMac, body))
      .type('application/json')
      .send(body);
  }
  function answerWith(reply: FastifyReply, path: string, requestMac: string, payload: object): FastifyReply {
    return sendSigned(reply, path, requestMac, { threeDSecure: null, ...payload });
  }
  function describeAuthorised(payment: BankPayment): object {
    const payload = describePayment(payment, bankStore.now());
    if (stateAt(payment, bankStore.now()) !== 'open') return payload;
    const threeDSecure = { url: `${banksOrigin}${challengePath}`, fields: { session: payment.session } };
    return { ...payload, outcome: 'challenge', threeDSecure };
  }
  function listen(...[path, handle]: Parameters<Listen>): void {
    app.post(path, (request: FastifyRequest, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const requestMac = checkRequest(key, String(request.headers['x-signature'] ?? ''), path, body);
      return requestMac === null ? reply.code(401).send({ error: 'signature' }) : handle(body, reply, requestMac);
    });
  }

  listen('/acquirer/authorise', (body, reply, requestMac) => {
    const call = readBody(authoriseSchema, body);
    const refuse = (code: number, error: string) =>
      sendSigned(reply.code(code), '/acquirer/authorise', requestMac, { error });
    if (!call) return refuse(400, 'malformed');
    const known = bankStore.find(call.number);
    if (known && !isSamePayment(known, call)) return refuse(409, 'number-used');
    const mode = known || call.initiator === 'payer' ? null : bankStore.takeChargeMode();
    if (mode === 'down') return dropConnection(reply);
    const payment = known ?? buildCardPayment(call, bankStore.now(), mode);
    if (!known) bankStore.open(payment);
    if (mode === 'lost') return dropConnection(reply);
    return answerWith(reply, '/acquirer/authorise', requestMac, describeAuthorised(payment));
  });

  for (const path of ['/acquirer/enquire', '/acquirer/void'] as const) {
    listen(path, (body, reply, requestMac) => {
      const call = readBody(enquireSchema, body);
      const refuse = (code: number, error: string) => sendSigned(reply.code(code), path, requestMac, { error });
      if (!call) return refuse(400, 'malformed');
      const payment = bankStore.find(call.number);
      if (payment?.rail !== 'acquirer' || payment.state === 'no-payment') {
        const nothing = { outcome: 'not-found', reason: '', reference: '', scheme: '' };
        return answerWith(reply, path, requestMac, { ...call, ...nothing });
      }
      if (call.amount !== payment.amount) return refuse(409, 'amount');
      const isVoided = path === '/acquirer/void' && stateAt(payment, bankStore.now()) === 'approved';
      const now = isVoided
        ? bankStore.decide(payment, { state: 'voided', reason: '', button: payment.button })
        : payment;
      return answerWith(reply, path, requestMac, describePayment(now, bankStore.now()));
    });
  }

  registerRefunds(listen, sendSigned, bankStore);
}

/** Refunds: made once by the merchant's reference, and told by it. */
function registerRefunds(listen: Listen, sendSigned: SendSigned, bankStore: BankStore): void {
  for (const path of ['/acquirer/refund', '/acquirer/refund/enquire'] as const) {
    listen(path, (body, reply, requestMac) => {
      const call = readBody(refundSchema, body);
      const refuse = (code: number, error: string) => sendSigned(reply.code(code), path, requestMac, { error });
      if (!call) return refuse(400, 'malformed');
      const payment = bankStore.find(call.number);
      if (payment?.rail !== 'acquirer') return refuse(404, 'unknown-payment');
      const known = bankStore.listRefunds(call.number).find(({ reference }) => reference === call.refund);
      if (known && known.amount !== call.amount) return refuse(409, 'number-used');
      if (!known && path === '/acquirer/refund/enquire') {
        return sendSigned(reply, path, requestMac, { ...call, outcome: 'not-found', reason: '', reference: '' });
      }
      const made = known
        ? { refund: known, isLost: false }
        : makeRefund(bankStore, payment, { reference: call.refund, amount: call.amount });
      if (made === null || made.isLost) return dropConnection(reply);
      const { bankReference, reason } = made.refund;
      const outcome = refundStateAt(made.refund, bankStore.now());
      return sendSigned(reply, path, requestMac, { ...call, outcome, reason, reference: bankReference });
    });
  }
}

const challengeSchema = z.object({ session: z.string().max(64) });

/** The card acquirer: its API, and the redirect to the issuer's 3-D Secure page. */
export function registerAcquirerRoutes(app: FastifyInstance, settings: AcquirerRoutesSettings): void {
  app.register(async (calls) => registerCalls(calls, settings));

  app.post(challengePath, (request, reply) => {
    const parsed = challengeSchema.safeParse(request.body);
    const payment = parsed.success ? settings.bankStore.findBySession(parsed.data.session) : null;
    if (payment?.rail !== 'acquirer') {
      return sendPage(reply, 400, buildRefusalPage('The card issuer does not know this payment.'));
    }
    return reply.redirect(`/pay/${payment.session}`, 303);
  });
}
