import type { GsmaConfiguration } from '@/lib/configuration/gsma';
import { createTestConnector, openGsmaSimulator, testApiKey } from '../billers/gsma/gsma-harness.fixture';
import { correlationIdOf } from '../billers/gsma/requests';
import { createGsmaSettings } from '../billers/gsma/settings';
import { hourMs, MovableClock } from '../clock';
import { payByFpx, sandboxControl, startTestBackend, type TestBackend } from '../test-backend.fixture';

/* Callbacks of a biller behind the GSMA Mobile Money API. */

const billerClock = new MovableClock();
let backend: TestBackend;
let simulator: Awaited<ReturnType<typeof openGsmaSimulator>>;

beforeAll(async () => {
  simulator = await openGsmaSimulator(billerClock);
  const configuration: GsmaConfiguration = {
    endpoint: null,
    identifierType: 'accountno',
    notification: 'polling',
    maximumAmount: 30_000,
    acceptedStatuses: ['completed'],
    metadataKeys: { holderName: undefined, customerType: undefined, mobileNumber: undefined },
  };
  const endpoint = { apiUrl: simulator.apiUrl, credentials: { kind: 'api-key', key: testApiKey } } as const;
  const gsma = createGsmaSettings(configuration, endpoint, { backendUrl: 'http://127.0.0.1:9' });
  backend = await startTestBackend({ biller: 'gsma', gsma });
});
afterAll(async () => {
  await backend.close();
  await simulator.close();
});
beforeEach(async () => {
  billerClock.offsetMs = 0;
  simulator.biller.reset();
  await sandboxControl(backend, 'reset', {});
});

const readPosting = () => backend.store.db.selectFrom('postings').selectAll().executeTakeFirstOrThrow();

/** Pays the bill of an account; its biller decides an hour later. */
async function payPending() {
  await payByFpx(backend, '1234567813');
  await backend.jobs.runDue();
  return readPosting();
}

const call = (id: string, payload: object = {}) =>
  backend.app.inject({ method: 'PUT', url: `/callbacks/biller/gsma?correlationId=${id}`, payload });

test('a callback causes the enquiry that decides', async () => {
  const { reference, state } = await payPending();
  expect(state).toBe('pending');
  billerClock.offsetMs = hourMs;
  expect((await call(correlationIdOf(reference))).statusCode).toBe(204);
  expect((await readPosting()).state).toBe('pending');
  await backend.jobs.runDue();
  expect(await readPosting()).toMatchObject({ state: 'accepted', receipt_number: 'G00000001' });
});

test.each([
  ['that the payment is completed', { amountPaid: '1', currency: 'MYR', billPaymentStatus: 'completed' }],
  ['that the payment has failed', { errorCategory: 'businessRule', errorCode: 'insufficientFunds' }],
])('the status %s of a callback is not trusted', async (_name, payload) => {
  const { reference } = await payPending();
  expect((await call(correlationIdOf(reference), payload)).statusCode).toBe(204);
  await backend.jobs.runDue();
  expect((await readPosting()).state).toBe('pending');
});

test.each([
  ['of an unknown payment', crypto.randomUUID()],
  ['without an id', ''],
])('a callback %s causes nothing', async (_name, id) => {
  await payPending();
  const jobs = () => backend.store.db.selectFrom('jobs').selectAll().where('kind', '=', 'post-payment').execute();
  const before = await jobs();
  expect((await call(id)).statusCode).toBe(404);
  expect(await jobs()).toEqual(before);
});

test('a callback of an answered posting changes nothing', async () => {
  await payByFpx(backend, '1234567801');
  await backend.jobs.runDue();
  await sandboxControl(backend, 'clock', { advance: 'PT1M' });
  const posting = await readPosting();
  expect(posting.state).toBe('accepted');
  expect((await call(correlationIdOf(posting.reference))).statusCode).toBe(204);
  expect(await backend.store.db.selectFrom('jobs').selectAll().where('kind', '=', 'post-payment').execute()).toEqual(
    [],
  );
  expect(await readPosting()).toEqual(posting);
});

test('a posting waits while the connector cannot reach its biller', async () => {
  simulator.biller.setMode('down', 1);
  await payByFpx(backend, '1234567801');
  await backend.jobs.runDue();
  expect((await readPosting()).state).toBe('unknown');
  await sandboxControl(backend, 'clock', { advance: 'PT1M' });
  await sandboxControl(backend, 'clock', { advance: 'PT5M' });
  expect((await readPosting()).state).toBe('accepted');
  const { findBill } = createTestConnector(simulator.apiUrl, backend.store.db, billerClock);
  expect(await findBill('1234567801')).toMatchObject({ currentBalance: 0 });
});
