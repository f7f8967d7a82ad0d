/** @jest-environment node */
import { failure } from '@/lib/domain/result';
import DirectBillPage from './page';

let billReads = 0;

jest.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }));
jest.mock('next/headers', () => ({
  headers: async () => new Headers({ 'x-ebill-client-address': '203.0.113.9' }),
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
    return failure({ kind: 'fault', call: 'bill.link', reason: 'network' });
  },
}));

test('abuse budget: the bill behind direct links is read 60 times in ten minutes for an address', async () => {
  const view = () => DirectBillPage({ searchParams: Promise.resolve({ refid: 'a'.repeat(26) }) });
  for (let index = 0; index < 80; index += 1) await view();
  expect(billReads).toBe(60);
  expect((await view()).props).toMatchObject({ reason: 'tooManyRequests', minutes: 10 });
});
