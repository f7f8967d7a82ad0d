import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@/lib/contract/calls';
import { removeImportedLines } from '../../backend/billers/stored/bill-imports';
import type { Store } from '../../backend/db/database';
import { openTestStore } from '../../backend/db/test-store.fixture';
import { findJournalErrors } from '../../backend/ledger/journal-check';
import { listReview } from '../../backend/operations/review-queue';
import { findRefundableCredit } from '../../backend/refunds/refundable-credit.fixture';
import { requestRefund, settleRefund } from '../../backend/refunds/service';
import {
  errorCodeOf,
  payByFpx,
  startTestBackend,
  succeed,
  testOperatorKey,
  type TestBackend,
} from '../../backend/test-backend.fixture';
import { createOperatorClient, NoResponseError, type OperatorClient } from '../operator-client';
import { runBillsCommand } from './bills-command';
import { runPostingsCommand } from './postings-command';

/* Bills and payments by files: docs/operate.md, "Bills from files". */

const exampleFolder = join(__dirname, '../../examples/biller-files');
const folder = mkdtempSync(join(tmpdir(), 'ebill-biller-files-'));
let store: Store;
let backend: TestBackend;
let address: string;

beforeEach(async () => {
  store = await openTestStore();
  backend = await startTestBackend({ store, sandbox: null });
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => backend.close());
afterAll(() => rmSync(folder, { recursive: true }));

const operator = () => createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
const bills = (...parameters: string[]) => runBillsCommand(operator(), parameters);
const postings = (...parameters: string[]) => runPostingsCommand(operator(), parameters);

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

const header =
  'account_number,holder_name,account_status,customer_type,current_balance,overdue_balance,due_date,maximum_amount';
const line = (accountNumber: string, balance = '138.78', overdue = '0') =>
  `${accountNumber},AHMAD BIN ISMAIL,active,REGULAR,${balance},${overdue},2026-12-14,3000`;

/** An instant before now, by the backend's clock. */
const ago = (minutes: number) => new Date(backend.clock.now().getTime() - minutes * 60_000).toISOString();
const importBills = (...lines: readonly string[]) => bills('import', write(header, ...lines), '--as-of', ago(0));
const balanceOf = async (accountNumber: string) =>
  (await succeed(backend, calls['bill.get'], { accountNumber })).currentBalance;
const advance = (minutes: number) => void (backend.clock.offsetMs += minutes * 60_000);

async function listPostings(...parameters: string[]) {
  const listed = (await postings('list', ...parameters)) as { postings: { reference: string; state: string }[] };
  return listed.postings;
}

describe('bills import', () => {
  test('takes the example file', async () => {
    const file = join(exampleFolder, 'bills.csv');
    expect(await bills('import', file, '--as-of', ago(1))).toEqual({ bills: 3, removed: 0 });
    const rows = await store.db.selectFrom('bills').selectAll().orderBy('account_number').execute();
    const common = { standing: 'ordinary', maximum_amount: 300_000 };
    expect(rows).toMatchObject([
      {
        ...{ ...common, account_number: '1234567801', holder_name: 'AHMAD BIN ISMAIL', account_status: 'active' },
        ...{ customer_type: 'REGULAR', current_balance: 13_878, overdue_balance: 0, due_date: '2026-12-14' },
        ...{ bill_reference: 'B-2026-11-0001', is_new: true, mobile_number: '60121234567', is_epp: true },
        is_on_auto_debit: false,
      },
      { ...common, holder_name: 'TAN, MEI LING', account_status: 'suspended', overdue_balance: 8_810 },
      {
        ...{ customer_type: 'CE', current_balance: -2_000, due_date: null, bill_reference: null },
        ...{ mobile_number: null, is_on_auto_debit: true, maximum_amount: 3_000_000 },
      },
    ]);
    expect(await bills('list', '1234567801', '9999999999')).toMatchObject([
      { accountNumber: '1234567801', currentBalance: 13_878, importedBalance: 13_878, creditedSince: 0 },
    ]);
    expect(await bills('list')).toMatchObject([{ bills: 3, isWhole: false }]);
  });

  test('says what is wrong by line, and changes nothing', async () => {
    await importBills(line('1000000001'));
    const wrong = [
      line('1000000001', '5.00'),
      line('12345'),
      line('1000000002', '"1,138.78"'),
      line('1000000003', '138.789'),
      line('1000000004', '138.78', '-1'),
      line('1000000005').replace('active', 'open'),
      line('1000000006').replace('2026-12-14', '2026-02-30'),
      line('1000000007').replace(',3000', ',0'),
      line('1000000008').replace('AHMAD BIN ISMAIL', ''),
      line('1000000001'),
      line('1000000009').replace('AHMAD', 'AHMAD\0'),
      line('100000\u001b0010'),
    ];
    await expect(importBills(...wrong)).rejects.toThrow(
      [
        'Nothing was changed: 11 errors.',
        'line 3: account_number must be ten digits',
        'line 4: current_balance must be an amount in ringgit such as 138.78 or -20.00',
        'line 5: current_balance must be an amount in ringgit such as 138.78 or -20.00',
        'line 6: overdue_balance must not be below 0',
        'line 7: account_status must be active, suspended or closed',
        'line 8: due_date must be a day such as 2026-11-30, or empty',
        'line 9: maximum_amount must be above 0',
        'line 10: holder_name must not be empty',
        'line 11: account_number is in the file twice',
        'line 12: holder_name must not have control characters',
        'line 13: account_number must be ten digits',
      ].join('\n'),
    );
    expect(await balanceOf('1000000001')).toBe(13_878);
    expect(await store.db.selectFrom('bills').select('account_number').execute()).toHaveLength(1);
  });

  test('numbers lines as the file has them, also after a name of two lines', async () => {
    const named = line('1000000001').replace('AHMAD BIN ISMAIL', '"AHMAD, ""THE FIRST"""');
    await expect(bills('import', write(header, named, '', line('x')), '--as-of', ago(0))).rejects.toThrow(
      'line 4: account_number must be ten digits',
    );
  });

  test('shows fifty errors of a file that is wrong throughout, and how many more there are', async () => {
    await expect(importBills(...Array.from({ length: 60 }, () => line('x')))).rejects.toThrow(
      /^Nothing was changed: 60 errors\.\n(line \d+: .*\n){50}and 10 more$/,
    );
  });

  test('checks a file without storing it', async () => {
    const file = write(header, line('1000000001'));
    expect(await bills('import', file, '--as-of', ago(0), '--dry-run')).toEqual({ isDryRun: true, bills: 1 });
    expect(await errorCodeOf(backend, calls['bill.get'], { accountNumber: '1000000001' })).toBe('unknown-account');
    expect(await store.db.selectFrom('imported_bills').selectAll().execute()).toEqual([]);
  });

  test('finds an account that is in the file twice, however far apart', async () => {
    const many = Array.from({ length: 4_500 }, (_, index) => line(String(1_000_000_000 + index)));
    await expect(importBills(...many, line('1000000007'))).rejects.toThrow(
      'line 4502: account_number is in the file twice',
    );
    expect(await importBills(...many)).toEqual({ bills: 4_500, removed: 0 });
  });

  test('keeps accounts that the file does not have, unless it is the whole', async () => {
    await importBills(line('1000000001'), line('1000000002'));
    expect(await importBills(line('1000000002', '5.00'))).toEqual({ bills: 1, removed: 0 });
    expect(await balanceOf('1000000001')).toBe(13_878);
    expect(await balanceOf('1000000002')).toBe(500);
    await expect(bills('import', write(header), '--as-of', ago(0), '--whole')).rejects.toThrow('has no bills');
    const whole = write(header, line('1000000003'));
    expect(await bills('import', whole, '--as-of', ago(0), '--whole')).toEqual({ bills: 1, removed: 2 });
    expect(await errorCodeOf(backend, calls['bill.get'], { accountNumber: '1000000001' })).toBe('unknown-account');
  });

  test('takes no file of an earlier time than the stored bills, and none of a time to come', async () => {
    await importBills(line('1000000001'));
    const older = write(header, line('1000000001', '1'));
    await expect(bills('import', older, '--as-of', ago(5))).rejects.toThrow('bills of a later time are stored already');
    await expect(bills('import', older, '--as-of', ago(-5))).rejects.toThrow('has not come yet');
    expect(await balanceOf('1000000001')).toBe(13_878);
  });

  test('is not applied where the server has lost lines, nor twice', async () => {
    const { id } = (await operator().call('POST', '/bills/imports', {
      ...{ asOf: ago(0), isWhole: true, columns: header.split(',') },
    })) as { id: number };
    const apply = (lines: number) => operator().call('POST', `/bills/imports/${id}/apply`, { lines });
    await expect(apply(1)).rejects.toThrow('the database has lost lines of the file');
    const lines = [{ line: 2, cells: line('1000000001').split(',') }];
    await operator().call('POST', `/bills/imports/${id}/lines`, { columns: header.split(','), lines });
    expect(await apply(1)).toEqual({ bills: 1, removed: 0 });
    await expect(apply(1)).rejects.toThrow('there is no such import, or it is applied already');
  });

  test('leaves nothing behind', async () => {
    await importBills(line('1000000001'));
    await removeImportedLines(store.db, backend.clock.now());
    expect(await store.db.selectFrom('imported_bills').selectAll().execute()).toEqual([]);
    expect(await balanceOf('1000000001')).toBe(13_878);
  });

  test('lines of an import that was never finished are removed after a day', async () => {
    const columns = header.split(',');
    const begun = { asOf: ago(0), isWhole: false, columns };
    const { id } = (await operator().call('POST', '/bills/imports', begun)) as { id: number };
    const lines = [{ line: 2, cells: line('1000000001').split(',') }];
    expect(await operator().call('POST', `/bills/imports/${id}/lines`, { columns, lines })).toEqual({ errors: [] });
    const count = async () => (await store.db.selectFrom('imported_bills').selectAll().execute()).length;
    await removeImportedLines(store.db, backend.clock.now());
    expect(await count()).toBe(1);
    advance(24 * 60 + 1);
    await removeImportedLines(store.db, backend.clock.now());
    expect(await count()).toBe(0);
  });

  test.each([
    [[`${header},mobile`, line('1000000001')], "there is no column 'mobile'"],
    [[header.replace(',due_date', ''), line('1000000001')], "the file has no column 'due_date'"],
    [[`${header},due_date`, line('1000000001')], 'a column is in the file twice'],
    [[header, '"1000000001'], 'The file is no CSV'],
    [[header, `${line('1000000001')},more`], 'The file is no CSV'],
    [[], 'is empty'],
  ])('refuses %j', async (lines, why) => {
    await expect(bills('import', write(...lines), '--as-of', ago(0))).rejects.toThrow(why);
  });

  test.each([
    [['import', 'nowhere.csv', '--as-of', '2026-11-01T00:00:00+08:00'], 'nowhere.csv cannot be read'],
    [['import', 'nowhere.csv'], 'npm run ops -- bills import'],
    [['import', 'nowhere.csv', '--as-of', 'yesterday'], 'is no time such as'],
    [['import', '--as-of', '2026-11-01T00:00:00+08:00'], 'npm run ops -- bills import'],
    [['import', 'nowhere.csv', '--surprise'], 'npm run ops -- bills import'],
    [['remove'], 'npm run ops -- bills import'],
    [['list', 'x'], 'accountNumbers'],
  ])('refuses %j in one line', async (parameters, why) => {
    await expect(bills(...parameters)).rejects.toThrow(why);
  });
});

describe('payments by file', () => {
  const account = '1000000001';

  /** Imports the bill of the account, and pays it a minute later. */
  async function pay(accountNumber = account): Promise<string> {
    if (((await bills('list', accountNumber)) as unknown[]).length === 0) await importBills(line(accountNumber));
    advance(1);
    return payByFpx(backend, accountNumber);
  }

  async function exportAll() {
    const file = newPath();
    const result = await postings('export', file);
    const [head = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
    const columns = head.split(',');
    const rows = lines.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [columns[index], cell])));
    return { result, file, rows };
  }

  const confirm = (...lines: readonly string[]) =>
    postings('confirm', write('reference,receipt_number,refusal,posted_at', ...lines));

  test('a payment lowers the shown balance at once, and is only in the next export', async () => {
    await pay();
    expect(await balanceOf(account)).toBe(0);
    expect(await bills('list', account)).toMatchObject([{ importedBalance: 13_878, creditedSince: 13_878 }]);
    const { result, rows } = await exportAll();
    expect(result).toEqual({ export: 1, postings: 1, amount: '138.78' });
    expect(rows).toEqual([
      {
        ...{ account_number: account, bill_reference: '', amount: '138.78', currency: 'MYR', method: 'fpx' },
        ...{
          gateway: 'fpx',
          gateway_reference: expect.stringMatching(/^ref-/),
          state: 'sent',
          receipt_number: '',
          reverses: '',
        },
        reference: expect.stringMatching(/^[a-z2-7]{26}$/),
        paid_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/),
      },
    ]);
    const after = newPath();
    await expect(postings('export', after)).rejects.toThrow('no payment is queued');
    expect(existsSync(after)).toBe(false);
  });

  test('the file of an export can be written again, and says the same', async () => {
    await pay();
    const { file } = await exportAll();
    const again = newPath();
    expect(await postings('export', again, '--export', '1')).toEqual({ export: 1, postings: 1, amount: '138.78' });
    expect(readFileSync(again, 'utf8')).toBe(readFileSync(file, 'utf8'));
  });

  test('a file that is there already is not written over, and nothing is marked as sent', async () => {
    await pay();
    const file = write('mine');
    await expect(postings('export', file)).rejects.toThrow('already');
    expect(await listPostings()).toMatchObject([{ state: 'queued' }]);
    expect(readFileSync(file, 'utf8')).toBe('mine\r\n');
  });

  test('payments of some days are listed in any state, and stay as they are', async () => {
    await pay();
    const today = new Date(backend.clock.now().getTime() + 8 * 60 * 60_000).toISOString().slice(0, 10);
    expect(await postings('export', newPath(), '--from', today)).toEqual({ postings: 1, amount: '138.78' });
    const past = ['--from', '2020-01-01', '--to', '2020-01-31'];
    expect(await postings('export', newPath(), ...past)).toEqual({ postings: 0, amount: '0.00' });
    expect(await listPostings()).toMatchObject([{ state: 'queued' }]);
    await expect(postings('export', newPath(), '--from', '2020-02-01', '--to', '2020-01-01')).rejects.toThrow(
      'comes after',
    );
  });

  test('two exports at once have each payment once', async () => {
    for (const accountNumber of ['1000000001', '1000000002', '1000000003']) await pay(accountNumber);
    const results = await Promise.allSettled([postings('export', newPath()), postings('export', newPath())]);
    const counts = results.map((result) =>
      result.status === 'fulfilled' ? (result.value as { postings: number }).postings : 0,
    );
    expect(counts[0]! + counts[1]!).toBe(3);
  });

  test('the biller’s file confirms payments, once and for all', async () => {
    const refid = await pay();
    const { rows } = await exportAll();
    const reference = rows[0]?.['reference'] ?? '';
    const answer = `${reference},OR-1,,${ago(0)}`;
    expect(await confirm(answer)).toEqual({ confirmed: 1, same: 0 });
    expect(await listPostings('--account', account)).toMatchObject([{ state: 'accepted', receiptNumber: 'OR-1' }]);
    expect(await confirm(answer)).toEqual({ confirmed: 0, same: 1 });
    await expect(confirm(`${reference},OR-2,,${ago(0)}`)).rejects.toThrow(
      'line 2: is accepted already, with the receipt number OR-1',
    );
    await expect(confirm(`${reference},,changed their mind,`)).rejects.toThrow('line 2: is accepted already');
    const history = await store.db
      .selectFrom('payment_history')
      .select(['state', 'moved_by', 'detail'])
      .where('order_refid', '=', refid)
      .where('state', 'like', 'posting-%')
      .execute();
    expect(history).toEqual([{ state: 'posting-accepted', moved_by: 'operator', detail: 'OR-1' }]);
  });

  test('takes the example file, with the references of an export', async () => {
    await pay('1000000001');
    await pay('1000000002');
    const { rows } = await exportAll();
    const [first = '', second = ''] = rows.map((row) => row['reference'] ?? '');
    const postedAt = ago(0);
    const example = readFileSync(join(exampleFolder, 'confirmations.csv'), 'utf8').replace(
      /2026-11-01T[^,\s]+/,
      postedAt,
    );
    const file = write(...example.replace('REFERENCE-1', first).replace('REFERENCE-2', second).trimEnd().split('\r\n'));
    expect(await postings('confirm', file, '--dry-run')).toEqual({ isDryRun: true, confirmed: 2, same: 0 });
    expect(await listPostings('--state', 'sent')).toHaveLength(2);
    expect(await postings('confirm', file)).toEqual({ confirmed: 2, same: 0 });
    expect(await listPostings('--state', 'accepted')).toMatchObject([{ receiptNumber: 'OR-2026-000123' }]);
    await pay('1000000003');
    await exportAll();
    expect(await postings('list')).toMatchObject({
      exports: [
        { id: 2, postings: 1, unanswered: 1 },
        { id: 1, postings: 2, unanswered: 0 },
      ],
    });
    expect(await listReview(backend.services)).toMatchObject([
      { reason: 'refused: account closed', whose: '1000000002', reference: second, amount: 13_878 },
    ]);
  });

  test('a file with one wrong line confirms nothing', async () => {
    await pay('1000000001');
    await pay('1000000002');
    const { rows } = await exportAll();
    const [first = '', second = ''] = rows.map((row) => row['reference'] ?? '');
    await expect(
      confirm(
        `${first},OR-1,,${ago(0)}`,
        `nobody,OR-2,,${ago(0)}`,
        `${second},,,`,
        `2${second},OR-3,refused,`,
        `3${second},OR-3,,noon`,
        `,OR-4,,${ago(0)}`,
      ),
    ).rejects.toThrow(
      [
        'Nothing was changed: 5 errors.',
        'line 3: there is no posting with this reference',
        'line 4: needs either receipt_number or refusal',
        'line 5: needs either receipt_number or refusal',
        'line 6: posted_at must be a time such as 2026-11-30T02:00:00+08:00',
        'line 7: has no reference',
      ].join('\n'),
    );
    await expect(confirm(`${first},OR-1,,${ago(0)}`, `${first},OR-1,,${ago(0)}`)).rejects.toThrow(
      'line 3: is in the file twice',
    );
    expect(await listPostings('--state', 'sent')).toHaveLength(2);
  });

  test('a person confirms one by command', async () => {
    await pay();
    const { rows } = await exportAll();
    const reference = rows[0]?.['reference'] ?? '';
    await expect(postings('confirm', reference, '--receipt', 'OR-1', '--refused', 'why')).rejects.toThrow('either');
    expect(await postings('confirm', reference, '--refused', 'account closed')).toEqual({ confirmed: 1, same: 0 });
    expect(await listReview(backend.services)).toHaveLength(1);
    // The biller has opened the account again, and posted it.
    const accepted = ['--receipt', 'OR-9', '--posted-at', ago(0)];
    expect(await postings('confirm', reference, ...accepted)).toEqual({ confirmed: 1, same: 0 });
    expect(await listReview(backend.services)).toEqual([]);
    await expect(postings('confirm', 'nobody', ...accepted)).rejects.toThrow(
      'nobody: there is no posting with this reference.',
    );
  });

  test('when the biller has posted a payment must be said, and can be true', async () => {
    await pay();
    const { rows } = await exportAll();
    const reference = rows[0]?.['reference'] ?? '';
    advance(60);
    const line = (postedAt: string) => `${reference},OR-1,,${postedAt}`;
    await expect(confirm(line(''))).rejects.toThrow('line 2: needs posted_at: when the biller has posted it');
    await expect(confirm(line(ago(-10)))).rejects.toThrow('line 2: posted_at has not come yet');
    await expect(confirm(line(ago(70)))).rejects.toThrow('line 2: posted_at is before the payment, ');
    await expect(postings('confirm', reference, '--receipt', 'OR-1')).rejects.toThrow('needs posted_at');
    const file = write('reference,receipt_number', `${reference},OR-1`);
    const postedAt = ago(30);
    expect(await postings('confirm', file, '--posted-at', postedAt)).toEqual({ confirmed: 1, same: 0 });
    const row = await store.db.selectFrom('postings').select('posted_at').executeTakeFirstOrThrow();
    expect(row.posted_at).toEqual(new Date(postedAt));
  });

  /** Returns money of a payment by bank transfer. */
  async function refund(refid: string, amount: number): Promise<void> {
    const { services } = backend;
    const credit = await findRefundableCredit(services.db, refid);
    const by = { isNamed: true, name: 'aisyah' } as const;
    const requested = await requestRefund(services, {
      source: { kind: 'credit', id: credit?.id ?? 0 },
      ...{ amount, reason: 'paid twice', requestedBy: by },
    });
    if (!requested.ok) throw new Error(requested.error.code);
    const evidence = { reference: 'T-1', date: '2025-11-30', note: 'sent' };
    await settleRefund(services, requested.value.reference, { outcome: 'succeeded', evidence }, by);
  }

  test('a refund raises the shown balance at once, and is exported and confirmed once its payment is', async () => {
    const refid = await pay();
    const [{ reference = '' } = {}] = (await exportAll()).rows;
    advance(1);
    await refund(refid, 5_000);
    expect(await balanceOf(account)).toBe(5_000);
    await expect(postings('export', newPath())).rejects.toThrow('no payment is queued');
    await confirm(`${reference},OR-1,,${ago(0)}`);
    const { result, rows } = await exportAll();
    expect(result).toMatchObject({ postings: 0, reversals: 1, amount: '-50.00' });
    expect(rows).toMatchObject([
      { account_number: account, amount: '-50.00', state: 'sent', receipt_number: '', reverses: reference },
    ]);
    await expect(postings('export', newPath())).rejects.toThrow('no payment is queued');
    const again = newPath();
    expect(await postings('export', again, '--export', '2')).toMatchObject({ postings: 0, reversals: 1 });
    advance(1);
    const [{ reference: reversal = '' } = {}] = rows;
    expect(await postings('confirm', reversal, '--receipt', 'OR-2', '--posted-at', ago(0))).toEqual({
      ...{ confirmed: 1, same: 0 },
    });
    expect(await listReview(backend.services)).toEqual([]);
    // The imported balance has neither the payment nor the refund.
    expect(await balanceOf(account)).toBe(5_000);
    expect(await findJournalErrors(store.db)).toEqual([]);
  });

  test('a payment that is refunded in full before it is exported is never exported', async () => {
    const refid = await pay();
    await refund(refid, 13_878);
    await expect(postings('export', newPath())).rejects.toThrow('no payment is queued');
    const [posting] = await listPostings();
    expect(posting).toMatchObject({ state: 'cancelled' });
    await expect(confirm(`${posting?.reference},OR-1,,${ago(0)}`)).rejects.toThrow('was never sent');
    expect(await balanceOf(account)).toBe(13_878);
  });

  test('a file with a reference in two of its parts confirms nothing', async () => {
    await pay();
    const { rows } = await exportAll();
    const answer = `${rows[0]?.['reference']},OR-1,,${ago(0)}`;
    const others = Array.from({ length: 500 }, (_, index) => `other-${index},,closed,`);
    await expect(confirm(answer, ...others, answer)).rejects.toThrow('Nothing was changed: 501 errors.');
    expect(await listPostings()).toMatchObject([{ state: 'sent' }]);
  });

  test('an export whose answer is lost says where its number is', async () => {
    await pay();
    const lost: OperatorClient = {
      ...operator(),
      async call(...parameters) {
        await operator().call(...parameters);
        throw new NoResponseError('No backend responds.');
      },
    };
    await expect(runPostingsCommand(lost, ['export', newPath()])).rejects.toThrow('npm run ops -- postings list');
    const { exports } = (await postings('list')) as { exports: { id: number }[] };
    expect(await postings('export', newPath(), '--export', String(exports[0]?.id))).toMatchObject({ postings: 1 });
  });

  test('is before a person when the biller has not answered for a week', async () => {
    await pay();
    await exportAll();
    advance(7 * 24 * 60 - 1);
    expect(await listReview(backend.services)).toEqual([]);
    advance(2);
    expect(await listReview(backend.services)).toMatchObject([{ reason: 'sent', whose: account }]);
  });

  describe('a new file of bills', () => {
    /** Pays, then imports a file of a later time, in which the biller still says RM138.78. */
    const importLater = () => importBills(line(account));

    test('does not have a payment that was not exported', async () => {
      await pay();
      advance(60);
      await importLater();
      expect(await balanceOf(account)).toBe(0);
    });

    test('does not have a payment that the biller has not confirmed', async () => {
      await pay();
      await exportAll();
      advance(60);
      await importLater();
      expect(await balanceOf(account)).toBe(0);
    });

    test('has a payment that was exported before its time, and confirmed', async () => {
      await pay();
      const { rows } = await exportAll();
      await confirm(`${rows[0]?.['reference']},OR-1,,${ago(0)}`);
      advance(60);
      await importLater();
      expect(await balanceOf(account)).toBe(13_878);
    });

    test('has a payment that was posted before its time and confirmed after it', async () => {
      await pay();
      const { rows } = await exportAll();
      advance(60);
      const postedAt = ago(30);
      await importLater();
      advance(60);
      await confirm(`${rows[0]?.['reference']},OR-1,,${postedAt}`);
      expect(await balanceOf(account)).toBe(13_878);
    });

    test('does not have a payment that the biller has posted after its time', async () => {
      await pay();
      const { rows } = await exportAll();
      advance(60);
      const asOf = ago(0);
      advance(60);
      await confirm(`${rows[0]?.['reference']},OR-1,,${ago(30)}`);
      await bills('import', write(header, line(account)), '--as-of', asOf);
      expect(await balanceOf(account)).toBe(0);
    });

    test('has not what the biller refused: it is owed still', async () => {
      await pay();
      const { rows } = await exportAll();
      await confirm(`${rows[0]?.['reference']},,account closed,`);
      expect(await balanceOf(account)).toBe(13_878);
    });

    test('has a payment of a release without postings, whenever it is confirmed', async () => {
      await pay();
      await store.db
        .updateTable('postings')
        .set({ state: 'unknown', biller: null, sent_at: backend.clock.now() })
        .execute();
      advance(60);
      await importLater();
      advance(60);
      const { reference } = await store.db.selectFrom('postings').select('reference').executeTakeFirstOrThrow();
      await postings('confirm', reference, '--receipt', 'OR-1', '--posted-at', ago(110));
      expect(await balanceOf(account)).toBe(13_878);
    });

    test('has, or not, only by its time what nobody knows to be the biller’s', async () => {
      await pay();
      await store.db.updateTable('postings').set({ state: 'unknown', sent_at: backend.clock.now() }).execute();
      expect(await balanceOf(account)).toBe(0);
      advance(60);
      await importLater();
      expect(await balanceOf(account)).toBe(13_878);
    });
  });
});

test('a connector that posts payments itself has no export of what is queued', async () => {
  const sandbox = await startTestBackend();
  const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });
  const client = createOperatorClient({ BACKEND_URL: url, OPERATOR_KEY: testOperatorKey });
  const file = newPath();
  await expect(runPostingsCommand(client, ['export', file])).rejects.toThrow('posts payments itself');
  expect(existsSync(file)).toBe(false);
  await sandbox.close();
});

test.each([
  [['export'], 'npm run ops -- postings export'],
  [['export', 'a', 'b'], 'npm run ops -- postings export'],
  [['export', 'file', '--export', 'x'], 'npm run ops -- postings export'],
  [['confirm'], 'npm run ops -- postings export'],
  [['confirm', 'nowhere.csv'], 'nowhere.csv cannot be read'],
  [['list', '--state', 'lost'], 'state'],
  [['send', 'x'], 'npm run ops -- postings export'],
])('refuses postings %j in one line', async (parameters, why) => {
  await expect(postings(...parameters)).rejects.toThrow(why);
});

test.each([
  [['reference,receipt', 'a,b'], "There is no column 'receipt'"],
  [['receipt_number,refusal', 'a,b'], "The file needs the columns 'reference'"],
])('refuses a file of answers with the columns of %j', async (lines, why) => {
  await expect(postings('confirm', write(...lines))).rejects.toThrow(why);
});
