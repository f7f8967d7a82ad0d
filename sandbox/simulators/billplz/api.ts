import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer, CallFaults } from '../providers/call-faults';
import type { BillplzAccount } from './account';
import { billplzBanks } from './banks';
import { describeBill, type StoredBill } from './bill';
import { createSchema } from './request';

/** The base path of the simulated API, which its version follows. */
export const billplzApiPath = '/billplz/api';

export interface BillplzApiSettings {
  readonly account: BillplzAccount;
  readonly faults: CallFaults;
  readonly apiKey: string;
  readonly collectionId: string;
  readonly banksOrigin: string;
  readonly isBankOnline: (code: string) => boolean;
}

const idSchema = z.object({ id: z.string() });
const pageSchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  status: z.enum(['pending', 'completed', 'failed']).optional(),
});
const transactionsPerPage = 15;

const ok = (body: unknown): Answer => ({ status: 200, body });

function refuse(status: number, type: string, message: string): Answer {
  return { status, body: { error: { type, message: [message] } } };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function describeTransactions({ id, transactions }: StoredBill, query: unknown): Answer {
  const { page, status } = pageSchema.parse(query);
  const listed = transactions.filter((transaction) => status === undefined || transaction.status === status);
  const first = (page - 1) * transactionsPerPage;
  return ok({
    bill_id: id,
    transactions: listed.slice(first, first + transactionsPerPage).map((transaction) => ({
      id: transaction.id,
      status: transaction.status,
      completed_at: transaction.completedAt === null ? null : new Date(transaction.completedAt).toISOString(),
      payment_channel: 'FPX',
    })),
    page,
  });
}

/** The calls of Billplz's API, version 3, that a merchant's payments need. */
export function registerBillplzApi(app: FastifyInstance, settings: BillplzApiSettings): void {
  const { account, faults, banksOrigin, collectionId } = settings;
  app.addHook('onRequest', async (request, reply) => {
    const expected = `Basic ${Buffer.from(`${settings.apiKey}:`).toString('base64')}`;
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), digest(expected))) return;
    return reply.code(401).send(refuse(401, 'Unauthorized', 'Access denied')?.body);
  });
  app.setErrorHandler((_error, _request, reply) =>
    reply.code(422).send(refuse(422, 'RecordInvalid', 'The request is malformed')?.body),
  );

  /** A call; `name` is what a fault is set for. */
  function listen(method: 'GET' | 'POST' | 'DELETE', url: string, name: string, handle: (r: FastifyRequest) => Answer) {
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      faults.answer(reply, `billplz.${name}`, () => handle(request));
    app.route({ method, url, handler });
  }
  /** A call on a bill. */
  function listenOn(method: 'GET' | 'DELETE', path: string, name: string, handle: typeof describeTransactions): void {
    listen(method, `/v3/bills/:id${path}`, name, ({ params, query }) => {
      const bill = account.find(idSchema.parse(params).id);
      return bill ? handle(bill, query) : refuse(404, 'RecordNotFound', 'Bill not found');
    });
  }

  listen('POST', '/v3/bills', 'bills.create', ({ body }) => {
    const read = createSchema.safeParse(body);
    if (!read.success) {
      return refuse(422, 'RecordInvalid', `${read.error.issues[0]?.path.join('.')} is missing or invalid`);
    }
    if (read.data.collection_id !== collectionId) return refuse(404, 'RecordNotFound', 'Collection not found');
    return ok(describeBill(account.create(read.data), banksOrigin));
  });
  listenOn('GET', '', 'bills.retrieve', (bill) => ok(describeBill(bill, banksOrigin)));
  listenOn('DELETE', '', 'bills.delete', (bill) =>
    account.delete(bill) ? ok({}) : refuse(422, 'RecordInvalid', 'Bill cannot be deleted'),
  );
  listenOn('GET', '/transactions', 'bills.transactions', describeTransactions);
  listen('GET', '/v3/fpx_banks', 'fpx_banks', () =>
    ok({ banks: Object.keys(billplzBanks).map((name) => ({ name, active: settings.isBankOnline(name) })) }),
  );
}
