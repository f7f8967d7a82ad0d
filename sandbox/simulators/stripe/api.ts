import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EventLog } from '../bank/event-log';
import type { Answer, CallFaults } from '../providers/call-faults';
import { openCollection } from '../providers/collection';
import type { StripeAccount } from './account';
import { describeChargeIntent, describeRefund, describeSession } from './describe';
import type { SetupExpansion } from './describe-cards';
import { parseNested } from './form';
import type { StripeRefusal } from './money-back';
import {
  cancelIntentSchema,
  confirmIntentSchema,
  createCustomerSchema,
  createIntentSchema,
  createRefundSchema,
  createSessionSchema,
  listRefundsSchema,
  listSessionsSchema,
  noParametersSchema,
  retrieveIntentSchema,
  retrieveSchema,
  type SessionExpansion,
} from './request';
import type { Charge } from './session';

/** The base path of the simulated API, in front of Stripe's own paths. */
export const stripeApiPath = '/stripe';

export interface StripeApiSettings {
  readonly account: StripeAccount;
  readonly eventLog: EventLog;
  readonly faults: CallFaults;
  readonly secretKey: string;
  readonly banksOrigin: string;
}

const idSchema = z.object({ id: z.string() });
const answerSchema = z.object({ request: z.string(), status: z.int(), body: z.json() });

const ok = (body: unknown): Answer => ({ status: 200, body });

function refuse({ code, message }: StripeRefusal, status = 400, type = 'invalid_request_error'): Answer {
  return { status, body: { error: { type, message, ...(code !== null && { code }) } } };
}

const notFound = refuse({ code: 'resource_missing', message: 'No such object.' }, 404);

/** Says what is wrong with the parameters, as Stripe does. */
function refuseParameters({ issues: [issue] }: z.ZodError): Answer {
  if (issue?.code !== 'unrecognized_keys') return refuse({ code: null, message: `Invalid ${issue?.path.join('.')}` });
  const isRemoved = issue.keys.includes('payment_method_types');
  const code = isRemoved ? 'payment_method_types_no_longer_supported' : 'parameter_unknown';
  return refuse({ code, message: `Received unknown parameter: ${issue.keys.join(', ')}` });
}

/** The error of a charge that its issuer has declined: it has what became of the PaymentIntent. */
function declined(charge: Charge): Answer {
  const { error, charge: id } = charge.intent;
  const message = 'Your card was declined.';
  return {
    status: 402,
    body: { error: { ...error, message, charge: id, payment_intent: describeChargeIntent(charge) } },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Stripe's API, with the calls that a merchant's payments need. */
export function registerStripeApi(app: FastifyInstance, settings: StripeApiSettings) {
  const { account, eventLog, faults, secretKey, banksOrigin } = settings;
  const answers = openCollection(eventLog, 'stripe-answers', answerSchema);
  const bearer = digest(`Bearer ${secretKey}`);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, String(body)),
  );
  app.addHook('onRequest', async (request, reply) => {
    const { authorization = '', 'stripe-version': version = '' } = request.headers;
    if (!timingSafeEqual(digest(authorization), bearer)) {
      return reply.code(401).send(refuse({ code: null, message: 'Invalid API Key provided.' })?.body);
    }
    if (!/^\d{4}-\d{2}-\d{2}\.[a-z]+$/.test(String(version))) {
      return reply.code(400).send(refuse({ code: null, message: 'Stripe-Version is missing.' })?.body);
    }
  });
  app.setErrorHandler((_error, _request, reply) =>
    reply.code(400).send(refuse({ code: null, message: 'The request is malformed.' })?.body),
  );

  /** Answers a write once for its key: the answer is repeated, and another request under the key is refused. */
  function answerOnce(request: FastifyRequest, handle: () => Answer): Answer {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || key.length > 255) {
      return refuse({ code: null, message: 'This simulator wants an Idempotency-Key.' });
    }
    const asked = `${request.url} ${String(request.body)}`;
    const known = answers.find(key);
    if (known && known.request !== asked) {
      return refuse({ code: null, message: 'The key was used with other parameters.' }, 400, 'idempotency_error');
    }
    if (known) return { status: known.status, body: known.body };
    const answer = handle();
    // Stripe repeats the answer of what was begun, also of a decline; a request that was refused can be made again.
    if (answer?.status === 200 || answer?.status === 402) {
      answers.put(key, {
        request: asked,
        status: answer.status,
        body: z.json().parse(JSON.parse(JSON.stringify(answer.body))),
      });
    }
    return answer;
  }

  function listen(method: 'GET' | 'POST', url: string, name: string, handle: (request: FastifyRequest) => Answer) {
    const answer = (request: FastifyRequest) =>
      method === 'GET' ? handle(request) : answerOnce(request, () => handle(request));
    app.route({
      ...{ method, url },
      handler: (request, reply): Promise<FastifyReply> => faults.answer(reply, `stripe.${name}`, () => answer(request)),
    });
  }

  /** Reads a call's parameters, and answers by `handle`. */
  function withParameters<Value>(text: string, schema: z.ZodType<Value>, handle: (value: Value) => Answer): Answer {
    const parsed = schema.safeParse(parseNested(text));
    return parsed.success ? handle(parsed.data) : refuseParameters(parsed.error);
  }
  const queryOf = ({ url }: FastifyRequest) => url.split('?')[1] ?? '';
  const bodyOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '');

  const idOf = ({ params }: FastifyRequest) => idSchema.safeParse(params).data?.id ?? '';
  const findSession = (request: FastifyRequest) => account.find(idOf(request));
  const findSetup = (request: FastifyRequest) => account.cards.find(idOf(request));
  const isOfSetup = (name: SessionExpansion): name is SetupExpansion => name.startsWith('setup_intent');
  const isOfPayment = (name: SessionExpansion): name is Exclude<SessionExpansion, SetupExpansion> => !isOfSetup(name);

  listen('POST', '/v1/customers', 'customers.create', (request) =>
    withParameters(bodyOf(request), createCustomerSchema, (asked) => ok(account.cards.createCustomer(asked))),
  );
  listen('POST', '/v1/checkout/sessions', 'sessions.create', (request) =>
    withParameters(bodyOf(request), createSessionSchema, (asked) => {
      if (asked.mode === 'setup') {
        const setup = account.cards.createSetup(asked);
        return setup.ok ? ok(account.cards.describe(setup.value)) : refuse(setup.error);
      }
      const created = account.create(asked);
      return created.ok ? ok(account.describe(created.value)) : refuse(created.error);
    }),
  );
  listen('GET', '/v1/checkout/sessions', 'sessions.list', (request) =>
    withParameters(queryOf(request), listSessionsSchema, ({ limit }) => {
      const sessions = account.list();
      return ok({
        ...{ object: 'list', url: '/v1/checkout/sessions', has_more: sessions.length > limit },
        data: sessions.slice(0, limit).map((session) => account.describe(session)),
      });
    }),
  );
  listen('GET', '/v1/checkout/sessions/:id', 'sessions.retrieve', (request) =>
    withParameters(queryOf(request), retrieveSchema, ({ expand }) => {
      const setup = findSetup(request);
      if (setup) return ok(account.cards.describe(setup, expand.filter(isOfSetup)));
      const session = findSession(request);
      return session ? ok(describeSession(session, banksOrigin, expand.filter(isOfPayment))) : notFound;
    }),
  );
  listen('POST', '/v1/checkout/sessions/:id/expire', 'sessions.expire', (request) => {
    const setup = findSetup(request);
    if (setup) {
      const ended = account.cards.expire(setup);
      return ended.ok ? ok(account.cards.describe(ended.value)) : refuse(ended.error);
    }
    const session = findSession(request);
    if (!session) return notFound;
    const expired = account.expire(session);
    return expired.ok ? ok(account.describe(expired.value)) : refuse(expired.error);
  });

  const findMethod = (request: FastifyRequest) => account.cards.findMethod(idOf(request));
  listen('GET', '/v1/payment_methods/:id', 'payment_methods.retrieve', (request) =>
    withParameters(queryOf(request), noParametersSchema, () => {
      const method = findMethod(request);
      return method ? ok(account.cards.describePaymentMethod(method)) : notFound;
    }),
  );
  listen('POST', '/v1/payment_methods/:id/detach', 'payment_methods.detach', (request) =>
    withParameters(bodyOf(request), noParametersSchema, () => {
      const method = findMethod(request);
      if (!method) return notFound;
      const detached = account.cards.detach(method);
      return detached.ok ? ok(detached.value) : refuse(detached.error);
    }),
  );

  const findCharge = (request: FastifyRequest) => account.charges.find(idOf(request));
  listen('POST', '/v1/payment_intents', 'payment_intents.create', (request) =>
    withParameters(bodyOf(request), createIntentSchema, (asked) => {
      const created = account.charges.create(asked);
      return created.ok ? ok(describeChargeIntent(created.value)) : refuse(created.error);
    }),
  );
  listen('GET', '/v1/payment_intents/:id', 'payment_intents.retrieve', (request) =>
    withParameters(queryOf(request), retrieveIntentSchema, ({ expand }) => {
      const charge = findCharge(request);
      return charge ? ok(describeChargeIntent(charge, expand)) : notFound;
    }),
  );
  listen('POST', '/v1/payment_intents/:id/confirm', 'payment_intents.confirm', (request) =>
    withParameters(bodyOf(request), confirmIntentSchema, (asked) => {
      const charge = findCharge(request);
      if (!charge) return notFound;
      const confirmed = account.charges.confirm(charge, asked.payment_method);
      if (confirmed === null) return null;
      if (confirmed.kind === 'refused') return refuse(confirmed.refusal);
      return confirmed.kind === 'declined'
        ? declined(confirmed.charge)
        : ok(describeChargeIntent(confirmed.charge, asked.expand));
    }),
  );
  listen('POST', '/v1/payment_intents/:id/cancel', 'payment_intents.cancel', (request) =>
    withParameters(bodyOf(request), cancelIntentSchema, () => {
      const charge = findCharge(request);
      if (!charge) return notFound;
      const cancelled = account.charges.cancel(charge);
      return cancelled.ok ? ok(describeChargeIntent(cancelled.value)) : refuse(cancelled.error);
    }),
  );

  listen('POST', '/v1/refunds', 'refunds.create', (request) =>
    withParameters(bodyOf(request), createRefundSchema, (asked) => {
      const refunded = account.refund(asked);
      if (refunded === null) return null;
      return refunded.ok ? ok(refunded.value) : refuse(refunded.error);
    }),
  );
  listen('GET', '/v1/refunds', 'refunds.list', (request) =>
    withParameters(queryOf(request), listRefundsSchema, (asked) => {
      const payment = account.findByIntent(asked.payment_intent);
      if (!payment) return notFound;
      const refunds = payment.refunds.toReversed();
      const start = refunds.findIndex(({ id }) => id === asked.starting_after) + 1;
      const page = refunds.slice(start, start + asked.limit);
      return ok({
        ...{ object: 'list', url: '/v1/refunds', has_more: start + asked.limit < refunds.length },
        data: page.map((refund) => describeRefund(payment, refund)),
      });
    }),
  );

  return { forget: () => answers.forget() };
}
