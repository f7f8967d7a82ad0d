import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call } from '@/lib/contract/call';
import { callNames, calls } from '@/lib/contract/calls';
import { checks } from '@/lib/contract/conformance/checks';
import { checkConformance } from '@/lib/contract/conformance/suite';
import { startTestBackend, type TestBackend } from './test-backend.fixture';

/*
 * The suite is checked in both directions: our own backend passes every check, and for every check there is a wrong backend, made of
 * ours and one deviation, that fails it.
 */

interface Passing {
  readonly call: Call;
  key: string | undefined;
  query: URLSearchParams;
  readonly signature: Record<string, string>;
  body: Record<string, unknown>;
}
interface Answered {
  status: number;
  body: Record<string, unknown>;
}
interface Deviation {
  before?(passing: Passing): void;
  after?(answered: Answered, passing: Passing): void;
}

/** Returns an empty 200 response, which every check without its own deviation must detect. */
function answersNothing(name: string | undefined): Deviation {
  return {
    after(answered, { call }) {
      if (call.name !== name) return;
      answered.status = 200;
      answered.body = {};
    },
  };
}

const freshKeys: Deviation = {
  before(passing) {
    passing.key = randomUUID();
  },
};

function changes(name: string, change: (answered: Answered, passing: Passing) => void): Deviation {
  return {
    after(answered, passing) {
      if (passing.call.name === name && answered.status === 200) change(answered, passing);
    },
  };
}

let counted = 0;

const deviations: Readonly<Record<string, Deviation>> = {
  'theme.get/answers': changes('theme.get', ({ body }) => (body['partnerKey'] = 'OTHER')),
  'partner.get/answers': changes('partner.get', ({ body }) => (body['providerKeys'] = [])),
  'order.create/answers': changes('payment.page', ({ body }) => {
    Object.assign(body['paymentPageDto'] as object, { totalAmount: 100 });
  }),
  'order.create/same-number': changes('order.create', ({ body }) => {
    counted += 1;
    body['paymentId'] = `${'a'.repeat(25)}${'abcdefghij'[counted % 10]}`;
  }),
  'order.get/answers': changes('order.get', ({ body }) => (body['amount'] = 100)),
  'order.cancel/cancels': changes('order.cancel', ({ body }) => (body['orderState'] = 'open')),
  'bill.get/answers': changes('bill.get', ({ body }) => (body['accountNumber'] = '1111111101')),
  'transaction.create/no-key': freshKeys,
  'transaction.create/same-key': freshKeys,
  'transaction.create/other-body': freshKeys,
  'transaction.create/parallel': freshKeys,
  'transaction.create/unguessable': changes('transaction.create', ({ body }) => {
    counted += 1;
    body['transactionRefId'] = `${'a'.repeat(25)}${'abcdefghij'[counted % 10]}`;
  }),
  'transaction.create/amount': { before: (passing) => void (passing.body['amount'] &&= 100) },
  'transaction.create/balance': { before: (passing) => void (passing.body['payOption'] &&= 'other') },
  'transaction.createSeveral/refused-account': {
    before: ({ body }) => {
      const accounts = body['accounts'];
      if (Array.isArray(accounts)) Object.assign(accounts[1] as object, { accountNumber: '7654321101' });
    },
  },
  'payment.page/answers': changes('payment.page', ({ body }) => (body['orderState'] = 'paid')),
  'payment.page/by-payment-id': changes('payment.page', ({ body }, { query }) => {
    if (query.has('paymentId')) body['refid'] = 'b'.repeat(26);
  }),
  'payment.customer/answers': changes('payment.customer', ({ body }) => {
    body['favouriteCardList'] = [
      {
        uniqueCardId: 'x',
        cardBrand: 'visa',
        lastFour: '1111',
        expiry: '12/39',
        isExpired: false,
        isOffline: false,
        needsCvv: true,
        isDefault: true,
      },
    ];
  }),
  'payment.init/redirect': changes('payment.init', ({ body }) => (body['onward'] = null)),
  'payment.init/same-key': changes('payment.init', ({ body }) => {
    counted += 1;
    body['onward'] = { kind: 'barcode', text: `attempt ${counted}`, expiresAt: '2030-01-01T00:00:00Z' };
  }),
  'payment.init/amount-changed': { before: (passing) => void (passing.body['shownAmount'] &&= 100) },
  'payment.return/unsigned': changes('payment.result', ({ body }) => (body['status'] = 'successful')),
  'payment.result/not-paid': changes('payment.result', ({ body }) => (body['status'] = 'successful')),
  'payment.cancel/cancels': changes('payment.cancel', ({ body }) => (body['status'] = 'pending')),
  'payment.extend/extends': changes('payment.extend', ({ body }) => (body['deadline'] = '2030-01-01T00:00:00Z')),
  'autodebit.info/not-offered': changes('autodebit.info', ({ body }) => (body['state'] = 'offered')),
};

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** The headers of a partner's signature. */
function signatureOf({ headers }: IncomingMessage): Record<string, string> {
  const names = ['x-key-id', 'x-timestamp', 'x-nonce', 'x-signature'];
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [])),
  );
}

/** A correct backend with one deviation. */
async function deviate(backend: string, deviation: Deviation): Promise<{ address: string; server: Server }> {
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', backend);
      const call = Object.values<Call>(calls).find(
        ({ path, method }) => path === url.pathname && method === request.method,
      );
      if (call === undefined) throw new Error(`no such call: ${url.pathname}`);
      const key = request.headers['idempotency-key'];
      const passing: Passing = {
        call,
        key: typeof key === 'string' ? key : undefined,
        query: url.searchParams,
        signature: signatureOf(request),
        body: await readBody(request),
      };
      deviation.before?.(passing);
      const forwarded = await fetch(url, {
        method: call.method,
        headers: {
          ...(call.method === 'POST' && { 'content-type': 'application/json' }),
          ...(passing.key !== undefined && { 'idempotency-key': passing.key }),
          ...passing.signature,
        },
        body: call.method === 'POST' ? JSON.stringify(passing.body) : null,
      });
      const answered: Answered = {
        status: forwarded.status,
        body: (await forwarded.json()) as Record<string, unknown>,
      };
      deviation.after?.(answered, passing);
      const type = answered.status < 400 ? 'application/json' : 'application/problem+json';
      response.writeHead(answered.status, { 'content-type': type }).end(JSON.stringify(answered.body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

let backend: TestBackend;
let address: string;

beforeAll(async () => {
  backend = await startTestBackend();
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => backend.close());

test('our own backend passes every check', async () => {
  const results = await checkConformance(address);
  expect(results.filter(({ failure: wrong }) => wrong !== null)).toEqual([]);
  expect(results).toHaveLength(checks.length);
});

test('every call of the contract has its own check', () => {
  const checked = new Set(checks.map(({ id }) => id.split('/')[0]));
  expect(callNames.filter((name) => !checked.has(name))).toEqual([]);
});

test('deviations are named after checks', () => {
  const ids = checks.map(({ id }) => id);
  expect(Object.keys(deviations).filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(checks.map(({ id }) => id))('a backend that deviates on %s fails it', async (id) => {
  const [callName] = id.split('/');
  const wrong = await deviate(address, deviations[id] ?? answersNothing(callName));
  const results = await checkConformance(wrong.address, { only: id });
  await close(wrong.server);
  expect(results).toHaveLength(1);
  expect(results[0]?.failure).toEqual(expect.any(String));
});

test('a backend that does not respond fails every check quickly', async () => {
  const results = await checkConformance('http://127.0.0.1:9', { timeLimit: 500, only: 'config.get/answers' });
  expect(results[0]?.failure).toContain('no answer');
});
