/** @jest-environment node */
import { failure, success } from '@/lib/domain/result';
import { readFlash } from '@/lib/server/forms/flash';
import { sealBill, sealSharedBill } from '@/lib/server/session/bill-token';
import { POST } from './route';

const browserCookies = new Map<string, { value: string }>();
jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: (name: string) => browserCookies.get(name) }),
}));
jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));
jest.mock('@/lib/server/backend/common-config', () => ({
  loadCommonConfig: async () =>
    success({ advanceLimit: 50_000, advanceLimitCustomerType: 'REGULAR', exactBalanceCustomerType: 'CE' }),
}));
let sent: object[] = [];
let refusal: string | null = null;
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async (_: unknown, request: object) => {
    sent.push(request);
    if (refusal !== null) return failure({ kind: 'problem', code: refusal, parameters: {} });
    return success({ transactionRefId: 'a'.repeat(26), serverTime: bill.serverTime });
  },
}));

const bill = {
  ...{
    accountNumber: '1234567801',
    accountName: 'A*** B***',
    accountStatus: 'active' as const,
    customerType: 'REGULAR',
  },
  ...{ currentBalance: 13_878, overdueBalance: 0, dueDate: null, isNew: false, barcode: '', maximumAmount: 300_000 },
  ...{ outstanding: 13_878, recentPayments: [], reminderDaysBefore: null, accountsPerPayment: 1 },
  serverTime: '2026-11-26T10:00:00.000Z',
};

beforeEach(() => {
  sent = [];
  browserCookies.clear();
  refusal = null;
  globalThis.ebillProcess = undefined;
});

async function post(fields: Readonly<Record<string, string>>) {
  return POST(
    new Request('http://localhost:3000/api/bill/pay', {
      method: 'POST',
      body: new URLSearchParams({ payOption: 'current', amount: '', idempotencyKey: '0'.repeat(36), ...fields }),
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    }),
  );
}

function keepCookies(response: Response) {
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    browserCookies.set(name, { value });
  }
}

test.each([
  ['that the visit has looked up', false, sealBill],
  ['that somebody else has shared', true, sealSharedBill],
])('row 62: the backend is told of a bill %s: shared is %s', async (_, isShared, seal) => {
  const response = await post({ billToken: await seal(bill) });
  expect(response.headers.get('location')).toContain('/epayment/entry?refid=');
  expect(sent).toMatchObject([{ accountNumber: bill.accountNumber, amount: 13_878, isShared }]);
});

describe('a bill that has expired', () => {
  const minute = 60_000;
  const refid = 'a'.repeat(26);

  /** Posts the form of a bill that was shown so many milliseconds ago, without scripts. Returns the page that it leads to. */
  async function payOldBill(age: number, fields: Readonly<Record<string, string>> = {}) {
    jest.useFakeTimers({ now: Date.now() - age, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const billToken = await sealBill(bill);
    jest.useRealTimers();
    const response = await post({ billToken, ...fields });
    keepCookies(response);
    return response.headers.get('location');
  }

  test('is looked up again at home, where its account number is filled in', async () => {
    expect(await payOldBill(16 * minute)).toBe('/');
    const flash = await readFlash('look-up');
    expect(flash).toMatchObject({ formError: 'errors.billExpired', values: { accountNumber: bill.accountNumber } });
    expect(sent).toEqual([]);
  });

  test('a day ago must be typed again', async () => {
    await payOldBill(25 * 60 * minute);
    expect((await readFlash('look-up'))?.values).toEqual({});
  });

  test('is shown again by its link, with what was typed', async () => {
    const fields = { linkRefid: refid, payOption: 'other', amount: '20.00' };
    expect(await payOldBill(16 * minute, fields)).toBe(`/pay/direct/ebill?refid=${refid}`);
    const flash = await readFlash('bill');
    expect(flash).toMatchObject({
      formError: 'errors.linkedBillExpired',
      values: { payOption: 'other', amount: '20.00' },
    });
  });
});

test.each([
  ['fills in its account number', sealBill, { accountNumber: bill.accountNumber }],
  ['that somebody else has shared tells no account number', sealSharedBill, {}],
])('row 62: a bill whose account is unknown by now %s', async (_, seal, values) => {
  refusal = 'unknown-account';
  const response = await post({ billToken: await seal(bill) });
  expect(response.headers.get('location')).toBe('/');
  keepCookies(response);
  expect((await readFlash('look-up'))?.values).toEqual(values);
});
