import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer, CallFaults } from '../providers/call-faults';
import { createSchema, type ExampleAccount, type Payment } from './payment';

export const exampleApiPath = '/example/api';

const idSchema = z.object({ id: z.string() });
const digest = (text: string) => createHash('sha256').update(text).digest();

/** The calls of Example's API. */
export function registerExampleApi(
  app: FastifyInstance,
  {
    account,
    faults,
    apiKey,
  }: { readonly account: ExampleAccount; readonly faults: CallFaults; readonly apiKey: string },
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${apiKey}`))) return;
    return reply.code(401).send({ error: 'unauthorized' });
  });
  /** A call; `name` is what a fault is set for. */
  function listen(
    method: 'GET' | 'POST',
    url: string,
    name: string,
    handle: (request: FastifyRequest) => Answer,
  ): void {
    app.route({
      method,
      url,
      handler: (request, reply) => faults.answer(reply, `example.${name}`, () => handle(request)),
    });
  }
  const describe = (payment: Payment): Answer => ({ status: 200, body: account.describe(payment) });
  const onPayment = (handle: (payment: Payment) => Answer) => (request: FastifyRequest) => {
    const payment = account.find(idSchema.parse(request.params).id);
    return payment ? handle(payment) : { status: 404, body: { error: 'not_found' } };
  };

  listen('POST', '/payments', 'create', ({ body }) => {
    const read = createSchema.safeParse(body);
    return read.success ? describe(account.create(read.data)) : { status: 422, body: { error: 'invalid' } };
  });
  listen('GET', '/payments/:id', 'retrieve', onPayment(describe));
  listen(
    'POST',
    '/payments/:id/cancel',
    'cancel',
    onPayment((payment) =>
      describe(payment.status === 'open' ? account.change(payment, { status: 'cancelled' }) : payment),
    ),
  );
  listen('GET', '/account', 'account', () => ({ status: 200, body: {} }));
}
