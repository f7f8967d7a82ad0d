import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@/lib/contract/calls';
import {
  postCallback,
  sandboxControl,
  payByFpx,
  redirectToBank,
  startTestBackend,
  succeed,
  testOperatorKey,
  type TestBackend,
} from '../backend/test-backend.fixture';
import { createOperatorClient } from './operator-client';
import { runReconcileCommand } from './reconcile-command';

let backend: TestBackend;
let address: string;
const folder = mkdtempSync(join(tmpdir(), 'ebill-settlement-'));
const file = join(folder, 'settled.csv');

beforeAll(async () => {
  backend = await startTestBackend();
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true });
});

function reconcile(lines: readonly string[], ...parameters: string[]) {
  writeFileSync(file, lines.join('\r\n'));
  const operator = createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
  return runReconcileCommand(operator, [file, '--gateway', 'fpx', ...parameters]);
}

/** Today in Malaysia, by the backend's clock. */
const today = () => new Date(backend.clock.now().getTime() + 8 * 60 * 60_000).toISOString().slice(0, 10);

async function referenceOf(refid: string): Promise<string> {
  const { bankRefNo } = await succeed(backend, calls['payment.result'], { refid });
  return bankRefNo!;
}

test('reconciles a settlement file with credits and money held for review, and lists each difference', async () => {
  const earlier = await referenceOf(await payByFpx(backend));
  await sandboxControl(backend, 'clock', { advance: 'P2D' });
  const [settled, unsettled, short] = [
    await referenceOf(await payByFpx(backend)),
    await referenceOf(await payByFpx(backend)),
    await referenceOf(await payByFpx(backend)),
  ];
  const { refid, number } = await redirectToBank(backend);
  await succeed(backend, calls['payment.cancel'], { refid });
  backend.fpx.setStatus(number, 'successful');
  await postCallback(backend, backend.fpx.sign(number, 'successful'));
  const heldReference = `ref-${number}`;

  const differences = await reconcile(
    [
      '\uFEFFBank ref,"Amount (RM)",Note',
      `${settled},138.78,`,
      `${short}, "1,138.70" ,"two, words"`,
      `${earlier},138.78,of two days ago`,
      `${heldReference},138.78,`,
      'stranger,5.00,',
      `${heldReference},138.78,again`,
    ],
    ...['--from', today(), '--reference', 'Bank ref', '--amount', 'Amount (RM)'],
  );
  expect(differences).toMatchObject({
    settled: 6,
    missingHere: [{ reference: 'stranger', amount: 500 }],
    missingThere: [{ reference: unsettled, amount: 13_878, booked: 'credited' }],
    amountDiffers: [{ reference: short, amount: 13_878, settledAmount: 113_870 }],
    repeated: [heldReference],
  });
});

test('a matching file has no differences', async () => {
  const empty = { missingHere: [], missingThere: [], amountDiffers: [], repeated: [] };
  await sandboxControl(backend, 'clock', { advance: 'P2D' });
  const reference = await referenceOf(await payByFpx(backend));
  const lines = ['reference,amount', `${reference},138.78`];
  expect(await reconcile(lines, '--from', today(), '--to', today())).toEqual({ settled: 1, ...empty });
});

test.each([
  [['reference,amount', 'a,1.234'], ['--from', '2026-11-01'], 'not an amount'],
  [['reference,amount', 'a,-1'], ['--from', '2026-11-01'], 'not an amount'],
  [['reference,amount', ',1.00'], ['--from', '2026-11-01'], 'no reference'],
  [['reference,sum', 'a,1.00'], ['--from', '2026-11-01'], "no column 'amount'"],
  [['reference,amount', '"a,1.00'], ['--from', '2026-11-01'], 'not valid CSV'],
  [['reference,amount', 'a,1.00'], ['--from', 'yesterday'], 'not a date'],
  [['reference,amount', 'a,1.00'], [], 'npm run ops -- reconcile'],
  [['reference,amount', 'a,1.00'], ['--from', '2026-11-01', '--surprise'], 'npm run ops -- reconcile'],
])('refuses %j with %j with a one-line message', async (lines, parameters, why) => {
  await expect(reconcile(lines, ...parameters)).rejects.toThrow(why);
});

test('reports an unknown gateway, and days in the wrong order', async () => {
  const file = ['reference,amount', '1,1.00'];
  await expect(reconcile(file, '--from', '2026-11-02', '--gateway', 'fpz')).rejects.toThrow('no gateway is called fpz');
  await expect(reconcile(file, '--from', '2026-11-02', '--to', '2026-11-01')).rejects.toThrow('comes after');
});
