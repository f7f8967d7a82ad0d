import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@/lib/contract/calls';
import type { Store } from '../../backend/db/database';
import { openTestStore } from '../../backend/db/test-store.fixture';
import { listReview } from '../../backend/operations/review-queue';
import {
  encryptForPage,
  payByFpx,
  startTestBackend,
  succeed,
  testOperatorKey,
  type TestBackend,
} from '../../backend/test-backend.fixture';
import { createOperatorClient } from '../operator-client';
import { runBillsCommand } from './bills-command';
import { runMandatesCommand } from './mandates-command';

/* Mandates by files, outside the sandbox: docs/operate.md, "Mandates". */

const exampleFile = join(__dirname, '../../examples/biller-files/mandate-confirmations.csv');
const folder = mkdtempSync(join(tmpdir(), 'ebill-mandate-files-'));
let store: Store;
let backend: TestBackend;
let address: string;

beforeEach(async () => {
  store = await openTestStore();
  backend = await startTestBackend({ store, sandbox: null });
  backend.cards.beginning = 'successful';
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
  await backend.services.config.merge({ autoDebitType: 'otp', autoDebitNonLoggedInEnabled: true });
});
afterEach(() => backend.close());
afterAll(() => rmSync(folder, { recursive: true }));

const operator = () => createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
const mandates = (...parameters: string[]) => runMandatesCommand(operator(), parameters);

let files = 0;
function newPath(): string {
  files += 1;
  return join(folder, `${files}.csv`);
}
function write(...lines: readonly string[]): string {
  const file = newPath();
  writeFileSync(file, lines.map((line) => `${line}\r\n`).join(''));
  return file;
}

interface Listed {
  readonly reference: string;
  readonly action: string;
  readonly mandate: string;
  readonly state: string;
}

async function listMandates(...parameters: string[]): Promise<readonly Listed[]> {
  return ((await mandates('list', ...parameters)) as { mandates: Listed[] }).mandates;
}

/** Pays the bill of an account and registers the account for auto debit, as a payer does. */
async function register(accountNumber: string): Promise<void> {
  const header =
    'account_number,holder_name,account_status,customer_type,current_balance,overdue_balance,due_date,maximum_amount,mobile_number';
  const line = `${accountNumber},AHMAD,active,REGULAR,138.78,0,,3000,60121234567`;
  await runBillsCommand(operator(), ['import', write(header, line), '--as-of', backend.clock.now().toISOString()]);
  const refid = await payByFpx(backend, accountNumber);
  await succeed(backend, calls['autodebit.sendOtp'], { refid });
  const sent = await store.db
    .selectFrom('outbox')
    .select(['id', 'code'])
    .where('recipient', '=', '60121234567')
    .execute();
  const code = sent.toSorted((one, other) => one.id - other.id).at(-1)?.code;
  await succeed(backend, calls['autodebit.verifyOtp'], { refid, otp: code ?? '' });
  const card = { number: '4242424242424242', expiry: '12/39', cvv: '123', name: 'PAYER' };
  const cardDetails = await encryptForPage(backend, refid, card);
  expect(await succeed(backend, calls['autodebit.card'], { refid, cardDetails })).toMatchObject({
    state: 'registered',
  });
}

async function exportAll() {
  const file = newPath();
  const result = await mandates('export', file);
  const text = readFileSync(file, 'utf8');
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  const columns = head.split(',');
  const rows = lines.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [columns[index], cell])));
  return { result, file, text, rows };
}

test('a registration is in one file, with the last four digits of its card and nothing more of it', async () => {
  await register('1000000001');
  const { result, file, text, rows } = await exportAll();
  expect(result).toEqual({ export: 1, mandates: 1 });
  const reference = expect.stringMatching(/^[a-z2-7]{26}$/);
  expect(rows).toEqual([
    {
      ...{ reference, action: 'create', mandate: reference, account_number: '1000000001' },
      ...{ card_scheme: 'visa', card_last_four: '4242', state: 'sent' },
      requested_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/),
    },
  ]);
  expect(text).not.toContain('42424242');
  const again = newPath();
  await expect(mandates('export', again)).rejects.toThrow('no mandate is queued');
  expect(existsSync(again)).toBe(false);
  expect(await mandates('export', again, '--export', '1')).toEqual({ export: 1, mandates: 1 });
  expect(readFileSync(again, 'utf8')).toBe(readFileSync(file, 'utf8'));
});

test('a file that is there already is not written over, and nothing is marked as sent', async () => {
  await register('1000000001');
  await expect(mandates('export', write('mine'))).rejects.toThrow('already');
  expect(await listMandates()).toMatchObject([{ state: 'queued' }]);
});

test('takes the example file, with the references of an export', async () => {
  await register('1000000001');
  await register('1000000002');
  const { rows } = await exportAll();
  const [first = '', second = ''] = rows.map((row) => row['reference'] ?? '');
  const example = readFileSync(exampleFile, 'utf8').replace('REFERENCE-1', first).replace('REFERENCE-2', second);
  const file = write(...example.trimEnd().split('\n'));
  expect(await mandates('confirm', file, '--dry-run')).toEqual({ isDryRun: true, confirmed: 2, same: 0 });
  expect(await listMandates('--state', 'sent')).toHaveLength(2);
  expect(await mandates('confirm', file)).toEqual({ confirmed: 2, same: 0 });
  expect(await mandates('confirm', file)).toEqual({ confirmed: 0, same: 2 });
  expect(await listMandates('--account', '1000000001')).toMatchObject([{ state: 'accepted' }]);
  expect(await listReview(backend.services)).toMatchObject([
    { reason: 'create: refused: account closed', whose: '1000000002', reference: second },
  ]);
  await register('1000000003');
  await exportAll();
  expect(await mandates('list')).toMatchObject({
    exports: [
      { id: 2, mandates: 1, unanswered: 1 },
      { id: 1, mandates: 2, unanswered: 0 },
    ],
  });
  // The biller has opened the account again.
  expect(await mandates('confirm', second, '--accepted')).toEqual({ confirmed: 1, same: 0 });
  expect(await listReview(backend.services)).toEqual([]);
});

test('a cancelled registration follows its mandate in the file', async () => {
  await register('1000000001');
  const [created] = await listMandates();
  expect(await mandates('cancel', created?.reference ?? '')).toEqual({ cancelled: created?.reference });
  await expect(mandates('cancel', created?.reference ?? '')).rejects.toThrow('is cancelled already');
  await expect(mandates('cancel', 'nobody')).rejects.toThrow('there is no mandate with this reference');
  const { rows } = await exportAll();
  expect(rows).toMatchObject([
    { action: 'create', reference: created?.reference, mandate: created?.reference },
    { action: 'cancel', mandate: created?.reference, account_number: '1000000001', card_last_four: '4242' },
  ]);
  expect(rows[1]?.['reference']).not.toBe(created?.reference);
});

test('a mandate that is accepted after it was refused, and its registration cancelled, is cancelled at the biller', async () => {
  await register('1000000001');
  const { rows } = await exportAll();
  const reference = rows[0]?.['reference'] ?? '';
  await mandates('confirm', reference, '--refused', 'account closed');
  await mandates('cancel', reference);
  expect(await listMandates()).toHaveLength(1);
  await mandates('confirm', reference, '--accepted');
  expect((await exportAll()).rows).toMatchObject([{ action: 'cancel', mandate: reference }]);
});

test('a file with one wrong line confirms nothing', async () => {
  await register('1000000001');
  const { rows } = await exportAll();
  const reference = rows[0]?.['reference'] ?? '';
  const confirm = (...lines: string[]) => mandates('confirm', write('reference,status,refusal', ...lines));
  await expect(
    confirm(`${reference},accepted,`, ',accepted,', 'a,maybe,', 'b,refused,', 'c,accepted,account closed'),
  ).rejects.toThrow(
    [
      'Nothing was changed: 4 errors.',
      'line 3: has no reference',
      'line 4: status must be accepted or refused',
      'line 5: needs a refusal: why it is refused',
      'line 6: is accepted, and has a refusal',
    ].join('\n'),
  );
  await expect(confirm(`${reference},accepted,`, 'nobody,accepted,')).rejects.toThrow(
    'line 3: there is no mandate with this reference',
  );
  expect(await listMandates('--state', 'sent')).toHaveLength(1);
  await confirm(`${reference},accepted,`);
  await expect(confirm(`${reference},refused,changed their mind`)).rejects.toThrow('line 2: is accepted already');
});

test('a connector that takes calls has no export of what is queued', async () => {
  const sandbox = await startTestBackend();
  const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });
  const client = createOperatorClient({ BACKEND_URL: url, OPERATOR_KEY: testOperatorKey });
  const file = newPath();
  await expect(runMandatesCommand(client, ['export', file])).rejects.toThrow('is given mandates by calls');
  expect(existsSync(file)).toBe(false);
  await sandbox.close();
});

test.each([
  [['export'], 'npm run ops -- mandates export'],
  [['export', 'a', 'b'], 'npm run ops -- mandates export'],
  [['export', 'file', '--export', 'x'], 'npm run ops -- mandates export'],
  [['confirm'], 'npm run ops -- mandates export'],
  [['confirm', 'a', '--accepted', '--refused', 'why'], 'npm run ops -- mandates export'],
  [['confirm', 'nowhere.csv'], 'nowhere.csv cannot be read'],
  [['list', '--state', 'lost'], 'state'],
  [['send', 'x'], 'npm run ops -- mandates export'],
])('refuses mandates %j in one line', async (parameters, why) => {
  await expect(mandates(...parameters)).rejects.toThrow(why);
});

test.each([
  [['reference,answer', 'a,b'], "There is no column 'answer'"],
  [['reference,refusal', 'a,b'], "The file needs the columns 'reference' and 'status'"],
])('refuses a file of answers with the columns of %j', async (lines, why) => {
  await expect(mandates('confirm', write(...lines))).rejects.toThrow(why);
});
