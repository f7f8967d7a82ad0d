import { createGsmaSettings } from '../../../backend/billers/gsma/settings';
import { readBackendConfiguration } from '../../../lib/configuration/backend';
import {
  freshAccount,
  payByFpx,
  sandboxControl,
  startTestBackend,
  testPublicOrigin,
  type TestBackend,
} from '../../../backend/test-backend.fixture';
import { createSandbox } from '../../entry';
import { secretOfNetwork } from '../../keys';
import { openGatewayTestHarness, type GatewayTestHarness } from '../gateway-test-harness.fixture';

/* BILLER=gsma in the sandbox: the backend, and the biller among the simulators. */

let harness: GatewayTestHarness;
let backend: TestBackend;

beforeAll(async () => {
  harness = await openGatewayTestHarness([5]);
  const configuration = readBackendConfiguration({ BILLER: 'gsma' });
  if (!configuration.ok || configuration.value.gsma === null) throw new Error('the sandbox needs no configuration');
  const sandbox = createSandbox({ publicOrigin: testPublicOrigin, banksOrigin: harness.banksOrigin });
  const { apiUrl } = sandbox.describeGsmaBiller(harness.dataDir);
  const endpoint = { apiUrl, credentials: { kind: 'api-key', key: secretOfNetwork(harness.keys, 'gsma') } } as const;
  // The harness replaces the backend.
  const { origin: backendUrl } = new URL(harness.settings.acquirer.callbackUrl);
  const gsma = createGsmaSettings(configuration.value.gsma, endpoint, { backendUrl });
  backend = await startTestBackend({ biller: 'gsma', gsma, sandbox });
});
afterAll(async () => {
  await backend.close();
  await harness.close();
});
beforeEach(async () => {
  await sandboxControl(backend, 'reset', {});
  harness.received.length = 0;
});

const atBiller = (accountNumber: string) => sandboxControl(backend, `biller/${accountNumber}`);
const readPosting = async () => (await sandboxControl(backend, 'ledger')).postings[0];

test('a payment reaches the biller, whose callback has it accepted', async () => {
  const accountNumber = freshAccount();
  await payByFpx(backend, accountNumber);
  await backend.jobs.runDue();
  expect(await readPosting()).toMatchObject({ status: 'pending' });
  await harness.waitFor(1);
  const [callback] = harness.received;
  const url = `${callback?.path}?correlationId=${callback?.fields.correlationId}`;
  expect((await backend.app.inject({ method: 'PUT', url, payload: {} })).statusCode).toBe(204);
  await backend.jobs.runDue();
  const { reference, status } = await readPosting();
  expect(status).toBe('accepted');
  expect(await atBiller(accountNumber)).toMatchObject({
    ...{ accountNumber, balance: 0 },
    postings: [{ reference, amount: 13_878, status: 'accepted', receiptNumber: 'G00000001' }],
  });
});

test('the sandbox’s controls decide how it answers, and a reset restores its balances', async () => {
  const [refused, pending] = [freshAccount(), freshAccount()];
  expect(await sandboxControl(backend, 'biller', { mode: 'refuse' })).toEqual({ mode: 'refuse', times: 1 });
  await payByFpx(backend, refused);
  await backend.jobs.runDue();
  expect(await readPosting()).toMatchObject({ status: 'refused' });
  await sandboxControl(backend, 'biller', { mode: 'pending' });
  await payByFpx(backend, pending);
  await backend.jobs.runDue();
  expect(await atBiller(refused)).toMatchObject({ balance: 13_878, postings: [{ status: 'refused' }] });
  expect(await atBiller(pending)).toMatchObject({ balance: 13_878, postings: [{ status: 'pending' }] });
  // The simulators' clock moves with the sandbox's.
  await sandboxControl(backend, 'clock', { advance: 'PT1H' });
  expect(await atBiller(pending)).toMatchObject({ balance: 0, postings: [{ status: 'accepted' }] });
  await sandboxControl(backend, 'reset', {});
  expect(await atBiller(pending)).toEqual({ accountNumber: pending, balance: 13_878, postings: [] });
});

test('rejects unsigned requests of a stranger', async () => {
  const response = await fetch(`${harness.banksOrigin}/gsma/v1.2/mm/accounts/accountno/1234567801/bills`);
  expect([response.status, await response.json()]).toEqual([
    401,
    expect.objectContaining({ errorCategory: 'authorisation', errorCode: 'clientAuthorisationError' }),
  ]);
});
