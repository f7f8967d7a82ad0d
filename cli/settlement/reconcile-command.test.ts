import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { payByFpx, sandboxControl, setUpTestBackend, testOperatorKey } from '../../backend/test-backend.fixture';
import { addChargeback, closeChargeback } from '../../backend/chargebacks/service';
import { findJournalErrors } from '../../backend/ledger/journal-check';
import { listReview } from '../../backend/operations/review-queue';
import { applyHeldMoney } from '../../backend/reviews/apply';
import { createOperatorClient, NoResponseError, type OperatorClient } from '../operator-client';
import { runReviewCommand } from '../review-command';
import { runReconcileCommand, type Reconciliation } from './reconcile-command';
import { examples, payAndFind, payAndHold, payEveryKind, todayOf } from './settled-payments.fixture';

/* docs/operate.md, "Settlement files". */

const aisyah = { isNamed: true, name: 'aisyah' } as const;
const chargebackProfile = {
  gateway: 'fpx',
  amount: { net: 'net', fee: 'fee' },
  kind: { column: 'type', values: { sale: 'payment', dispute: 'chargeback', reversal: 'chargeback-reversal' } },
};

const backend = setUpTestBackend();
let address: string;
const folder = mkdtempSync(join(tmpdir(), 'ebill-settlement-'));
const file = join(folder, 'settled.csv');

beforeAll(async () => {
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(async () => {
  expect(await findJournalErrors(backend.store.db)).toEqual([]);
});

const operator = () => createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
const ops = (...parameters: string[]) => runReconcileCommand(operator(), parameters);
const run = async (lines: readonly string[], ...parameters: string[]) => {
  writeFileSync(file, lines.join('\r\n'));
  return (await ops(file, ...parameters)) as Reconciliation;
};
const reconcile = (lines: readonly string[], ...parameters: string[]) => run(lines, '--gateway', 'fpx', ...parameters);
const today = () => todayOf(backend);
const kindsOf = ({ open }: Reconciliation) => open.map(({ kind, reference }) => [kind, reference]);

/** The settlements in the journal, each line as account and amount in sen, oldest first. */
async function readSettlements() {
  const rows = await backend.store.db
    .selectFrom('journal_entries')
    .innerJoin('journal_lines', 'journal_lines.entry_id', 'journal_entries.id')
    .select(['source', 'account', 'amount'])
    .where('kind', '=', 'settlement')
    .orderBy('journal_entries.id')
    .orderBy('account')
    .execute();
  return rows.map(({ source, account, amount }) => `${source}: ${account} ${amount}`);
}

const header = 'reference,amount';
const sums = (gross: number, fee = 0) => ({ gross, fee, net: gross - fee });

describe('the example file with every kind of line', () => {
  const profile = join(examples, 'every-kind-profile.json');
  const reconcileExample = async () => (await ops(file, '--profile', profile, '--from', today())) as Reconciliation;

  test('has the expected differences and no other, and the rest of it is settled', async () => {
    const references = await payEveryKind(backend, file);
    const result = await reconcileExample();
    const examplesOf = new Map([...references].map(([example, reference]) => [reference, example]));
    expect(
      result.open.map((one) => [
        ...[one.line, one.kind, examplesOf.get(one.reference) ?? one.reference],
        ...[one.amount, one.settledAmount, one.detail],
      ]),
    ).toEqual([
      [5, 'amount-differs', 'FPX-2000003', 13_878, 13_887, null],
      [6, 'held-for-review', 'FPX-2000004', 13_878, 13_878, null],
      [7, 'duplicate-line', 'FPX-2000001', null, 13_878, null],
      [8, 'missing-here', 'FPX-2000099', null, 5_000, null],
      [9, 'fee-unexpected', 'FPX-2000005', 13_878, 13_878, 'agreed: 100 sen'],
      [10, 'currency', 'FPX-2000006', 13_878, 4_310, 'SGD'],
      [11, 'refund', 'FPX-2000001', null, -2_000, null],
      [13, 'chargeback', 'FPX-2000002', null, -13_878, null],
      [15, 'other', 'FPX-2000005', null, -100, 'Adjustment'],
      [null, 'missing-there', 'FPX-2000010', 13_878, null, null],
    ]);
    // Lines 3, 4, 6 and 9 are settled: four payments of RM138.78, with fees of RM1.00, RM1.00, RM1.00 and RM2.50; the refund of RM30.00 of line 12;
    // and the fee of RM30.00 of line 14.
    expect(result).toMatchObject({
      lines: { payment: 8, refund: 2, chargeback: 1, fee: 1, other: 1, ignored: 2 },
      settled: sums(52_512, 3_550),
      bookings: [
        { gateway: '', ...sums(0, 3_000) },
        { gateway: 'fpx', ...sums(52_512, 550) },
      ],
      // Lines 5, 7, 8, 11, 13 and 15: 138.87 + 138.78 + 50.00 - 20.00 - 138.78 - 1.00, and fees of 1.00 + 1.00 + 1.00 + 25.00.
      unsettled: sums(16_787, 2_800),
      // The net amount is the payout in the file's last line, RM629.49.
      file: { gross: 69_299, fee: 6_350, net: 62_949 },
      resolved: 0,
    });
    expect(await readSettlements()).toEqual([
      `run ${result.run}: bank -3000`,
      `run ${result.run}: fees 3000`,
      `run ${result.run} fpx: bank 51962`,
      `run ${result.run} fpx: fees 550`,
      `run ${result.run} fpx: gateway:fpx -52512`,
    ]);
  });

  test('changes nothing when it is reconciled again', async () => {
    await payEveryKind(backend, file);
    const first = await reconcileExample();
    const [settlements, differences] = [await readSettlements(), await ops('differences', '--all')];
    const second = await reconcileExample();
    expect(second).toMatchObject({ settlement: first.run, bookings: [], resolved: 0 });
    for (const same of ['file', 'settled', 'unsettled', 'lines', 'differences'] as const)
      expect(second[same]).toEqual(first[same]);
    expect(await readSettlements()).toEqual(settlements);
    const changed = (differences as { run: number }[]).map((one) => ({ ...one, run: second.run }));
    expect(await ops('differences', '--all')).toEqual(changed);
  });

  test('is settled once by several commands at once', async () => {
    await payEveryKind(backend, file);
    const results = await Promise.all(Array.from({ length: 4 }, reconcileExample));
    expect(results.filter(({ bookings }) => bookings.length > 0)).toHaveLength(1);
    expect(await readSettlements()).toHaveLength(5);
    expect(await ops('differences')).toHaveLength(10);
  });
});

test('a file of one gateway, without a profile: all of it is settled', async () => {
  const { reference } = await payAndFind(backend);
  const result = await reconcile([header, `${reference},138.78`], '--from', today(), '--to', today());
  expect(result).toMatchObject({ settled: sums(13_878), unsettled: sums(0), open: [], bookings: [{ gateway: 'fpx' }] });
});

test('a file without a profile may have refunds, RM, semicolons and a footer, and columns of other names', async () => {
  const { reference, refid } = await payAndFind(backend);
  const lines = [
    '\uFEFFBank ref;"Amount (RM)";Note',
    `${reference};RM138.78;"two; words"`,
    `${reference};-RM50.00;`,
    'Total;RM88.78;',
  ];
  const result = await reconcile(lines, '--from', today(), '--reference', 'Bank ref', '--amount', 'Amount (RM)');
  expect(result.open).toMatchObject([{ kind: 'refund', line: 3, reference, refid, settledAmount: -5_000 }]);
  expect(result).toMatchObject({ settled: sums(13_878), file: sums(8_878), lines: { ignored: 1 } });
});

describe('the settlement of a gateway', () => {
  test('settles what is booked later when the file is reconciled again, and the difference is gone', async () => {
    const [known, late] = [await payAndFind(backend), `ref-of-a-late-payment`];
    const lines = [header, `${known.reference},138.78`, `${late},138.78`];
    const first = await reconcile(lines, '--from', today());
    expect(kindsOf(first)).toEqual([['missing-here', late]]);
    const booked = await payAndFind(backend);
    const corrected = [header, `${known.reference},138.78`, `${booked.reference},138.78`];
    const second = await reconcile(corrected, '--from', today());
    expect(second).toMatchObject({ settlement: first.run, resolved: 1, open: [] });
    expect(await ops('differences', '--all')).toMatchObject([
      { kind: 'missing-here', closedBy: `run ${second.run}`, reason: `resolved by run ${second.run}` },
    ]);
    expect(await readSettlements()).toEqual([
      `run ${first.run} fpx: bank 13878`,
      `run ${first.run} fpx: gateway:fpx -13878`,
      `run ${second.run} fpx: bank 13878`,
      `run ${second.run} fpx: gateway:fpx -13878`,
    ]);
  });

  test('a payment that was missing is found in the file of the next day', async () => {
    const { reference } = await payAndFind(backend);
    expect(kindsOf(await reconcile([header], '--from', today()))).toEqual([['missing-there', reference]]);
    await sandboxControl(backend, 'clock', { advance: 'P1D' });
    const next = await reconcile([header, `${reference},138.78`], '--from', today());
    expect(next).toMatchObject({ open: [], resolved: 1, settled: sums(13_878) });
    expect(await ops('differences')).toEqual([]);
  });

  test('of a payment in the files of two days is a difference, and booked once', async () => {
    const { reference } = await payAndFind(backend);
    const lines = [header, `${reference},138.78`];
    const first = await reconcile(lines, '--from', today());
    await sandboxControl(backend, 'clock', { advance: 'P1D' });
    const second = await reconcile([...lines, 'Total,'], '--from', today());
    expect(second.open).toMatchObject([{ kind: 'duplicate-line', detail: `settled by run ${first.run}` }]);
    expect(await readSettlements()).toHaveLength(2);
  });

  test('in two files of a day needs a name for each', async () => {
    const [one, two] = [await payAndFind(backend), await payAndFind(backend)];
    const first = await reconcile([header, `${one.reference},138.78`], '--from', today());
    expect(kindsOf(first)).toEqual([['missing-there', two.reference]]);
    const second = [header, `${two.reference},138.78`];
    await expect(reconcile(second, '--from', today())).rejects.toThrow(
      `1 lines that run ${first.run} (settled.csv) has settled are not in this file`,
    );
    const result = await reconcile(second, '--from', today(), '--batch', 'afternoon');
    expect(result).toMatchObject({ settled: sums(13_878), open: [], resolved: 1 });
    expect(await ops('differences')).toEqual([]);
  });

  test('is taken back where a file that replaces it does not have it', async () => {
    const { reference } = await payAndFind(backend);
    const profile = ['--gateway', 'fpx', '--from', today()];
    const first = await run([header, `${reference},138.78`], ...profile);
    const second = await run([header], ...profile, '--replace');
    expect(kindsOf(second)).toEqual([['missing-there', reference]]);
    const third = await run([header, `${reference},138.78`], ...profile);
    expect(third).toMatchObject({ open: [], resolved: 1, settled: sums(13_878) });
    expect(await readSettlements()).toEqual([
      ...[`run ${first.run} fpx: bank 13878`, `run ${first.run} fpx: gateway:fpx -13878`],
      ...[`run ${second.run} fpx: bank -13878`, `run ${second.run} fpx: gateway:fpx 13878`],
      ...[`run ${third.run} fpx: bank 13878`, `run ${third.run} fpx: gateway:fpx -13878`],
    ]);
  });

  test('is the same when the answers to its parts are lost', async () => {
    const { reference } = await payAndFind(backend);
    writeFileSync(file, [header, `${reference},138.78`, 'stranger,1.00'].join('\n'));
    const real = operator();
    /** The backend has done what it was asked for, and the command does not learn it. */
    const losing: OperatorClient = {
      ...real,
      async call(...parameters) {
        const answer = await real.call(...parameters);
        if (parameters[1].endsWith('/complete')) throw new NoResponseError('lost');
        return answer;
      },
    };
    const parameters = [file, '--gateway', 'fpx', '--from', today()];
    await expect(runReconcileCommand(losing, parameters)).rejects.toThrow('lost');
    expect(await ops(...parameters)).toMatchObject({ bookings: [], settled: sums(13_878), unsettled: sums(100) });
    expect(await readSettlements()).toHaveLength(2);
    expect(await ops('differences')).toHaveLength(1);
  });
});

describe('a run', () => {
  const start = () => ({
    ...{ profile: 'test', fileName: 'a.csv', digest: 'a'.repeat(64), gateways: ['fpx'], referenceOf: 'gateway' },
    ...{ feeRates: {}, from: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z', batch: '', ignoredLines: 0 },
  });
  const lineOf = (reference: string) => ({
    ...{ line: 2, kind: 'payment', type: null, gateway: 'fpx', reference, currency: 'MYR', gross: 100, fee: 0 },
  });
  const begin = async () => ((await operator().call('POST', '/reconciliation/runs', start())) as { run: number }).run;
  const post = (path: string, body: object) => operator().call('POST', `/reconciliation/runs/${path}`, body);

  test('takes a part twice, and is completed once', async () => {
    const id = await begin();
    for (let time = 0; time < 2; time += 1) await post(`${id}/lines`, { lines: [lineOf('a')] });
    const completed = await post(`${id}/complete`, { lines: 1, replaces: false });
    expect(await post(`${id}/complete`, { lines: 1, replaces: false })).toEqual(completed);
    await expect(post(`${id}/lines`, { lines: [lineOf('b')] })).rejects.toThrow('this run is complete');
  });

  test('has no effect while lines are missing, and is deleted after a day', async () => {
    const id = await begin();
    await post(`${id}/lines`, { lines: [lineOf('a')] });
    await expect(post(`${id}/complete`, { lines: 2, replaces: false })).rejects.toThrow(
      'lines of the file are missing',
    );
    expect(await ops('differences')).toEqual([]);
    await sandboxControl(backend, 'clock', { advance: 'P1DT1H' });
    const other = await begin();
    expect(await ops('runs')).toMatchObject([{ run: other, completedAt: null }]);
    expect(await backend.store.db.selectFrom('reconciliation_lines').selectAll().execute()).toEqual([]);
    await expect(post(`${id}/complete`, { lines: 2, replaces: false })).rejects.toThrow('no run with this number');
  });

  test('is stored with its file, who and when', async () => {
    const { reference } = await payAndFind(backend);
    await reconcile([header, `${reference},138.78`], '--from', today());
    expect(await ops('runs')).toMatchObject([
      {
        ...{ profile: 'gateway fpx', file: 'settled.csv', digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ...{ gateways: ['fpx'], by: 'shared key', completedAt: expect.any(String), result: { settled: sums(13_878) } },
      },
    ]);
  });
});

describe('a difference', () => {
  test('is in the review queue until its owner closes it, and stays closed', async () => {
    await payByFpx(backend);
    const { open } = await reconcile([header], '--from', today());
    const id = String(open[0]?.id);
    expect(await ops('assign', id, '--to', 'aisyah')).toMatchObject({ kind: 'missing-there', owner: 'aisyah' });
    const waiting = async () => (await listReview(backend.services)).map((entry) => [entry.id, entry.reason]);
    expect(await waiting()).toEqual([[`difference-${id}`, 'missing-there, aisyah']]);
    await sandboxControl(backend, 'clock', { advance: 'P3D' });
    expect(await ops('differences', '--open')).toMatchObject([{ id: open[0]?.id, ageDays: 3 }]);
    expect(await ops('close', id, '--reason', 'paid by cheque')).toMatchObject({ reason: 'paid by cheque' });
    await expect(ops('close', id, '--reason', 'again')).rejects.toThrow('this difference is closed');
    await expect(ops('assign', id, '--to', 'badrul')).rejects.toThrow('this difference is closed');
    expect(await waiting()).toEqual([]);
    const day = todayOf(backend);
    const again = await reconcile([header], '--from', '2026-01-01', '--to', day);
    expect(again.open).toEqual([]);
    expect(again.differences['missing-there']).toBe(1);
    const actions = await backend.store.db
      .selectFrom('operator_actions')
      .select(['action', 'subject'])
      .orderBy('id')
      .execute();
    expect(actions.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      expect.stringMatching(/^reconciled run \d+$/),
      `difference-assigned difference-${id}`,
      `difference-closed difference-${id}`,
      expect.stringMatching(/^reconciled run \d+$/),
    ]);
  });

  test('can be closed in the review queue, too', async () => {
    await reconcile([header, 'stranger,1.00'], '--from', today());
    const [entry] = await listReview(backend.services);
    await runReviewCommand(operator(), ['close', entry?.id ?? '', '--note', 'of another merchant']);
    expect(await listReview(backend.services)).toEqual([]);
    expect(await ops('differences', '--all')).toMatchObject([
      { closedBy: 'shared key', reason: 'of another merchant' },
    ]);
    await expect(runReviewCommand(operator(), ['close', entry?.id ?? '', '--note', 'again'])).rejects.toThrow(
      'no such entry',
    );
  });

  test('of held money is gone in the next run after a person has applied it', async () => {
    const { reference, entry } = await payAndHold(backend);
    const lines = [header, `${reference},138.78`];
    expect(kindsOf(await reconcile(lines, '--from', today()))).toEqual([['held-for-review', reference]]);
    expect((await listReview(backend.services)).map(({ id }) => id)).toEqual([entry]);
    const applied = await applyHeldMoney(backend.services, entry, { operator: aisyah, reason: 'bank statement' });
    expect(applied.ok).toBe(true);
    expect(await reconcile(lines, '--from', today())).toMatchObject({ open: [], resolved: 1, bookings: [] });
  });

  test('of a chargeback is gone once it is recorded, and its line is settled', async () => {
    const { reference, number } = await payAndFind(backend);
    const profile = join(folder, 'chargebacks.json');
    writeFileSync(profile, JSON.stringify({ ...chargebackProfile, reference: { column: 'reference' } }));
    const lines = ['reference,type,net,fee', `${reference},sale,137.78,1.00`, `${reference},dispute,-163.78,25.00`];
    const first = await run(lines, '--profile', profile, '--from', today());
    expect(kindsOf(first)).toEqual([['chargeback', reference]]);
    const chargeback = { number, dispute: 'D-1', amount: 13_878, reasonCode: '10.4', respondBy: null };
    const added = await addChargeback(backend.services, chargeback, { operator: aisyah, reason: 'portal' });
    expect(added.ok).toBe(true);
    const second = await run(lines, '--profile', profile, '--from', today());
    expect(second).toMatchObject({ open: [], resolved: 1, bookings: [{ gateway: 'fpx', ...sums(-13_878, 2_500) }] });
  });

  test.each(['payment', 'dispute'] as const)(
    'there is none of a dispute that was won: the file of another day gives its money back, named by the %s',
    async (named) => {
      const { reference, number } = await payAndFind(backend);
      const profile = join(folder, 'reversals.json');
      writeFileSync(profile, JSON.stringify({ ...chargebackProfile, reference: { column: 'reference' } }));
      const name = named === 'payment' ? reference : 'D-1';
      const columns = 'reference,type,net,fee';
      const chargeback = { number, dispute: 'D-1', amount: 13_878, reasonCode: '10.4', respondBy: null };
      const added = await addChargeback(backend.services, chargeback, { operator: aisyah, reason: 'portal' });
      if (!added.ok) throw new Error(added.error);
      const lines = [columns, `${reference},sale,137.78,1.00`, `${name},dispute,-163.78,25.00`];
      expect(await run(lines, '--profile', profile, '--from', today())).toMatchObject({ open: [] });
      const closing = { operator: aisyah, reason: 'letter', outcome: 'won' } as const;
      expect((await closeChargeback(backend.services, added.value.id, closing)).ok).toBe(true);
      await sandboxControl(backend, 'clock', { advance: 'P1D' });
      const reversal = [columns, `${name},reversal,138.78,0.00`];
      expect(await run(reversal, '--profile', profile, '--from', today())).toMatchObject({
        ...{ open: [], lines: { chargeback: 1, other: 0 } },
        bookings: [{ gateway: 'fpx', ...sums(13_878) }],
      });
    },
  );

  test('is written as CSV, in ringgit', async () => {
    await reconcile([header, '"a, b",1.50'], '--from', today());
    const [columns, first] = String(await ops('differences', '--format', 'csv')).split('\r\n');
    expect(columns).toMatch(/^id,kind,gateway,reference,refid,run,line,amount,settledAmount,fee,/);
    expect(first).toMatch(/^\d+,missing-here,fpx,"a, b",,\d+,2,,1\.50,0\.00,/);
  });

  test.each([
    [['assign', '1'], 'npm run ops -- reconcile'],
    [['close', 'x', '--reason', 'y'], 'npm run ops -- reconcile'],
    [['close', '1', '--reason', '4111 1111 1111 1111'], 'a card number is not kept'],
    [['assign', '999', '--to', 'aisyah'], 'no difference with this number'],
    [['differences', '--format', 'xml'], 'npm run ops -- reconcile'],
  ])('%j is explained', async (parameters, message) => {
    await expect(ops(...parameters)).rejects.toThrow(message);
  });
});

test.each([
  [[header, 'a,1.234'], ['--from', '2026-11-01'], 'not an amount'],
  [[header, 'a,--1'], ['--from', '2026-11-01'], "line 2: '--1' is not an amount"],
  [[header, 'a,1.00', 'b,1.00,'], ['--from', '2026-11-01'], 'line 3: has 3 cells'],
  [[header, ',1.00'], ['--from', '2026-11-01'], 'no reference'],
  [['reference,sum', 'a,1.00'], ['--from', '2026-11-01'], "no column 'amount'"],
  [[header, '"a,1.00'], ['--from', '2026-11-01'], 'not valid CSV'],
  [[header, 'a,1.00'], ['--from', 'yesterday'], 'not a date'],
  [[header, 'a,1.00'], ['--from', '2026-11-02', '--to', '2026-11-01'], 'comes after'],
  [[header, 'a,1.00'], [], 'npm run ops -- reconcile'],
  [[header, 'a,1.00'], ['--from', '2026-11-01', '--surprise'], 'npm run ops -- reconcile'],
  [[header, 'a,1.00'], ['--from', '2026-11-01', '--profile', 'fpx'], 'npm run ops -- reconcile'],
  [[header, 'a,1.00'], ['--from', '2026-11-01', '--gateway', 'fpz'], 'no gateway is called fpz'],
])('refuses %j with %j with a message', async (lines, parameters, why) => {
  await expect(reconcile(lines, ...parameters)).rejects.toThrow(why);
  expect(await ops('differences', '--all')).toEqual([]);
});

test.each([
  [['--profile', 'unknown'], "There is no profile 'unknown'"],
  [['--profile', 'absent.json'], 'absent.json cannot be read'],
])('refuses %j', async (parameters, why) => {
  await expect(run([header], ...parameters, '--from', '2026-11-01')).rejects.toThrow(why);
});

describe('with a profile of the operator', () => {
  const profileFile = join(folder, 'profile.json');
  const profile = {
    gateway: { column: 'rail', values: { personal: 'fpx', card: 'acquirer', other: 'not-used' } },
    reference: { column: 'order', of: 'attempt' },
    amount: { net: 'net', fee: 'fee' },
    kind: { column: 'type', values: { sale: 'payment', refund: 'refund' } },
  };
  const runWith = (lines: readonly string[], content: object = profile) => {
    writeFileSync(profileFile, JSON.stringify(content));
    return run(lines, '--profile', profileFile, '--from', today());
  };

  test('payments are found by our numbers, and each rail is its own gateway', async () => {
    const [own, other] = [await payAndFind(backend), await payAndFind(backend)];
    const result = await runWith([
      'order,rail,type,net,fee',
      `${own.number},personal,SALE,137.78,1.00`,
      // As if the other rail had taken it.
      `${other.number},card,SALE,137.78,1.00`,
    ]);
    expect(kindsOf(result)).toEqual([
      ['missing-here', other.number],
      ['missing-there', other.reference],
    ]);
    expect(result.settled).toEqual(sums(13_878, 100));
  });

  test.each([
    [{ ...profile, separators: ',' }, 'is not a settlement profile'],
    [{ ...profile, amount: { net: 'net' } }, 'is not a settlement profile'],
    [{ ...profile, feeRates: { fpx: { percent: 101 } } }, 'is not a settlement profile'],
    [{ ...profile, gateway: 'fpz' }, 'no gateway is called fpz'],
  ])('%j is refused', async (content, why) => {
    await expect(runWith(['order,rail,type,net,fee'], content)).rejects.toThrow(why);
  });
});
