import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Result } from '@/lib/domain/result';
import type { Answer, CallFaults } from '../providers/call-faults';
import type { ChipAccount } from './account';
import { chipMethods, kindOfMethod, type MethodName } from './methods';
import type { Purchase } from './purchase';
import { amountSchema, chargeSchema, readCreateRequest } from './request';
import type { Webhooks } from './webhooks';

/** The base path of the simulated API. */
export const chipApiPath = '/chip/api/v1';

export interface ChipApiSettings {
  readonly account: ChipAccount;
  readonly webhooks: Webhooks;
  readonly faults: CallFaults;
  readonly apiKey: string;
  readonly brandId: string;
  readonly publicKey: () => string;
}

const idSchema = z.object({ id: z.string() });
const lookupSchema = z.object({
  brand_id: z.string(),
  currency: z.literal('MYR'),
  amount: z.coerce.number().int().optional(),
  skip_capture: z.string().optional(),
  preauthorization: z.string().optional(),
  recurring: z.string().optional(),
});

const ok = (body: unknown): Answer => ({ status: 200, body });
const notFound: Answer = { status: 404, body: { __all__: { message: 'Not found.', code: 'not_found' } } };

function refuse(message: string, code = 'invalid'): Answer {
  return { status: 400, body: { __all__: { message, code } } };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** CHIP's API, with the calls of its OpenAPI that a merchant's payments need. */
export function registerChipApi(app: FastifyInstance, settings: ChipApiSettings): void {
  const { account, webhooks, faults, apiKey, brandId } = settings;
  const bearer = digest(`Bearer ${apiKey}`);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('malformed JSON'), { statusCode: 400 }));
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), bearer)) return;
    return reply.code(401).send({ __all__: { message: 'Invalid API key.', code: 'authentication_failed' } });
  });
  app.setErrorHandler((_error, _request, reply) => reply.code(400).send(refuse('The request is malformed.')?.body));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(notFound?.body));

  /** A call; `name` is what a fault is set for. */
  function listen(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    name: string,
    handle: (request: FastifyRequest) => Answer,
  ) {
    app.route({
      method,
      url,
      handler: (request, reply): Promise<FastifyReply> => faults.answer(reply, `chip.${name}`, () => handle(request)),
    });
  }

  function findPurchase(request: FastifyRequest): Purchase | null {
    const params = idSchema.safeParse(request.params);
    return params.success ? account.find(params.data.id) : null;
  }

  /** A call on a purchase that changes it. */
  function listenOn(name: string, handle: (purchase: Purchase, request: FastifyRequest) => Answer): void {
    listen('POST', `/purchases/:id/${name}/`, `purchases.${name}`, (request) => {
      const purchase = findPurchase(request);
      return purchase ? handle(purchase, request) : notFound;
    });
  }

  function answerPurchase(result: Result<Purchase, string>): Answer {
    return result.ok ? ok(account.describe(result.value)) : refuse('The operation is not possible.', result.error);
  }

  listen('POST', '/purchases/', 'purchases.create', (request) => {
    const read = readCreateRequest(request.body, brandId, account.listAvailable);
    if (!read.ok) return refuse(read.error);
    return { status: 201, body: account.describe(account.create(read.value, request.ip)) };
  });
  listen('GET', '/purchases/:id/', 'purchases.retrieve', (request) => {
    const purchase = findPurchase(request);
    return purchase ? ok(account.describe(purchase)) : notFound;
  });
  listenOn('cancel', (purchase) => answerPurchase(account.cancel(purchase)));
  listenOn('release', (purchase) => answerPurchase(account.release(purchase)));
  listenOn('delete_recurring_token', (purchase) => ok(account.describe(account.deleteToken(purchase))));
  listenOn('capture', (purchase, { body }) => {
    const read = amountSchema.safeParse(body);
    return read.success ? answerPurchase(account.capture(purchase, read.data.amount)) : refuse('amount is invalid');
  });
  listenOn('charge', (purchase, { body }) => {
    const read = chargeSchema.safeParse(body);
    if (!read.success) return refuse('recurring_token is missing or invalid');
    const charged = account.charge(purchase, read.data.recurring_token);
    return charged && answerPurchase(charged);
  });
  listenOn('refund', (purchase, { body }) => {
    const read = amountSchema.safeParse(body);
    if (!read.success) return refuse('amount is invalid');
    const refunded = account.refund(purchase, read.data.amount);
    if (refunded === null) return null;
    return refunded.ok ? ok(refunded.value) : refuse('The refund failed.', refunded.error);
  });

  listen('GET', '/payment_methods/', 'payment_methods', (request) => {
    const query = lookupSchema.safeParse(request.query);
    if (!query.success || query.data.brand_id !== brandId) return refuse('brand_id and currency are required');
    const { amount = 100, ...wants } = query.data;
    const needsCard = [wants.skip_capture, wants.preauthorization, wants.recurring].includes('true');
    const isCard = (name: MethodName) => kindOfMethod(name) === 'card';
    const names = account.listAvailable(amount).filter((name) => !needsCard || isCard(name));
    const cards = names.filter(isCard);
    return ok({
      available_payment_methods: names,
      by_country: { MY: [...names.filter((name) => !isCard(name)), ...(cards.length > 0 ? ['card'] : [])] },
      country_names: { MY: 'Malaysia' },
      names: Object.fromEntries(names.map((name) => [name, chipMethods[name].label])),
      logos: {},
      card_methods: cards,
    });
  });
  listen('GET', '/public_key/', 'public_key', () => ok(settings.publicKey()));

  listen('POST', '/webhooks/', 'webhooks.create', ({ body }) => {
    const created = webhooks.create(body);
    return created ? { status: 201, body: created } : refuse('title, events and callback are required');
  });
  listen('GET', '/webhooks/', 'webhooks.list', () => ok({ results: webhooks.list(), next: null, previous: null }));
  listen('GET', '/webhooks/:id/', 'webhooks.retrieve', ({ params }) => {
    const webhook = webhooks.find(idSchema.safeParse(params).data?.id ?? '');
    return webhook ? ok(webhook) : notFound;
  });
  listen('DELETE', '/webhooks/:id/', 'webhooks.delete', ({ params }) =>
    webhooks.delete(idSchema.safeParse(params).data?.id ?? '') ? { status: 204, body: null } : notFound,
  );
}
