import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { enquireSchema, readBody } from '../acquirer/request';
import { checkRequest, signAnswer } from '../acquirer/signature';
import type { BankStore } from '../bank/bank-store';
import { stateAt, type BankPayment } from '../bank/bank-payment';
import type { PresentmentNetwork } from './network';
import { describePresentment } from './protocol';

export interface PresentmentApiSettings {
  readonly bankStore: BankStore;
  readonly network: PresentmentNetwork;
}

const registerSchema = enquireSchema.extend({
  description: z.string().max(200),
  merchant: z.string().min(1).max(60),
  code: z.string().max(512).nullable(),
  expiresAt: z.iso.datetime({ offset: true }),
  callbackUrl: z.url({ protocol: /^https?$/ }),
});
type Registration = z.infer<typeof registerSchema>;

function buildPayment(network: PresentmentNetwork, asked: Registration, code: string, nowMs: number): BankPayment {
  const at = new Date(nowMs).toISOString();
  return {
    rail: network.name,
    number: asked.number,
    session: randomBytes(20).toString('base64url'),
    reference: `${network.name.slice(0, 2).toUpperCase()}${randomBytes(6).toString('hex').toUpperCase()}`,
    merchant: asked.merchant,
    description: asked.description,
    amount: asked.amount,
    currency: asked.currency,
    isCorporate: false,
    openedAt: at,
    timesOutAt: asked.expiresAt,
    state: 'open',
    reason: '',
    decidedAt: at,
    settlesAt: null,
    button: null,
    details: { code, callbackUrl: asked.callbackUrl },
  };
}

/** A network's signed calls, see the protocol's README. */
export function registerPresentmentApi(app: FastifyInstance, { bankStore, network }: PresentmentApiSettings): void {
  // The signature covers the bytes as received.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  function listen(action: string, handle: (body: string) => object | { readonly refusal: number }): void {
    const path = `/${network.name}/${action}`;
    app.post(path, (request, reply): FastifyReply => {
      const body = typeof request.body === 'string' ? request.body : '';
      const requestMac = checkRequest(network.key, String(request.headers['x-signature'] ?? ''), path, body);
      if (requestMac === null) return reply.code(401).send({ error: 'signature' });
      const said = handle(body);
      if ('refusal' in said) return reply.code(Number(said.refusal)).send({ error: 'refused' });
      const answer = JSON.stringify(said);
      const signature = signAnswer(network.key, path, requestMac, answer);
      return reply.header('x-signature', signature).type('application/json').send(answer);
    });
  }
  const describe = (payment: BankPayment) => ({
    ...describePresentment(payment, network, bankStore.now()),
    code: payment.details.code ?? '',
  });

  listen('register', (body) => {
    const asked = readBody(registerSchema, body);
    if (!asked) return { refusal: 400 };
    const known = bankStore.find(asked.number);
    if (known) return known.rail === network.name && known.amount === asked.amount ? describe(known) : { refusal: 409 };
    const code = network.issueCode(asked);
    if (code === null) return { refusal: 400 };
    const payment = buildPayment(network, asked, code, bankStore.now());
    bankStore.open(payment);
    return describe(payment);
  });

  for (const action of ['enquire', 'withdraw'] as const) {
    listen(action, (body) => {
      const asked = readBody(enquireSchema, body);
      if (!asked) return { refusal: 400 };
      const payment = bankStore.find(asked.number);
      if (payment?.rail !== network.name) {
        return { ...asked, outcome: 'not-found', reference: '', place: '', code: '' };
      }
      if (payment.amount !== asked.amount) return { refusal: 409 };
      const isWithdrawn = action === 'withdraw' && stateAt(payment, bankStore.now()) === 'open';
      return describe(
        isWithdrawn ? bankStore.decide(payment, { state: 'cancelled', reason: '', button: null }) : payment,
      );
    });
  }
}
