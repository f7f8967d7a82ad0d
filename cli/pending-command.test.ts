import {
  postReturn,
  redirectToBank,
  setUpTestBackend,
  statusOf,
  testOperatorKey,
} from '../backend/test-backend.fixture';
import { clientOf } from './named-operators.fixture';
import { createOperatorClient } from './operator-client';
import { readAge, runPendingCommand } from './pending-command';

/* docs/operate.md, "Pending payments". */

const backend = setUpTestBackend();
let address: string;
beforeAll(async () => {
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});

const shared = () => createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
const success = ['--outcome', 'successful', '--reference', 'FPX-1', '--evidence', 'portal', '--reason', 'debited'];

async function leavePending() {
  const payment = await redirectToBank(backend);
  backend.fpx.setStatus(payment.number, 'pending');
  await postReturn(backend, backend.fpx.sign(payment.number, 'pending'));
  return payment;
}

test('lists what is pending, and settles it as successful with two named operators', async () => {
  const { refid, number } = await leavePending();
  const [aisyah, badrul] = [await clientOf(backend, address, 'aisyah'), await clientOf(backend, address, 'badrul')];
  expect(await runPendingCommand(aisyah, [])).toMatchObject([{ number, gateway: 'fpx', state: 'pending' }]);
  expect(await runPendingCommand(aisyah, ['--older-than', '1h'])).toEqual([]);
  expect(await runPendingCommand(aisyah, ['settle', number, ...success])).toEqual({ number, settlement: 'requested' });
  await expect(runPendingCommand(aisyah, ['approve', number, '--reason', 'mine'])).rejects.toThrow('another named');
  const approved = await runPendingCommand(badrul, ['approve', number, '--reason', 'seen']);
  expect(approved).toEqual({ number, settlement: 'settled' });
  expect(await statusOf(backend, refid)).toBe('successful');
});

test('rejects what was requested', async () => {
  const { number } = await leavePending();
  const aisyah = await clientOf(backend, address, 'aisyah');
  await runPendingCommand(aisyah, ['settle', number, ...success]);
  const rejected = await runPendingCommand(aisyah, ['reject', number, '--reason', 'another payment']);
  expect(rejected).toEqual({ number, settlement: 'rejected' });
});

test('the shared key settles nothing', async () => {
  const { refid, number } = await leavePending();
  for (const parameters of [
    ['settle', number, ...success],
    ['approve', number, '--reason', 'seen'],
    ['reject', number, '--reason', 'seen'],
  ]) {
    await expect(runPendingCommand(shared(), parameters)).rejects.toThrow('a named operator');
  }
  expect(await statusOf(backend, refid)).toBe('pending');
});

test.each([
  ['no evidence', ['--outcome', 'failed', '--reason', 'not debited'], 'evidence'],
  ['no reason', ['--outcome', 'failed', '--evidence', 'portal'], 'npm run ops'],
  [
    'a success without the gateway’s reference',
    ['--outcome', 'successful', '--evidence', 'x', '--reason', 'y'],
    'reference',
  ],
  ['another outcome', ['--outcome', 'pending', '--evidence', 'x', '--reason', 'y'], 'outcome'],
  ['a card number', ['--outcome', 'failed', '--evidence', '4111111111111111', '--reason', 'y'], 'card number'],
])('refuses %s', async (_name, parameters, message) => {
  const { number } = await leavePending();
  const aisyah = await clientOf(backend, address, 'aisyah');
  await expect(runPendingCommand(aisyah, ['settle', number, ...parameters])).rejects.toThrow(message);
});

test.each([
  ['30m', 30],
  ['1h', 60],
  ['2d', 2_880],
])('reads the age %s as %i minutes', (text, minutes) => {
  expect(readAge(text)).toBe(minutes);
});

test.each(['', '1', 'h', '1w', '-1h', '99999h'])('refuses the age %j', (text) => {
  expect(() => readAge(text)).toThrow('is not an age');
});
