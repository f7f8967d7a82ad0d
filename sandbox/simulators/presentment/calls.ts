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

function buildPayment(
  network: PresentmentNetwork,
  registration: Registration,
  code: string,
  nowMs: number,
): BankPayment {
  const at = new Date(nowMs).toISOString();
  return {
    rail: network.name,
    number: registration.number,
    session: randomBytes(20).toString('base64url'),
    reference: `${network.name.slice(0, 2).toUpperCase()}${randomBytes(6).toString('hex').toUpperCase()}`,
    merchant: registration.merchant,
    description: registration.description,
    amount: registration.amount,
    currency: registration.currency,
    isCorporate: false,
    openedAt: at,
    timesOutAt: registration.expiresAt,
    state: 'open',
    reason: '',
    decidedAt: at,
    settlesAt: null,
    button: null,
    details: { code, callbackUrl: registration.callbackUrl },
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
      const payload = handle(body);
      const isRefused = 'refusal' in payload;
      if (isRefused) reply.code(Number(payload.refusal));
      const answer = JSON.stringify(isRefused ? { error: 'refused' } : payload);
      const signature = signAnswer(network.key, path, requestMac, answer);
      return reply.header('x-signature', signature).type('application/json').send(answer);
    });
  }
  const describe = (payment: BankPayment) => ({
    ...describePresentment(payment, network, bankStore.now()),
    code: payment.details.code ?? '',
  });

  listen('register', (body) => {
    const registration = readBody(registerSchema, body);
    if (!registration) return { refusal: 400 };
    const known = bankStore.find(registration.number);
    if (known)
      return known.rail === network.name && known.amount === registration.amount ? describe(known) : { refusal: 409 };
    const code = network.issueCode(registration);
    if (code === null) return { refusal: 400 };
    const payment = buildPayment(network, registration, code, bankStore.now());
    bankStore.open(payment);
    return describe(payment);
  });

  for (const action of ['enquire', 'withdraw'] as const) {
    listen(action, (body) => {
      const enquiry = readBody(enquireSchema, body);
      if (!enquiry) return { refusal: 400 };
      const payment = bankStore.find(enquiry.number);
      if (payment?.rail !== network.name) {
        return { ...enquiry, outcome: 'not-found', reference: '', place: '', code: '' };
      }
      if (payment.amount !== enquiry.amount) return { refusal: 409 };
      const isWithdrawn = action === 'withdraw' && stateAt(payment, bankStore.now()) === 'open';
      return describe(
        isWithdrawn ? bankStore.decide(payment, { state: 'cancelled', reason: '', button: null }) : payment,
      );
    });
  }
}
