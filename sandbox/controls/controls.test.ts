import { calls } from '@/lib/contract/calls';
import {
  sandboxControl,
  createPayment,
  fpxRequest,
  errorCodeOf,
  send,
  setUpTestBackend,
  startTestBackend,
  statusOf,
  succeed,
} from '../../backend/test-backend.fixture';
import { readDuration } from './clock';

const backend = setUpTestBackend();

const config = () => succeed(backend, calls['config.get'], {});

test.each([
  ['P5D', 432_000_000],
  ['PT1H30M', 5_400_000],
  ['P1W', 604_800_000],
  ['PT0.5S', 500],
  ['P', null],
  ['PT', null],
  ['5D', null],
  ['P1Y', null],
])('the duration %s is %s ms', (text, expected) => {
  expect(readDuration(text)).toBe(expected);
});

test('config merges values, and reset forgets them', async () => {
  expect(await config()).toMatchObject({ isApgDown: false, payAmtLimit: 500, ceCustomerType: 'CE', isSandbox: true });
  await sandboxControl(backend, 'config', { isApgDown: true });
  await sandboxControl(backend, 'config', { payAmtLimit: 0 });
  expect(await config()).toMatchObject({ isApgDown: true, payAmtLimit: 0, ceCustomerType: 'CE' });
  await sandboxControl(backend, 'reset', {});
  expect(await config()).toMatchObject({ isApgDown: false, payAmtLimit: 500 });
});

test('config refuses unknown fields and wrong types', async () => {
  expect(await sandboxControl(backend, 'config', { isApgDown: 'yes' })).toHaveProperty('error');
  expect(await sandboxControl(backend, 'config', { unheardOf: 1 })).toHaveProperty('error');
});

test('an outage of a method stops it, a planned one is only announced, and null ends it', async () => {
  const refid = await createPayment(backend);
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  await sandboxControl(backend, 'downtime', { method: 'fpx', from: hour(1), until: hour(2) });
  const shown = await succeed(backend, calls['payment.page'], { refid });
  expect(shown.paymentPageDto.downtimeDto).toMatchObject([{ target: 'fpx', message: null }]);
  await sandboxControl(backend, 'downtime', { method: 'fpx', until: hour(2) });
  expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('method-unavailable');
  await sandboxControl(backend, 'downtime', { method: 'fpx', until: null });
  await sandboxControl(backend, 'downtime', { method: 'MB2U0227', until: hour(2), message: 'Being upgraded.' });
  const worded = await succeed(backend, calls['payment.page'], { refid });
  expect(worded.paymentPageDto.downtimeDto).toMatchObject([{ target: 'MB2U0227', message: 'Being upgraded.' }]);
  expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('method-unavailable');
  await sandboxControl(backend, 'downtime', { method: 'MB2U0227', until: null });
  expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBeNull();
});

test('a payment refused by an outage names its target and end', async () => {
  const refid = await createPayment(backend);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  for (const target of ['fpx', 'MB2U0227']) {
    await sandboxControl(backend, 'downtime', { method: target, until });
    const refused = await send(backend, calls['payment.init'], fpxRequest(refid));
    expect(refused).toMatchObject({ status: 409, body: { code: 'method-unavailable', parameters: { target, until } } });
    await sandboxControl(backend, 'downtime', { method: target, until: null });
  }
});

test('an outage of an unknown target is refused with the known names', async () => {
  const ordered = await backend.app.inject({
    method: 'POST',
    url: '/sandbox/downtime',
    payload: { method: 'fpxx', until: null },
  });
  expect(ordered.statusCode).toBe(400);
  for (const name of ['fpx', 'fpxCorporate', 'duitnowQr', 'MB2U0227', 'boost', 'carrier-a', 'CIMB'])
    expect(ordered.json<{ error: string }>().error.split(/[ ,]+/)).toContain(name);
});

test('the clock moves the times that pages get, and its offset is stored', async () => {
  const before = Date.parse((await config()).serverTime);
  await sandboxControl(backend, 'clock', { advance: 'P5D' });
  expect(Date.parse((await config()).serverTime) - before).toBeGreaterThanOrEqual(432_000_000);
  expect(await backend.store.db.selectFrom('sandbox_state').selectAll().execute()).toMatchObject([
    { clock_offset_ms: 432_000_000 },
  ]);
});

test('reset deletes payments', async () => {
  const refid = await createPayment(backend);
  await sandboxControl(backend, 'reset', {});
  expect(await errorCodeOf(backend, calls['payment.result'], { refid })).toBe('unknown-payment');
  expect(await sandboxControl(backend, 'ledger')).toEqual({
    payments: [],
    credits: [],
    refunds: [],
    reversals: [],
    postings: [],
    verifications: [],
    balanced: true,
  });
  expect(await sandboxControl(backend, `payments/${refid}`)).toEqual({ error: 'unknown payment' });
});

test('the history of a payment is also found by its paymentId', async () => {
  const refid = await createPayment(backend);
  const { paymentId } = await succeed(backend, calls['payment.page'], { refid });
  expect(await sandboxControl(backend, `payments/${paymentId}`)).toMatchObject({
    refid,
    state: 'open',
    status: 'session-expired',
  });
  expect(await statusOf(backend, refid)).toBe('session-expired');
});

test('the page shows accounts, cards and messages', async () => {
  const page = await backend.app.inject({ url: '/sandbox' });
  expect(page.headers['content-type']).toContain('text/html');
  for (const text of ['1234567801', 'RM138.78', '4111111111111111', 'POST /sandbox/clock'])
    expect(page.body).toContain(text);
});

const consolePages = ['controls', 'reset', 'payments', 'payments/a', 'ledger', 'messages'].map(
  (name) => `/sandbox/console/${name}`,
);
const consoleForms = ['clock', 'config', 'defaults', 'downtime', 'faults', 'reset', 'order', 'bill-link', 'settle'].map(
  (name) => `/sandbox/console/${name}`,
);

test('rejects controls that a browser sends from another site’s page', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:80', 'sec-fetch-site': 'same-site' },
  ]) {
    const sent = await backend.app.inject({
      method: 'POST',
      url: '/sandbox/clock',
      headers,
      payload: { advance: 'P1D' },
    });
    expect([sent.statusCode, backend.clock.offsetMs]).toEqual([403, 0]);
  }
});

test.each(['evil.example', 'evil.example:4000', 'localhost.evil.example', '127.0.0.1.evil.example'])(
  'row 46: a page whose name %s has come to point at this machine reads and changes nothing',
  async (host) => {
    const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    for (const url of ['/sandbox/ledger', '/sandbox/messages', '/apg/util/config', '/health', ...consolePages]) {
      const read = await backend.app.inject({ url, headers });
      expect([url, read.statusCode]).toEqual([url, 421]);
      expect(read.body).not.toContain('1234567801');
    }
    for (const url of ['/sandbox/clock', ...consoleForms]) {
      const sent = await backend.app.inject({ method: 'POST', url, headers, payload: { advance: 'P1D' } });
      expect([url, sent.statusCode]).toEqual([url, 421]);
    }
    expect(backend.clock.offsetMs).toBe(0);
  },
);

test('the console is served by the names that the configuration has, and by addresses', async () => {
  const named = await startTestBackend({ ownServers: { hostnames: ['backend.example'], ports: [] } });
  try {
    for (const host of ['backend.example:4000', 'localhost:4000', '127.0.0.1:4000', '[::1]:4000']) {
      expect((await named.app.inject({ url: '/sandbox', headers: { host } })).statusCode).toBe(200);
    }
  } finally {
    await named.close();
  }
});

test('without the sandbox a backend is served by any name: its proxy chooses it', async () => {
  const plain = await startTestBackend({ sandbox: null });
  try {
    expect((await plain.app.inject({ url: '/health', headers: { host: 'upstream' } })).statusCode).toBe(200);
  } finally {
    await plain.close();
  }
});

test('without the sandbox its paths return 404', async () => {
  const plain = await startTestBackend({ sandbox: null });
  try {
    for (const path of ['/sandbox', '/sandbox/ledger', '/sandbox/messages', ...consolePages]) {
      expect((await plain.app.inject({ url: path })).statusCode).toBe(404);
    }
    const headers = { origin: 'http://localhost:80', host: 'localhost:80' };
    for (const path of ['/sandbox/reset', ...consoleForms]) {
      expect((await plain.app.inject({ method: 'POST', url: path, headers })).statusCode).toBe(404);
    }
    expect((await succeed(plain, calls['config.get'], {})).isSandbox).toBe(false);
    expect(await errorCodeOf(plain, calls['bill.get'], { accountNumber: '1234567801' })).toBe('unknown-account');
    expect(await errorCodeOf(plain, calls['theme.get'], { partnerKey: 'DEMO-SHOP' })).toBe('unknown-partner');
  } finally {
    await plain.close();
  }
});

describe('provider-health', () => {
  const setHealth = (body: object) => sandboxControl(backend, 'provider-health', body);
  const readHealth = async () => {
    const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid: await createPayment(backend) });
    return paymentPageDto.providerHealthList;
  };

  test.each(['failing', 'slow', 'working'])('makes the payments after which a bank is %s', async (condition) => {
    await setHealth({ method: 'fpx', provider: 'PBB0233', condition });
    expect(await readHealth()).toEqual([{ paymentMethod: 'fpx', provider: 'PBB0233', condition }]);
  });

  test('a fault is reported where the gateway has a code for it; the books balance, and it is over half an hour later', async () => {
    backend.fpx.causeOf = (code) => (code === '90' ? 'fault' : null);
    await setHealth({ method: 'fpx', provider: 'PBB0233', condition: 'failing' });
    await setHealth({ method: 'wallet', provider: 'boost', condition: 'slow' });
    expect(await readHealth()).toHaveLength(2);
    expect(await sandboxControl(backend, 'ledger')).toMatchObject({ balanced: true });
    await sandboxControl(backend, 'clock', { advance: 'PT31M' });
    expect(await readHealth()).toEqual([]);
  });

  test.each([
    { method: 'fpx', provider: 'NOBANK', condition: 'slow' },
    { method: 'wallet', condition: 'slow' },
    { method: 'newCard', condition: 'slow' },
    { method: 'duitnowQr', condition: 'slow' },
    { method: 'fpx', provider: 'PBB0233', condition: 'fine' },
  ])('refuses %j', async (body) => {
    expect(await setHealth(body)).toHaveProperty('error');
  });
});
