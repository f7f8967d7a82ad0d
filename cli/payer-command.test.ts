import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createPayment,
  freshAccount,
  payByFpx,
  startTestBackend,
  testOperatorKey,
  type TestBackend,
} from '../backend/test-backend.fixture';
import { createOperatorClient, NoResponseError, type OperatorClient } from './operator-client';
import { runPayerCommand } from './payer-command';
import { runReceiptCommand } from './receipt-command';

let backend: TestBackend;
let client: OperatorClient;
let folder: string;

beforeAll(async () => {
  backend = await startTestBackend();
  const address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
  client = createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
  folder = mkdtempSync(join(tmpdir(), 'ebill-payer-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await backend.close();
});

const payerCommand = (...parameters: string[]) => runPayerCommand(client, parameters);
const receiptCommand = (...parameters: string[]) => runReceiptCommand(client, parameters);

async function pay(account = freshAccount()): Promise<string> {
  const refid = await payByFpx(backend, account);
  await backend.jobs.runDue();
  return refid;
}

test('erases a payment, after a dry run, and says by table what was erased', async () => {
  const refid = await pay();
  const erase = (...more: string[]) => payerCommand('erase', '--reference', refid, '--reason', 'case 4711', ...more);
  const erased = {
    orders: 1,
    attempts: 1,
    card_verifications: 0,
    payment_history: 0,
    receipt_companies: 0,
    receipt_sends: 0,
    outbox: 1,
    one_time_codes: 0,
  };
  expect(await erase('--dry-run')).toEqual({ isDryRun: true, payments: [refid], erased });
  expect(await erase()).toEqual({ isDryRun: false, payments: [refid], erased });
  await expect(erase()).rejects.toThrow('erased already');
});

test('says why a payment cannot be erased', async () => {
  const refid = await createPayment(backend);
  await expect(payerCommand('erase', '--reference', refid, '--reason', 'asked')).rejects.toThrow(
    `nothing is erased:\n${refid}: it can be paid`,
  );
});

test.each([
  ['no reason', ['--reference', 'abcdefghijklmnopqrstuvwxyz'], 'npm run ops -- payer'],
  [
    'a payment and an account',
    ['--reference', 'a', '--account', '1234567801', '--reason', 'b'],
    'npm run ops -- payer',
  ],
  ['an address in the reason', ['--account', '1234567801', '--reason', 'asked by a@b.my'], 'name no address'],
  ['an account in the reason', ['--account', '1234567801', '--reason', 'of 1234567801'], 'name no address'],
  ['a card number in the reason', ['--account', '1234567801', '--reason', '4111 1111 1111 1111'], 'card number'],
])('an erasure with %s is refused', async (_name, parameters, message) => {
  await expect(payerCommand('erase', ...parameters)).rejects.toThrow(message);
});

test('exports what is stored about an account, into a new file that others cannot read', async () => {
  const account = freshAccount();
  const refid = await pay(account);
  const file = join(folder, 'export.json');
  expect(await payerCommand('export', '--account', account, '--email', 'payer@example.com', '--out', file)).toEqual({
    account,
    file,
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { payments: readonly unknown[] };
  expect(stored.payments).toMatchObject([{ refid, contact: { email: 'payer@example.com' } }]);
  await expect(payerCommand('export', '--account', account, '--out', file)).rejects.toThrow('There is a file');
});

test('sends a receipt again, to an address and in a language that are named', async () => {
  const refid = await pay();
  expect(await receiptCommand('send', '--reference', refid)).toEqual({ refid, to: 'p***@example.com' });
  expect(
    await receiptCommand('send', '--reference', refid, '--to', 'accounts@example.org', '--language', 'ms'),
  ).toEqual({ refid, to: 'a***@example.org' });
  await expect(receiptCommand('send')).rejects.toThrow('npm run ops -- receipt send');
  await expect(receiptCommand('send', '--reference', refid, '--language', 'xx')).rejects.toThrow('language');
  await expect(receiptCommand('send', '--reference', refid, '--to', 'a@b.my,c@d.my')).rejects.toThrow('to');
  await expect(receiptCommand('send', '--reference', await createPayment(backend))).rejects.toThrow('not successful');
});

test('sends one receipt where the response to the command is lost', async () => {
  const refid = await pay();
  let calls = 0;
  const losing: OperatorClient = {
    ...client,
    async call(...request) {
      const content = await client.call(...request);
      calls += 1;
      if (calls === 1) throw new NoResponseError('lost');
      return content;
    },
  };
  expect(await runReceiptCommand(losing, ['send', '--reference', refid])).toEqual({ refid, to: 'p***@example.com' });
  expect(calls).toBe(2);
  const sent = await backend.store.db.selectFrom('outbox').select('id').where('order_refid', '=', refid).execute();
  // The first one, and that of the command.
  expect(sent).toHaveLength(2);
});
