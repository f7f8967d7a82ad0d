import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import type { AttemptState } from '@/lib/domain/payment/payment-states';
import { addMilliseconds, dayMs, hourMs, minuteMs } from '../clock';
import {
  createPayment,
  redirectToBank,
  postReturn,
  sandboxControl,
  setUpTestBackend,
  succeed,
} from '../test-backend.fixture';

const backend = setUpTestBackend();

beforeEach(() => {
  backend.fpx.causeOf = (code) => (code === '90' ? 'fault' : code === '1A' ? 'unfinished' : null);
});

interface Inserted {
  readonly count: number;
  readonly state: AttemptState;
  readonly reason?: string;
  readonly provider?: string;
  /** How long ago they were begun, and how long they took, ms. */
  readonly ageMs?: number;
  readonly tookMs?: number;
  /** The address of the payer of number `n`, in SQL. */
  readonly address?: string;
  /** All of one order. */
  readonly refid?: string;
}

let inserted = 0;

/** Writes orders with one attempt each, as payments leave them. */
async function insert(attempts: Inserted): Promise<void> {
  const {
    count,
    state,
    reason = null,
    provider = 'PBB0233',
    ageMs = 5 * minuteMs,
    tookMs = minuteMs,
    refid,
  } = attempts;
  const { address = `'198.18.' || n || '.1'` } = attempts;
  const begun = addMilliseconds(backend.clock.now(), -ageMs);
  const confirmed = state === 'successful' ? addMilliseconds(begun, tookMs) : null;
  inserted += 1;
  const name = sql`${`i${inserted}-`}::text || n`;
  const order = refid === undefined ? name : sql`${refid}::text`;
  if (refid === undefined) {
    await sql`insert into orders (refid, payment_id, partner_key, product_name, items, charges, total, is_epp, is_bill, customer_check, state,
        created_at, deadline)
      select ${name}, ${name}, 'DEMO-SHOP', 'Decoder', '[]', '[]', 100, false, false, 'not-needed', 'open', ${begun}::timestamptz, ${begun}::timestamptz
      from generate_series(1, ${sql.lit(count)}) n`.execute(backend.store.db);
  }
  await sql`insert into attempts (order_refid, number, gateway, method, provider, amount, state, result_route, reason_code, payer_address,
      payer_email, payer_language, is_auto_debit, created_at, deadline, confirmed_at)
    select ${order}, ${name}, 'fpx', 'fpx', ${provider}::text, 100, ${state}::text, '/bankResultFPX', ${reason}::text, ${sql.raw(address)}, '', 'en', false,
      ${begun}::timestamptz, ${begun}::timestamptz, ${confirmed}::timestamptz
    from generate_series(1, ${sql.lit(count)}) n`.execute(backend.store.db);
}

/** A hundred prompt payments of each bank, over the days before. */
async function insertUsual(provider = 'PBB0233'): Promise<void> {
  for (const days of [1, 2, 4, 6]) {
    await insert({ count: 25, state: 'successful', provider, ageMs: days * dayMs + hourMs });
  }
}

async function figuresOf(provider: string) {
  backend.services.providerHealth.clear();
  await backend.services.providerHealth.refresh();
  return backend.services.providerHealth.list().find((one) => one.provider === provider);
}

async function readHealth() {
  await backend.services.providerHealth.refresh();
  const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid: await createPayment(backend) });
  return paymentPageDto.providerHealthList;
}

test('a bank that fails much more often than on the days before is failing on the payment page', async () => {
  await insertUsual();
  await insert({ count: 5, state: 'successful' });
  expect(await readHealth()).toEqual([{ paymentMethod: 'fpx', provider: 'PBB0233', condition: 'working' }]);
  await insert({ count: 15, state: 'failed', reason: '90' });
  expect(await readHealth()).toEqual([{ paymentMethod: 'fpx', provider: 'PBB0233', condition: 'failing' }]);
});

test('a bank whose payments take long is slow', async () => {
  await insertUsual();
  await insert({ count: 12, state: 'successful', ageMs: 20 * minuteMs, tookMs: 6 * minuteMs });
  expect(await readHealth()).toEqual([{ paymentMethod: 'fpx', provider: 'PBB0233', condition: 'slow' }]);
});

test('counts what the gateway has confirmed, by bank, of the last half hour and of seven days', async () => {
  await insertUsual();
  await insert({ count: 3, state: 'successful' });
  await insert({ count: 2, state: 'failed', reason: '90' });
  await insert({ count: 4, state: 'expired', reason: '1A' });
  // Payers' own doings, other banks, and other times.
  await insert({ count: 30, state: 'failed', reason: '51' });
  await insert({ count: 30, state: 'cancelled', reason: '90' });
  await insert({ count: 30, state: 'expired' });
  await insert({ count: 30, state: 'failed', reason: '90', provider: 'MB2U0227' });
  await insert({ count: 7, state: 'failed', reason: '90', ageMs: 31 * minuteMs });
  await insert({ count: 9, state: 'failed', reason: '90', ageMs: 8 * dayMs });
  expect(await figuresOf('PBB0233')).toMatchObject({
    recent: { paid: 3, slow: 0, faults: 2, unfinished: 4 },
    usual: { paid: 100, slow: 0, faults: 7, unfinished: 0 },
  });
});

test.each([
  ['one address', `'203.0.113.9'`],
  ['one /24 of IPv4', `'203.0.113.' || n`],
  ['one /48 of IPv6', `'2001:db8:7:' || n || '::1'`],
])('row 60: forty orders from %s count once against a bank', async (_name, address) => {
  await insertUsual();
  await insert({ count: 40, state: 'failed', reason: '90', address });
  expect(await figuresOf('PBB0233')).toMatchObject({ recent: { faults: 1 }, condition: null });
});

test('an order counts once, by its latest attempt: a second gateway, or a second try, may have paid it', async () => {
  const refid = await createPayment(backend);
  await insert({ count: 20, state: 'failed', reason: '90', refid });
  expect(await figuresOf('PBB0233')).toMatchObject({ recent: { paid: 0, faults: 1 } });
  await insert({ count: 1, state: 'successful', refid });
  expect(await figuresOf('PBB0233')).toMatchObject({ recent: { paid: 1, faults: 0 } });
});

test('reads at most fifty attempts of a half hour before: the cost is the same for a busy site', async () => {
  await insert({ count: 70, state: 'successful', ageMs: dayMs });
  await insert({ count: 1, state: 'successful' });
  expect(await figuresOf('PBB0233')).toMatchObject({ usual: { paid: 50 } });
});

test('row 60: what a browser brings does not count, only what the gateway has signed', async () => {
  const { number } = await redirectToBank(backend, undefined, 'PBB0233');
  await postReturn(backend, { ...backend.fpx.sign(number, 'failed'), signature: 'forged' });
  expect(await figuresOf('PBB0233')).toMatchObject({ recent: { paid: 0, faults: 0, unfinished: 0 } });
});

test('an attempt that its gateway did not begin has no answer', async () => {
  backend.fpx.beginning = 'unreachable';
  await expect(redirectToBank(backend, undefined, 'PBB0233')).rejects.toThrow('initiation-failed');
  expect(await figuresOf('PBB0233')).toMatchObject({ recent: { faults: 0, unfinished: 1 } });
});

test('the payment page reads what was read last, and never the payments', async () => {
  await insertUsual();
  await insert({ count: 20, state: 'failed', reason: '90' });
  const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid: await createPayment(backend) });
  expect(paymentPageDto.providerHealthList).toEqual([]);
});

test('a reset of the sandbox forgets what was read', async () => {
  await insert({ count: 5, state: 'successful' });
  expect(await figuresOf('PBB0233')).toMatchObject({ condition: 'working' });
  await sandboxControl(backend, 'reset', {});
  expect(backend.services.providerHealth.list()).toEqual([]);
});

test('what was being read when it was cleared is not kept', async () => {
  await insert({ count: 5, state: 'successful' });
  const reading = backend.services.providerHealth.refresh();
  backend.services.providerHealth.clear();
  await reading;
  expect(backend.services.providerHealth.list()).toEqual([]);
});

test('old figures are not told: they cannot be read again while the database is away', async () => {
  await insert({ count: 5, state: 'successful' });
  expect(await figuresOf('PBB0233')).toMatchObject({ condition: 'working' });
  backend.clock.offsetMs += 6 * minuteMs;
  expect(backend.services.providerHealth.list()).toEqual([]);
});
