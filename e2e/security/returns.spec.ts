import { expect, test } from '../fixtures/journey';
import { fpx } from '../fixtures/payments';
import type { SentForm, PaymentApi } from '../fixtures/payment-api';

/*
 * Reports from a bank: the return of the payer's browser to a result route, and the callback of the bank's server to the backend. All are
 * sent without cookies, as an attacker would.
 */

type Fields = Readonly<Record<string, string>>;

/** A gateway with a return, and the meaning of its fields. */
interface GatewayCase {
  readonly name: string;
  readonly choice: Fields;
  readonly card?: Fields;
  readonly callback: string;
  readonly signature: string;
  readonly number: readonly string[];
  readonly amount: string;
  readonly paid: Fields;
  readonly refused: Fields;
}

const eghlFields = {
  signature: 'HashValue2',
  number: ['PaymentID', 'OrderNumber'],
  amount: 'Amount',
  paid: { TxnStatus: '0', TxnMessage: 'Transaction Successful' },
  refused: { TxnStatus: '1', TxnMessage: 'Transaction Failed' },
} as const;

const gateways: readonly GatewayCase[] = [
  {
    name: 'FPX',
    choice: fpx,
    callback: 'fpx',
    signature: 'fpx_checkSum',
    number: ['fpx_sellerExOrderNo', 'fpx_sellerOrderNo'],
    amount: 'fpx_txnAmount',
    paid: { fpx_debitAuthCode: '00', fpx_creditAuthCode: '00' },
    refused: { fpx_debitAuthCode: '51' },
  },
  {
    name: 'eGHL',
    choice: { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' },
    callback: 'eghl',
    ...eghlFields,
  },
  { name: 'Maybank2u', choice: { selectedPaymentMethod: 'm2u' }, callback: 'm2u', ...eghlFields },
  {
    name: 'the acquirer',
    choice: { selectedPaymentMethod: 'newCard' },
    card: { number: '4111111111111111', expiry: '12/39', cvv: '123', name: 'Aminah binti Ali' },
    callback: 'acquirer',
    signature: 'signature',
    number: ['number'],
    amount: 'amount',
    paid: { outcome: 'approved' },
    refused: { outcome: 'declined' },
  },
];

/** Creates a payment and presses a button at its bank; returns its reference and the fields of the return. */
async function createReturn(wire: PaymentApi, { choice, card }: GatewayCase, accountNumber: string, button: string) {
  const refid = await wire.createPayment(accountNumber);
  const cardDetails = card === undefined ? {} : { cardDetails: await wire.encryptCard(refid, card) };
  return { refid, back: await wire.pressAtBank(await wire.begin(refid, { ...choice, ...cardDetails }), button) };
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}

/** Returns a different value of the same length and kind of characters. */
function alter(value: string): string {
  return value === '' ? '1' : value.replace(/.$/, (last) => (last === '1' ? '2' : '1'));
}

/** Forges reports from a signed one without the key: each field altered and each removed, with the old signature. */
function forgeReports(
  { signature, paid, refused, amount }: GatewayCase,
  signed: Fields,
): readonly (readonly [string, Fields])[] {
  const report = { ...signed, ...paid };
  const fields = Object.keys(signed);
  return [
    ['paid, under the signature of something else', report],
    ['refused, under the signature of something else', { ...signed, ...refused }],
    ['paid, unsigned', without(report, signature)],
    ['refused, unsigned', without({ ...signed, ...refused }, signature)],
    ['paid, with an empty signature', { ...report, [signature]: '' }],
    ['paid, of one sen', { ...report, [amount]: amount === 'amount' ? '1' : '0.01' }],
    ...fields.map((name) => [`paid, ${name} altered`, { ...report, [name]: alter(report[name] ?? '') }] as const),
    ...fields.map((name) => [`paid, ${name} stripped`, without(report, name)] as const),
  ];
}

for (const rail of gateways) {
  test(`row 4: what is not signed by ${rail.name} settles nothing, through the browser or to the server`, async ({
    paymentApi,
    account,
    sandbox,
  }) => {
    const { refid, back } = await createReturn(paymentApi, rail, account('01'), 'leave-pending');
    await paymentApi.returnFromBank(back);
    const readState = async () => {
      const { state, attempts } = await sandbox.history(refid);
      return [state, attempts.map((attempt) => attempt.state)];
    };
    expect(await readState()).toEqual(['open', ['pending']]);
    for (const [name, fields] of forgeReports(rail, back.fields)) {
      expect([403, 404], name).toContain(await paymentApi.sendCallback(rail.callback, fields));
      expect((await paymentApi.returnFromBank({ ...back, fields })).status(), name).toBe(303);
      expect(await readState(), name).toEqual(['open', ['pending']]);
    }
    const creditsOf = async () => (await sandbox.ledger()).credits.filter((credit) => credit.refid === refid).length;
    expect(await creditsOf()).toBe(0);
    // The number was valid: the bank's own report is accepted.
    await sandbox.settle(refid, 'successful');
    expect(await creditsOf()).toBe(1);
  });

  test(`row 5: the returns of two payments of ${rail.name} swapped settle neither`, async ({
    paymentApi,
    account,
    sandbox,
  }) => {
    const paid = [
      await createReturn(paymentApi, rail, account('01'), 'approve'),
      await createReturn(paymentApi, rail, account('01', 1), 'approve'),
    ];
    const waiting = [
      await createReturn(paymentApi, rail, account('01', 2), 'leave-pending'),
      // The case of an account does not change its balance: the same amount, of another account.
      await createReturn(paymentApi, rail, account('02'), 'leave-pending'),
    ];
    for (const { back } of [...paid, ...waiting]) await paymentApi.returnFromBank(back);
    const standOf = async (refids: readonly string[]) => {
      const { credits } = await sandbox.ledger();
      return Promise.all(
        refids.map(async (refid) => [
          (await sandbox.history(refid)).attempts.at(-1)?.state,
          credits.filter((credit) => credit.refid === refid).length,
        ]),
      );
    };
    const under = (from: SentForm, to: SentForm): SentForm => {
      const numbers = Object.fromEntries(rail.number.map((name) => [name, to.fields[name] ?? '']));
      return { ...from, fields: { ...from.fields, ...numbers } };
    };
    for (const [index, genuine] of paid.entries()) {
      for (const other of waiting) {
        const swapped = under(genuine.back, other.back);
        await paymentApi.returnFromBank(swapped);
        expect(await paymentApi.sendCallback(rail.callback, swapped.fields)).toBe(403);
        // Unaltered, at a URL that names the other payment: it still applies to its own payment.
        const named = await paymentApi.returnFromBank({
          ...genuine.back,
          url: `${genuine.back.url}?refid=${other.refid}`,
        });
        expect(named.headers()['location']).toContain(`refid=${genuine.refid}`);
      }
      expect(await standOf(waiting.map(({ refid }) => refid)), String(index)).toEqual([
        ['pending', 0],
        ['pending', 0],
      ]);
    }
    expect(await standOf(paid.map(({ refid }) => refid))).toEqual([
      ['successful', 1],
      ['successful', 1],
    ]);
  });
}

for (const { method, callback, paid } of [
  { method: 'counter', callback: 'counter', paid: 'paid' },
  { method: 'duitnowQr', callback: 'duitnow', paid: 'paid' },
]) {
  test(`row 4: what is not signed by the network of ${method} settles nothing`, async ({
    paymentApi,
    account,
    sandbox,
  }) => {
    const refid = await paymentApi.createPayment(account('01'));
    await paymentApi.init(refid, { selectedPaymentMethod: method });
    const { attempts } = await sandbox.history(refid);
    const fields = {
      keyId: 'sandbox',
      number: attempts[0]?.number ?? '',
      outcome: paid,
      amount: String(attempts[0]?.amount),
      currency: 'MYR',
      reference: 'B12345678',
      place: 'Counter 1',
      reportedAt: new Date().toISOString(),
    };
    for (const signature of ['', '0'.repeat(64), 'f'.repeat(64)]) {
      expect(await paymentApi.sendCallback(callback, { ...fields, signature })).toBe(403);
    }
    expect(await paymentApi.sendCallback(callback, fields)).toBe(403);
    const after = await sandbox.history(refid);
    expect([after.state, after.attempts.at(-1)?.state]).toEqual(['open', 'redirected']);
    await sandbox.settle(refid, 'successful');
    expect((await sandbox.history(refid)).state).toBe('paid');
  });
}

test('row 42: returns of a stranger change nothing of a payment whose payer is at the bank, and the approval is credited', async ({
  account,
  bank,
  openVisit,
  page,
  payment,
  result,
  sandbox,
  startPayment,
}) => {
  const refid = await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  await payment.pay.click();
  await bank.arrive();
  const number = (await sandbox.history(refid)).attempts[0]?.number ?? '';
  const stranger = await openVisit();
  for (const more of ['', '&fpx_debitAuthCode=51', '&fpx_debitAuthCode=00&fpx_checkSum=AB']) {
    for (let times = 0; times < 10; times += 1) {
      const answer = await stranger.get(`/bankResultFPX?fpx_sellerExOrderNo=${number}${more}`);
      expect([answer.status(), answer.headers()['location']]).toEqual([303, `/bankResultFPX?refid=${refid}`]);
      const shown = await (await stranger.get(`/bankResultFPX?refid=${refid}`)).text();
      expect(shown).toContain('data-status="pending"');
      expect(shown).not.toContain(number);
      expect(await (await stranger.get(`/api/payment/status?refid=${refid}`)).json()).toEqual({ status: 'pending' });
    }
  }
  expect(await sandbox.history(refid)).toMatchObject({ state: 'open', attempts: [{ state: 'redirected' }] });
  await bank.press('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await result.openDetails();
  await expect(page.getByText(number)).toBeVisible();
  expect(await sandbox.history(refid)).toMatchObject({ state: 'paid', reviews: [] });
  expect((await sandbox.ledger()).credits.filter((credit) => credit.refid === refid)).toHaveLength(1);
});

test('row 42: a stranger’s return ends nothing, and the visit that began the attempt can still be told by its bank', async ({
  account,
  openVisit,
  sandbox,
}) => {
  const payer = await openVisit();
  const refid = await payer.startPayment(account('01'));
  await payer.pay(refid, fpx);
  const number = (await sandbox.history(refid)).attempts[0]?.number ?? '';
  const [stranger, result] = [await openVisit(), `/bankResultFPX?refid=${refid}`];
  await stranger.get(`/epayment/entry?refid=${refid}`);
  await stranger.get(`/bankResultFPX?fpx_sellerExOrderNo=${number}`);
  // A visit that has opened the payment has not begun it.
  const shown = await (await stranger.get(result)).text();
  expect([shown.includes('data-status="pending"'), shown.includes(number)]).toEqual([true, false]);
  expect((await sandbox.history(refid)).attempts.at(-1)?.state).toBe('redirected');
  // The payer, who returned without paying, sees the result: the bank has no such payment.
  expect(await (await payer.get(result)).text()).toContain('data-status="failed"');
  expect((await sandbox.history(refid)).attempts.at(-1)?.state).toBe('failed');
});
