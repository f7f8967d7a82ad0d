import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EventLog } from '../bank/event-log';
import type { Answer, CallFaults } from '../providers/call-faults';
import { openCollection } from '../providers/collection';
import type { StripeAccount, StripeRefusal } from './account';
import { describeRefund, describeSession } from './describe';
import { parseNested } from './form';
import {
  createRefundSchema,
  createSessionSchema,
  listRefundsSchema,
  listSessionsSchema,
  retrieveSchema,
} from './request';

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
    if (answer?.status === 200) {
      answers.put(key, { request: asked, status: 200, body: z.json().parse(JSON.parse(JSON.stringify(answer.body))) });
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

  function findSession({ params }: FastifyRequest) {
    const parsed = idSchema.safeParse(params);
    return parsed.success ? account.find(parsed.data.id) : null;
  }

  listen('POST', '/v1/checkout/sessions', 'sessions.create', (request) =>
    withParameters(bodyOf(request), createSessionSchema, (asked) => {
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
      const session = findSession(request);
      return session ? ok(describeSession(session, banksOrigin, expand)) : notFound;
    }),
  );
  listen('POST', '/v1/checkout/sessions/:id/expire', 'sessions.expire', (request) => {
    const session = findSession(request);
    if (!session) return notFound;
    const expired = account.expire(session);
    return expired.ok ? ok(account.describe(expired.value)) : refuse(expired.error);
  });
  listen('POST', '/v1/refunds', 'refunds.create', (request) =>
    withParameters(bodyOf(request), createRefundSchema, (asked) => {
      const refunded = account.refund(asked);
      if (refunded === null) return null;
      return refunded.ok ? ok(refunded.value) : refuse(refunded.error);
    }),
  );
  listen('GET', '/v1/refunds', 'refunds.list', (request) =>
    withParameters(queryOf(request), listRefundsSchema, (asked) => {
      const session = account.findByIntent(asked.payment_intent);
      if (!session) return notFound;
      const refunds = session.refunds.toReversed();
      const start = refunds.findIndex(({ id }) => id === asked.starting_after) + 1;
      const page = refunds.slice(start, start + asked.limit);
      return ok({
        ...{ object: 'list', url: '/v1/refunds', has_more: start + asked.limit < refunds.length },
        data: page.map((refund) => describeRefund(session, refund)),
      });
    }),
  );

  return { forget: () => answers.forget() };
}
