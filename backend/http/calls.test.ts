import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { CompactEncrypt, importJWK } from 'jose';
import { calls } from '@/lib/contract/calls';
import { currentRequestId } from '../request-id';
import {
  sandboxControl,
  createPayment,
  fpxRequest,
  send,
  startTestBackend,
  type TestBackend,
} from '../test-backend.fixture';

let backend: TestBackend;
let address: Promise<string>;

beforeAll(async () => {
  backend = await startTestBackend();
  address = backend.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => backend.close());

const transaction = { accountNumber: '1234567801', payOption: 'other', amount: 100 } as const;
const create = calls['transaction.create'];

/** Returns a new ciphertext each time, as each submission of the form does. */
async function encryptCard(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const { publicJwk } = backend.services.cardDataKey;
  const card = { number: '4111111111111111', expiry: '12/39', cvv: '123', name: 'TEST PAYER', ...changes };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: publicJwk['kid'] })
    .encrypt(await importJWK({ ...publicJwk, kty: 'RSA' }, 'RSA-OAEP-256'));
}

async function cardRequest(refid: string, card: Readonly<Record<string, string>> = {}) {
  return {
    refid,
    shownAmount: 13_878,
    paymentRequest: {
      selectedPaymentMethod: 'newCard' as const,
      cardDetails: await encryptCard(card),
      userEmailAddress: 'payer@example.com',
    },
  };
}

async function countOrders(): Promise<number> {
  const { count } = await backend.store.db
    .selectFrom('orders')
    .select((row) => row.cast<number>(row.fn.countAll(), 'bigint').as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('a request with a large body', () => {
  async function callRaw(text: string): Promise<string> {
    const { port } = new URL(await address);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
      socket.on('error', reject).on('close', () => resolve(answer));
    });
  }

  const body = 'b'.repeat(500_000);
  const head = `POST /callbacks/fpx HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n`;
  const next = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

  test.each([
    ['413', 'application/x-www-form-urlencoded'],
    ['415', 'text/xml'],
  ])('row 49: is refused with %s, and its connection is kept', async (status, type) => {
    const answer = await callRaw(`${head}Content-Type: ${type}\r\n\r\n${body}${next}`);
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)).toEqual([status, '200']);
  });
});

describe('an idempotency key', () => {
  test('is required for a write', async () => {
    expect(await send(backend, create, transaction, null)).toMatchObject({
      status: 400,
      code: 'idempotency-key-missing',
    });
    expect(await send(backend, create, transaction, 'short')).toMatchObject({ status: 400 });
  });

  test('is the same request for submissions that encrypted the same card again', async () => {
    const refid = await createPayment(backend);
    const requests = await Promise.all(Array.from({ length: 20 }, () => cardRequest(refid)));
    expect(new Set(requests.map(({ paymentRequest }) => paymentRequest.cardDetails)).size).toBe(20);
    const key = randomUUID();
    const answers = await Promise.all(requests.map((request) => send(backend, calls['payment.init'], request, key)));
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body));
    expect(new Set(made).size).toBe(1);
    expect(answers.every(({ status, code }) => status === 200 || code === 'request-in-flight')).toBe(true);
    expect(backend.cards.begun).toHaveLength(1);
    // The phone may have changed networks.
    const elsewhere = { ...(await cardRequest(refid)), payerAddress: '203.0.113.9' };
    const again = await send(backend, calls['payment.init'], elsewhere, key);
    expect(again).toMatchObject({ status: 200, body: JSON.parse(made[0] ?? '') });
    const other = { ...(await cardRequest(refid)), shownAmount: 1 };
    expect(await send(backend, calls['payment.init'], other, key)).toMatchObject({ code: 'idempotency-key-reused' });
  });

  test.each([
    ['number', { number: '5555555555554444' }],
    ['expiry date', { expiry: '11/39' }],
  ])(
    'row 9: with a card of another %s is another request, and is not given the first card’s answer',
    async (_what, other) => {
      const refid = await createPayment(backend);
      const key = randomUUID();
      const before = backend.cards.begun.length;
      expect(await send(backend, calls['payment.init'], await cardRequest(refid), key)).toMatchObject({ status: 200 });
      const second = await send(backend, calls['payment.init'], await cardRequest(refid, other), key);
      expect(second).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
      expect(backend.cards.begun).toHaveLength(before + 1);
    },
  );

  test('stays claimed if the response cannot be stored', async () => {
    const { db } = backend.store;
    await sql`create function refuse_keep() returns trigger language plpgsql as 'begin raise exception ''disk full''; end'`.execute(
      db,
    );
    await sql`create trigger refuse_keep before update of answer on idempotency_keys execute function refuse_keep()`.execute(
      db,
    );
    const before = await countOrders();
    const key = randomUUID();
    try {
      expect(await send(backend, create, transaction, key)).toMatchObject({ status: 200 });
    } finally {
      await sql`drop trigger refuse_keep on idempotency_keys`.execute(db);
    }
    expect(await send(backend, create, transaction, key)).toMatchObject({ status: 409, code: 'request-in-flight' });
    expect((await countOrders()) - before).toBe(1);
  });

  test('is released after a refusal', async () => {
    const key = randomUUID();
    const refused = await send(backend, create, { ...transaction, amount: 1 }, key);
    expect(refused).toMatchObject({ status: 422, code: 'amount-not-allowed' });
    expect(await send(backend, create, transaction, key)).toMatchObject({ status: 200 });
  });
});

describe('a response', () => {
  test('has the request’s id, or a generated one', async () => {
    const given = await backend.app.inject({
      url: '/apg/util/config',
      headers: { 'x-request-id': 'request-12345678' },
    });
    expect(given.headers['x-request-id']).toBe('request-12345678');
    const forged = await backend.app.inject({ url: '/apg/util/config', headers: { 'x-request-id': 'a\u00e9b' } });
    expect(forged.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['no JSON', { payload: '{', headers: { 'content-type': 'application/json' } }, 400],
    [
      'a body too large',
      { payload: JSON.stringify({ a: 'x'.repeat(70_000) }), headers: { 'content-type': 'application/json' } },
      413,
    ],
    ['another type of body', { payload: 'a', headers: { 'content-type': 'text/plain' } }, 415],
  ])('to %s is a problem', async (_name, request, status) => {
    const answer = await backend.app.inject({ method: 'POST', url: '/apg/bill', ...request });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ call: 'bill.get', code: 'invalid-request' });
  });

  test('to an unknown path is problem JSON', async () => {
    const answer = await backend.app.inject({ url: '/apg/nowhere' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not-found' });
  });
});

describe('faults injected by the sandbox control', () => {
  test('error, garbage, and the number of tries', async () => {
    await sandboxControl(backend, 'faults', { call: 'theme.get', mode: 'error', times: 2 });
    const theme = () => send(backend, calls['theme.get'], {});
    expect([(await theme()).code, (await theme()).code, (await theme()).code]).toEqual([
      'technical-error',
      'technical-error',
      null,
    ]);
    await sandboxControl(backend, 'faults', { call: 'theme.get', mode: 'garbage', times: 1 });
    expect(calls['theme.get'].response.safeParse((await theme()).body).success).toBe(false);
  });

  test('a dropped response was executed, and its key returns the stored response', async () => {
    const refid = await createPayment(backend);
    await sandboxControl(backend, 'faults', { call: 'payment.init', mode: 'drop-answer', times: 1 });
    const key = randomUUID();
    await expect(send(backend, calls['payment.init'], fpxRequest(refid), key)).rejects.toThrow();
    const begun = backend.fpx.begun.length;
    expect(await send(backend, calls['payment.init'], fpxRequest(refid), key)).toMatchObject({ status: 200 });
    expect(backend.fpx.begun.length).toBe(begun);
  });
});

test('gateway calls have the request id of their call, or of their job', async () => {
  const ids: (string | null)[] = [];
  const { begin, enquire } = backend.fpx;
  const begun = jest.spyOn(backend.fpx, 'begin').mockImplementation((...order) => {
    ids.push(currentRequestId());
    return begin.apply(backend.fpx, order);
  });
  const enquired = jest.spyOn(backend.fpx, 'enquire').mockImplementation((...order) => {
    ids.push(currentRequestId());
    return enquire.apply(backend.fpx, order);
  });
  const refid = await createPayment(backend);
  await send(backend, calls['payment.init'], fpxRequest(refid), randomUUID(), { 'x-request-id': 'browser-1234' });
  expect(ids).toEqual(['browser-1234']);
  await sandboxControl(backend, 'clock', { advance: 'PT20M' });
  await backend.jobs.runDue();
  expect(ids.length).toBeGreaterThan(1);
  expect(ids.slice(1).every((id) => id?.startsWith('job-'))).toBe(true);
  begun.mockRestore();
  enquired.mockRestore();
});
