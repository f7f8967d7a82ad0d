import { failure, success } from '@/lib/domain/result';
import { unsealBill } from '@/lib/server/session/bill-token';
import { clientAddressHeader } from '@/lib/server/visit/visit-headers';
import { POST as lookUpByForm } from '../lookup/route';
import { POST } from './route';

jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined }),
}));
jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));
const limitsOfAmounts = { advanceLimit: 0, advanceLimitCustomerType: 'LIMITED', exactBalanceCustomerType: 'EXACT' };
jest.mock('@/lib/server/backend/common-config', () => ({ loadCommonConfig: async () => success(limitsOfAmounts) }));

const bill = {
  ...{ accountNumber: '1234567801', accountName: 'A*** B*** A***', accountStatus: 'active', customerType: 'NORMAL' },
  ...{ currentBalance: 13_878, overdueBalance: 0, dueDate: '2026-12-05', isNew: false, barcode: '1234567801' },
  ...{ maximumAmount: 500_000, recentPayments: [], serverTime: '2026-11-26T10:00:00+08:00' },
};
const unknown = {
  kind: 'problem',
  call: 'bill.get',
  code: 'unknown-account',
  status: 404,
  parameters: {},
  retryAfter: null,
};
const offline = { kind: 'fault', call: 'bill.get', reason: 'network', message: 'Network Error' };
let answer: object = success(bill);
let asked = 0;
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async () => {
    asked += 1;
    return answer;
  },
}));

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  answer = success(bill);
  asked = 0;
});

interface LookUp {
  readonly account?: string;
  readonly address?: string;
  readonly origin?: string;
  readonly post?: typeof POST;
}

function lookUp({
  account = '1234567801',
  address = '203.0.113.9',
  origin = 'http://localhost:3000',
  post = POST,
}: LookUp = {}) {
  return post(
    new Request('http://localhost:3000/api/bill/remembered', {
      method: 'POST',
      body: new URLSearchParams({ accountNumber: account }),
      headers: {
        ...{ origin, [clientAddressHeader]: address, accept: 'application/json' },
        'content-type': 'application/x-www-form-urlencoded',
      },
    }),
  );
}

test('tells the balance, the due date and the token that pays the bill, and sets no cookie', async () => {
  const response = await lookUp();
  const { billToken, ...told } = (await response.json()) as Record<string, unknown>;
  expect(told).toEqual({ bill: { state: 'payable', balance: 13_878, dueDate: '2026-12-05', overdue: 0 }, next: '/' });
  expect(await unsealBill(String(billToken))).toMatchObject({ accountNumber: '1234567801', currentBalance: 13_878 });
  // The bill that another tab shows is in a cookie.
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
});

test.each([
  [422, failure(unknown)],
  [502, failure(offline)],
])('row 61: tells nothing of the account with status %d', async (status, refused) => {
  answer = refused;
  const response = await lookUp();
  expect(response.status).toBe(status);
  expect(await response.json()).not.toHaveProperty('bill');
});

test('row 61: another site cannot ask', async () => {
  jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
  expect((await lookUp({ origin: 'https://evil.example' })).status).toBe(403);
  expect(asked).toBe(0);
  jest.restoreAllMocks();
});

test('row 61: look-ups by the page itself leave half of each limit to the payer, and offer no proof of work', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1) statuses.push((await lookUp()).status);
  // Of ten look-ups of one account: limits of docs/security.md.
  expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(7).fill(429)]);
  expect(await (await lookUp()).json()).not.toHaveProperty('proofOfWork');
  const byPayer: number[] = [];
  for (let index = 0; index < 6; index += 1) byPayer.push((await lookUp({ post: lookUpByForm })).status);
  expect(byPayer).toEqual([...Array<number>(5).fill(200), 429]);
});

test('row 61: neighbours’ pages leave half of the look-ups of an address', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 15; index += 1) {
    statuses.push((await lookUp({ account: `${10_000_000 + index}01` })).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
});

test('row 61: what the payer looks up counts for the page, too', async () => {
  for (let index = 0; index < 5; index += 1) await lookUp({ post: lookUpByForm });
  expect((await lookUp()).status).toBe(429);
});
