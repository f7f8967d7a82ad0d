/** @jest-environment node */
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { failure, success, type Result } from '@/lib/domain/result';
import { unsealBill, unsealSharedBill } from '@/lib/server/session/bill-token';
import { makeSharedBillLink } from '@/lib/server/session/shared-bill';
import { findLinkRefusal } from '@/lib/server/visit/link-refusal';
import { clientAddressHeader, linkRetryAfterHeader } from '@/lib/server/visit/visit-headers';
import SharedBillPage from './page';

const accountNumber = '1234567801';
const wireBill = {
  ...{ accountNumber, accountName: 'A*** B***', accountStatus: 'active', customerType: 'REGULAR' },
  ...{ currentBalance: 13_878, overdueBalance: 0, outstanding: 13_878, dueDate: '2026-12-05', isNew: false },
  ...{ barcode: `${accountNumber}000013878`, maximumAmount: 200_000, recentPayments: [] },
  serverTime: '2026-11-26T04:00:00.000Z',
};
let lookedUp: string[] = [];
let answer: Result<unknown, unknown> = success(wireBill);
let sent = new Headers();

jest.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }));
jest.mock('next/headers', () => ({
  headers: async () => sent,
  cookies: async () => ({ get: () => undefined }),
}));
jest.mock('@/components/bill/bill-screen', () => ({ BillScreen: () => null }));
jest.mock('@/lib/server/visit/analytics', () => ({
  loadPageEvent: async () => null,
  loadErrorEvent: async () => null,
}));
jest.mock('@/lib/server/backend/common-config', () => ({ loadCommonConfig: async () => success({}) }));
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async (_: unknown, request: { accountNumber: string }) => {
    lookedUp.push(request.accountNumber);
    return answer;
  },
}));

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  lookedUp = [];
  answer = success(wireBill);
});

const tokenFor = async (number: string) =>
  new URL((await makeSharedBillLink(number)).url).searchParams.get('token') ?? '';

/** As the middleware does. */
async function view(token: string, address = '203.0.113.9') {
  const headers = new Headers({ [clientAddressHeader]: address });
  const query = new URLSearchParams({ token });
  const refusal = await findLinkRefusal({ path: '/pay/shared', query, headers, requestId: 'r' });
  sent = new Headers(refusal?.status === 429 ? { [linkRetryAfterHeader]: String(refusal.retryAfter) } : {});
  const page: ReactElement<{ children?: ReactNode }> = await SharedBillPage({
    searchParams: Promise.resolve({ token }),
  });
  const [shown] = Children.toArray(page.props.children).filter(isValidElement);
  return { status: refusal?.status ?? 200, props: (shown ?? page).props as Record<string, unknown> };
}

test('row 62: the bill of a link is shown as it is now, without the account number', async () => {
  const token = await tokenFor(accountNumber);
  const { status, props } = await view(token);
  expect([status, lookedUp]).toEqual([200, [accountNumber]]);
  expect(props).toMatchObject({ shareToken: token, bill: { accountNumber: '••••••7801', currentBalance: 13_878 } });
  expect(JSON.stringify(props)).not.toContain(accountNumber);
  // The form pays the bill, and is known as that of a visit that was not shown the account number.
  const billToken = String(props['billToken']);
  await expect(unsealSharedBill(billToken)).resolves.toMatchObject({ accountNumber });
  await expect(unsealBill(billToken)).resolves.toBeNull();
});

test('row 62: a link that is not ours reads nothing, and is answered 404', async () => {
  const token = await tokenFor(accountNumber);
  for (const forged of ['', accountNumber, `${token.slice(0, -6)}AAAAAA`]) {
    const { status, props } = await view(forged);
    expect([status, props]).toEqual([404, { reason: 'sharedBillLink' }]);
  }
  expect(lookedUp).toEqual([]);
});

test('an account that its biller no longer knows has no bill', async () => {
  answer = failure({ kind: 'problem', code: 'unknown-account', status: 404, call: 'bill.get', parameters: {} });
  const { props } = await view(await tokenFor(accountNumber));
  expect(props).toEqual({ reason: 'sharedBillLink' });
});

test('a shared bill is read ten times in ten minutes for a network, and shared bills 60 times for an address', async () => {
  const token = await tokenFor(accountNumber);
  for (let index = 0; index < 15; index += 1) await view(token, `203.0.113.${index}`);
  expect(lookedUp).toHaveLength(10);
  const { status, props } = await view(token);
  expect([status, props['reason'], props['minutes']]).toEqual([429, 'tooManyRequests', 10]);
  // The owner's family elsewhere is not kept out.
  expect((await view(token, '198.51.100.1')).status).toBe(200);

  lookedUp = [];
  for (let index = 0; index < 80; index += 1) await view(await tokenFor(String(2_000_000_000 + index)), '192.0.2.1');
  expect(lookedUp).toHaveLength(60);
}, 30_000);
