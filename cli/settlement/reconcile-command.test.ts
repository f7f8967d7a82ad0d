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
} from '../../backend/test-backend.fixture';
import { createOperatorClient } from '../operator-client';
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

function run(lines: readonly string[], ...parameters: string[]) {
  writeFileSync(file, lines.join('\r\n'));
  const operator = createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
  return runReconcileCommand(operator, [file, ...parameters]);
}

const reconcile = (lines: readonly string[], ...parameters: string[]) => run(lines, '--gateway', 'fpx', ...parameters);

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
  const empty = {
    ...{ missingHere: [], missingThere: [], amountDiffers: [], repeated: [] },
    ...{ fees: { ofPayments: 0, lines: [] }, refunds: [], chargebacks: [], others: [], ignored: 0 },
  };
  await sandboxControl(backend, 'clock', { advance: 'P2D' });
  const reference = await referenceOf(await payByFpx(backend));
  const lines = ['reference,amount', `${reference},138.78`];
  expect(await reconcile(lines, '--from', today(), '--to', today())).toEqual({ settled: 1, ...empty });
});

test.each([
  [['reference,amount', 'a,1.234'], ['--from', '2026-11-01'], 'not an amount'],
  [['reference,amount', 'a,--1'], ['--from', '2026-11-01'], "line 2: '--1' is not an amount"],
  [['reference,amount', 'a,1.00', 'b,1.00,'], ['--from', '2026-11-01'], 'line 3: has 3 cells'],
  [['reference,amount', ',1.00'], ['--from', '2026-11-01'], 'no reference'],
  [['reference,sum', 'a,1.00'], ['--from', '2026-11-01'], "no column 'amount'"],
  [['reference,amount', '"a,1.00'], ['--from', '2026-11-01'], 'not valid CSV'],
  [['reference,amount', 'a,1.00'], ['--from', 'yesterday'], 'not a date'],
  [['reference,amount', 'a,1.00'], [], 'npm run ops -- reconcile'],
  [['reference,amount', 'a,1.00'], ['--from', '2026-11-01', '--surprise'], 'npm run ops -- reconcile'],
])('refuses %j with %j with a one-line message', async (lines, parameters, why) => {
  await expect(reconcile(lines, ...parameters)).rejects.toThrow(why);
});

/** Pays one bill by FPX and another by a company's FPX: two gateways of one service. */
async function payByBoth() {
  await sandboxControl(backend, 'clock', { advance: 'P2D' });
  const personal = await payByFpx(backend);
  const corporate = await payByFpx(backend);
  await backend.store.db
    .updateTable('credits')
    .set({ gateway: 'fpxCorporate' })
    .where('order_refid', '=', corporate)
    .execute();
  const numberOf = async (refid: string) => {
    const query = backend.store.db.selectFrom('attempts').select('number').where('order_refid', '=', refid);
    return (await query.executeTakeFirstOrThrow()).number;
  };
  return {
    personal: { refid: personal, reference: await referenceOf(personal), number: await numberOf(personal) },
    corporate: { refid: corporate, reference: await referenceOf(corporate), number: await numberOf(corporate) },
  };
}

const none = { missingHere: [], missingThere: [], amountDiffers: [], repeated: [] };

test('a file without a profile may have refunds, RM, semicolons and a footer', async () => {
  await sandboxControl(backend, 'clock', { advance: 'P2D' });
  const refid = await payByFpx(backend);
  const reference = await referenceOf(refid);
  const { paymentId } = await succeed(backend, calls['payment.result'], { refid });
  const lines = ['reference;amount', `${reference};RM138.78`, `${reference};-RM50.00`, 'Total;RM88.78'];
  expect(await reconcile(lines, '--from', today())).toMatchObject({
    ...none,
    settled: 1,
    refunds: [{ line: 3, reference, amount: 5_000, paymentId, action: 'refund, to be handled by a person' }],
    ignored: 1,
  });
});

test('the rails of a service in one file are compared with their own gateways', async () => {
  const { personal, corporate } = await payByBoth();
  const header = 'Seller Order No.,FPX Transaction ID,Transaction Date,Model,Currency,Transaction Amount';
  const lineOf = (reference: string, model: string) => `x,${reference},2026-11-30,${model},MYR,138.78`;
  const both = [header, lineOf(personal.reference, 'B2C'), lineOf(corporate.reference, 'B2B1'), 'Total,,,,,277.56'];
  expect(await run(both, '--profile', 'fpx', '--from', today())).toMatchObject({ ...none, settled: 2, ignored: 1 });
  // As if the other rail had taken it.
  const mixed = [header, lineOf(personal.reference, 'B2C'), lineOf(corporate.reference, 'B2C')];
  expect(await run(mixed, '--profile', 'fpx', '--from', today())).toMatchObject({
    missingHere: [{ line: 3, gateway: 'fpx', reference: corporate.reference }],
    missingThere: [{ gateway: 'fpxCorporate', reference: corporate.reference }],
  });
  await expect(run([header, lineOf('a', 'B3')], '--profile', 'fpx', '--from', today())).rejects.toThrow(
    'line 2: the profile does not name the gateway',
  );
});

describe('with a profile of the operator', () => {
  const profileFile = join(folder, 'profile.json');
  const profile = {
    gateway: {
      column: 'rail',
      values: { personal: 'fpx', company: 'fpxCorporate', card: 'acquirer', other: 'not-used' },
    },
    decimalMark: ',',
    reference: { column: 'order', of: 'attempt' },
    amount: { net: 'net', fee: 'fee' },
    kind: { column: 'type', values: { sale: 'payment', refund: 'refund', dispute: 'chargeback', fee: 'fee' } },
  };
  const runWith = (lines: readonly string[], content: object = profile) => {
    writeFileSync(profileFile, JSON.stringify(content));
    return run(lines, '--profile', profileFile, '--from', today());
  };

  test('payments are found by our numbers, also of other days, and compared by what the payer paid', async () => {
    const earlier = await payByBoth();
    const { personal, corporate } = await payByBoth();
    const differences = await runWith([
      'order;rail;type;net;fee',
      `${personal.number};personal;SALE;137,78;1,00`,
      `${corporate.number};company;SALE;1.137,78;-1,00`,
      `${earlier.personal.number};personal;SALE;138,78;0,00`,
      `${earlier.corporate.number};company;REFUND;-50,00;0,00`,
      `${personal.number};personal;DISPUTE;-138,78;25,00`,
      ';;FEE;-30,00;',
      'x;personal;ADJUSTMENT;1,00;',
      'stranger;card;SALE;5,00;0,10',
    ]);
    expect(differences).toMatchObject({
      settled: 4,
      missingHere: [{ line: 9, gateway: 'acquirer', reference: 'stranger', amount: 510 }],
      missingThere: [],
      amountDiffers: [{ number: corporate.number, line: 3, amount: 13_878, settledAmount: 113_878 }],
      fees: { ofPayments: 210, lines: [{ line: 7, gateway: null, amount: 3_000 }] },
      refunds: [{ line: 5, reference: earlier.corporate.number, amount: 5_000, paymentId: expect.any(String) }],
      chargebacks: [{ line: 6, amount: 13_878, paymentId: expect.any(String) }],
      others: [{ line: 8, type: 'ADJUSTMENT', paymentId: null }],
    });
  });

  test.each([
    [{ ...profile, separators: ',' }, 'is not a settlement profile'],
    [{ ...profile, amount: { net: 'net' } }, 'is not a settlement profile'],
    [{ ...profile, gateway: 'fpz' }, 'no gateway is called fpz'],
  ])('%j is refused', async (content, why) => {
    await expect(runWith(['order,rail,type,net,fee'], content)).rejects.toThrow(why);
  });
});

test.each([
  [['--profile', 'unknown'], "There is no profile 'unknown'"],
  [['--profile', 'fpx', '--gateway', 'fpx'], 'npm run ops -- reconcile'],
  [['--profile', 'absent.json'], 'absent.json cannot be read'],
])('refuses %j', async (parameters, why) => {
  await expect(run(['reference,amount'], ...parameters, '--from', '2026-11-01')).rejects.toThrow(why);
});

test('reports an unknown gateway, and days in the wrong order', async () => {
  const file = ['reference,amount', '1,1.00'];
  await expect(reconcile(file, '--from', '2026-11-02', '--gateway', 'fpz')).rejects.toThrow('no gateway is called fpz');
  await expect(reconcile(file, '--from', '2026-11-02', '--to', '2026-11-01')).rejects.toThrow('comes after');
});
