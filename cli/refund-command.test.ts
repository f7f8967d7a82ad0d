import { payByFpx, startTestBackend, testOperatorKey, type TestBackend } from '../backend/test-backend.fixture';
import { createOperatorClient, NoResponseError, type OperatorClient } from './operator-client';
import { runRefundCommand } from './refund-command';

let backend: TestBackend;
let address: string;

beforeAll(async () => {
  backend = await startTestBackend();
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => backend.close());

const client = (key = testOperatorKey) => createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: key });
const refund = (...parameters: string[]) => runRefundCommand(client(), parameters);

test('requests, lists, shows and settles a refund', async () => {
  const added = await client().call('POST', '/operators', { name: 'aisyah' });
  const { key } = added as { key: string };
  const refid = await payByFpx(backend);
  const requested = (await refund('request', refid, '--amount', '50.00', '--reason', 'paid twice')) as {
    reference: string;
  };
  expect(requested).toMatchObject({ refid, amount: 5_000, state: 'manual', reason: 'paid twice' });
  const { reference } = requested;
  expect(await refund('list', '--state', 'manual')).toMatchObject([{ reference }]);
  expect(await refund('list', '--payment', refid)).toMatchObject([{ reference }]);
  expect(await refund('show', reference)).toMatchObject({ reference });
  const evidence = ['--transfer', 'T-17', '--date', '2025-11-30', '--note', 'sent'];
  await expect(refund('settle', reference, ...evidence)).rejects.toThrow('operator add');
  const settled = await runRefundCommand(client(key), ['settle', reference, ...evidence]);
  expect(settled).toMatchObject({
    ...{ state: 'succeeded', endedBy: 'aisyah' },
    evidence: { reference: 'T-17', date: '2025-11-30', note: 'sent' },
  });
  const rest = (await refund('request', refid, '--reason', 'the rest')) as { reference: string };
  expect(rest).toMatchObject({ amount: 8_878 });
  const failed = await runRefundCommand(client(key), ['settle', rest.reference, '--failed', 'the account is closed']);
  expect(failed).toMatchObject({ state: 'failed', cause: 'the account is closed' });
});

test.each([
  ['no command', []],
  ['no reason', ['request', 'x']],
  ['no payment', ['request', '--reason', 'r']],
  ['an unknown option', ['list', '--all']],
  ['half of the evidence', ['settle', 'x', '--transfer', 'T-1']],
  ['two outcomes', ['settle', 'x', '--transfer', 'T-1', '--date', '2025-11-30', '--note', 'n', '--failed', 'r']],
  ['no reason to reject', ['reject', 'x']],
])('shows how it is used with %s', async (_name, parameters) => {
  await expect(refund(...parameters)).rejects.toThrow('npm run ops -- refund request PAYMENT');
});

test.each(['0.00', '-1', '1.234', 'all'])('refuses the amount %s', async (amount) => {
  await expect(refund('request', 'x', `--amount=${amount}`, '--reason', 'r')).rejects.toThrow(
    'is no amount in ringgit',
  );
});

test('a request whose response is lost is not repeated blindly', async () => {
  const lost: OperatorClient = {
    call: () => Promise.reject(new NoResponseError('no response')),
    download: () => Promise.reject(new Error()),
  };
  await expect(runRefundCommand(lost, ['request', 'abc', '--reason', 'r'])).rejects.toThrow(
    'refund list --payment abc',
  );
});
