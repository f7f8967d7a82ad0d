/** @jest-environment node */
import { success } from '@/lib/domain/result';
import { sealBill, sealSharedBill } from '@/lib/server/session/bill-token';
import { POST } from './route';

jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined }),
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
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async (_: unknown, request: object) => {
    sent.push(request);
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
  globalThis.ebillProcess = undefined;
});

test.each([
  ['that the visit has looked up', false, sealBill],
  ['that somebody else has shared', true, sealSharedBill],
])('row 62: the backend is told of a bill %s: shared is %s', async (_, isShared, seal) => {
  const fields = { payOption: 'current', amount: '', idempotencyKey: '0'.repeat(36), billToken: await seal(bill) };
  const response = await POST(
    new Request('http://localhost:3000/api/bill/pay', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    }),
  );
  expect(response.headers.get('location')).toContain('/epayment/entry?refid=');
  expect(sent).toMatchObject([{ accountNumber: bill.accountNumber, amount: 13_878, isShared }]);
});
