/** @jest-environment node */
import { failure } from '@/lib/domain/result';
import { findLinkRefusal } from '@/lib/server/visit/link-refusal';
import { clientAddressHeader, linkRetryAfterHeader } from '@/lib/server/visit/visit-headers';
import DirectBillPage from './page';

let billReads = 0;
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
jest.mock('@/lib/server/backend/common-config', () => ({ loadCommonConfig: async () => failure('none') }));
jest.mock('@/lib/server/backend/loaders', () => ({
  loadBillLink: async () => {
    billReads += 1;
    return failure({ kind: 'fault', call: 'bill.link', reason: 'network', message: 'Network Error' });
  },
}));

test('abuse budget: the bill behind direct links is read 60 times in ten minutes for an address', async () => {
  const refid = 'a'.repeat(26);
  /** As the middleware does. */
  async function view() {
    const headers = new Headers({ [clientAddressHeader]: '203.0.113.9' });
    const query = new URLSearchParams({ refid });
    const refusal = await findLinkRefusal({ path: '/pay/direct/ebill', query, headers, requestId: 'r' });
    sent = new Headers(refusal?.status === 429 ? { [linkRetryAfterHeader]: String(refusal.retryAfter) } : {});
    return DirectBillPage({ searchParams: Promise.resolve({ refid }) });
  }
  for (let index = 0; index < 80; index += 1) await view();
  expect(billReads).toBe(60);
  expect((await view()).props).toMatchObject({ reason: 'tooManyRequests', minutes: 10 });
});
