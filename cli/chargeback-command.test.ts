import { redirectToBank, setUpTestBackend, statusOf, testOperatorKey } from '../backend/test-backend.fixture';
import { runChargebackCommand } from './chargeback-command';
import { clientOf } from './named-operators.fixture';
import { createOperatorClient } from './operator-client';

/* docs/operate.md, "Chargebacks". */

const backend = setUpTestBackend();
let address: string;
beforeAll(async () => {
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});

const shared = () => createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
const dispute = ['--dispute', 'D1', '--amount', '138.78', '--code', '10.4', '--reason', 'letter'];

async function pay(): Promise<string> {
  const { refid, number } = await redirectToBank(backend);
  backend.fpx.setStatus(number, 'successful');
  expect(await statusOf(backend, refid)).toBe('successful');
  return number;
}

test('adds, lists, answers and closes a chargeback', async () => {
  const number = await pay();
  const aisyah = await clientOf(backend, address, 'aisyah');
  const deadline = ['--respond-by', '2026-12-07T18:00:00+08:00'];
  const { id } = (await runChargebackCommand(aisyah, ['add', number, ...dispute, ...deadline])) as { id: number };
  expect(await runChargebackCommand(aisyah, ['list'])).toMatchObject([
    { id, state: 'open', dispute: 'D1', amount: 13_878, reasonCode: '10.4', respondBy: '2026-12-07T10:00:00.000Z' },
  ]);
  await runChargebackCommand(aisyah, ['evidence', String(id), '--note', 'delivery note']);
  await runChargebackCommand(aisyah, ['close', String(id), '--outcome', 'won', '--reason', 'letter']);
  expect(await runChargebackCommand(aisyah, ['list'])).toEqual([]);
  expect(await runChargebackCommand(aisyah, ['list', '--all'])).toMatchObject([
    { id, state: 'won', evidence: 'delivery note' },
  ]);
});

test('the shared key changes nothing', async () => {
  const number = await pay();
  await expect(runChargebackCommand(shared(), ['add', number, ...dispute])).rejects.toThrow('a named operator');
  expect(await runChargebackCommand(shared(), ['list', '--all'])).toEqual([]);
});

test.each([
  ['no amount', ['--dispute', 'D1', '--code', '10.4', '--reason', 'letter'], 'amount'],
  ['a part of a sen', ['--dispute', 'D1', '--amount', '1.505', '--code', '10.4', '--reason', 'letter'], 'amount'],
  ['no dispute', ['--amount', '1.00', '--code', '10.4', '--reason', 'letter'], 'dispute'],
  [
    'more than was paid',
    ['--dispute', 'D1', '--amount', '138.79', '--code', 'x', '--reason', 'letter'],
    'more than was paid',
  ],
])('refuses %s', async (_name, parameters, message) => {
  const number = await pay();
  const aisyah = await clientOf(backend, address, 'aisyah');
  await expect(runChargebackCommand(aisyah, ['add', number, ...parameters])).rejects.toThrow(message);
});

test.each([[[]], [['close']], [['close', '1', '2']], [['list', 'x', 'y']], [['unheard', '1']]])(
  'explains itself for %j',
  async (parameters) => {
    await expect(runChargebackCommand(shared(), parameters)).rejects.toThrow('npm run ops -- chargeback');
  },
);
