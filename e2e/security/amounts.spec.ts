import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

/** The refid of the payment page to which a form redirected. */
function refidOf({ next }: Readonly<Record<string, unknown>>): string {
  return new URL(String(next), stack.site).searchParams.get('refid') ?? '';
}

test('row 1: an invalid amount, or one beyond the limits, makes no payment', async ({
  account,
  openVisit,
  sandbox,
}) => {
  const visit = await openVisit();
  const bill = await visit.lookUp(account('01'));
  for (const amount of [
    '0',
    '-1',
    '0.01',
    '0.99',
    '1e3',
    'NaN',
    'Infinity',
    '0x10',
    '1,00',
    '1,000',
    '1.005',
    '٣',
    '3000.01',
    '',
  ]) {
    const { status, answer } = await visit.postJson('/api/bill/pay', { ...bill, payOption: 'other', amount });
    expect(status, amount).toBe(422);
    expect(answer, amount).toHaveProperty('fieldErrors.amount');
  }
  const { answer } = await visit.postJson('/api/bill/pay', { ...bill, payOption: 'other', amount: '10.01' });
  expect((await sandbox.history(refidOf(answer))).amount).toBe(1_001);
});

test('row 1: the amount of a balance is taken from the bill, not from the form', async ({
  account,
  openVisit,
  sandbox,
}) => {
  const accountNumber = account('01');
  const n = Number(accountNumber.slice(0, 8));
  const visit = await openVisit();
  const bill = await visit.lookUp(accountNumber);
  for (const name of ['amount', 'currentBalance', 'overdueBalance', 'totalAmount']) {
    const forged = { [name]: '1' };
    const { answer } = await visit.postJson('/api/bill/pay', {
      ...bill,
      idempotencyKey: randomUUID(),
      payOption: 'current',
      ...forged,
    });
    const made = await sandbox.history(refidOf(answer));
    expect(made.amount, name).toBe((10 + (n % 490)) * 100 + (n % 100));
  }
  // A forged bill is rejected.
  const altered = (bill['billToken'] ?? '').replace(/.{10}$/, 'aaaaaaaaaa');
  for (const billToken of ['', altered, 'e30.e30.e30.e30.e30']) {
    const { answer } = await visit.postJson('/api/bill/pay', { ...bill, billToken, payOption: 'other', amount: '10' });
    expect(answer).toMatchObject({ next: '/' });
  }
});

test('row 2: the payer cannot change currency, items and charges of a payment', async ({
  account,
  openVisit,
  sandbox,
}) => {
  const visit = await openVisit();
  const refid = await visit.startPayment(account('01'));
  const total = (await sandbox.history(refid)).amount;
  const choice = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' };
  // A total that differs from the order's is not charged: the form is outdated or forged.
  for (const shownAmount of ['1', String(total - 1), '0', '-1', '1e2', 'NaN', '']) {
    await visit.pay(refid, { ...choice, shownAmount });
    expect((await sandbox.history(refid)).attempts, shownAmount).toEqual([]);
  }
  const forged = {
    ...{ amount: '1', totalAmount: '1', itemTotalAmount: '1', currency: 'IDR', currencyCode: 'IDR', currencyExp: '0' },
    ...{ 'itemDescList[0][amount]': '1', itemDescList: '[]', additionalChargesList: '[]', partnerKey: 'PALE' },
  };
  await visit.pay(refid, { ...choice, ...forged });
  const { attempts, partnerKey } = await sandbox.history(refid);
  expect(attempts).toMatchObject([{ state: 'redirected', amount: total }]);
  expect(partnerKey).toBe('EBILL');
});

test('row 2: fields that are not in the contract are ignored or refused', async ({ account, request, sandbox }) => {
  const accountNumber = account('01');
  const post = async (path: string, data: unknown) => {
    const headers = { 'idempotency-key': randomUUID() };
    const response = await request.post(`${stack.backend}/apg/${path}`, { data, headers });
    return (await response.json()) as Record<string, unknown>;
  };
  const { currentBalance } = await post('bill', { accountNumber });
  const order = { accountNumber, payOption: 'current', amount: currentBalance };
  const forged = {
    currency: 'IDR',
    currencyCode: 'IDR',
    items: [],
    charges: [{ name: 'Rebate', amount: -100 }],
    total: 1,
  };
  const made = await post('transaction', { ...order, ...forged });
  expect((await sandbox.history(String(made['transactionRefId']))).amount).toBe(currentBalance);
  for (const amount of [1, 0, -1, 1.5, Number(currentBalance) - 1, '100', null]) {
    expect(await post('transaction', { ...order, amount }), String(amount)).not.toHaveProperty('transactionRefId');
  }
});

test('row 3: limits come from the account, not from the form', async ({ account, openVisit }) => {
  for (const { ending, customerType, amount } of [
    // More than the maximum of all customers except CE.
    { ending: '01', customerType: 'CE', amount: '3000.01' },
    { ending: '07', customerType: 'CE', amount: '200.01' },
    // More than the balance, which a CE customer may not pay.
    { ending: '05', customerType: 'REGULAR', amount: '600' },
    { ending: '05', customerType: 'TEST', amount: '600' },
  ]) {
    const visit = await openVisit();
    const bill = await visit.lookUp(account(ending));
    const forged = { customerType, payLimitCustomerType: customerType, maximumAmount: '99999999' };
    const { status } = await visit.postJson('/api/bill/pay', { ...bill, payOption: 'other', amount, ...forged });
    expect(status, `${ending} as ${customerType}`).toBe(422);
  }
});
