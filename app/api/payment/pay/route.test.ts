import { emptyPaymentPage } from '@/components/payment/page/payment-page.fixture';
import { POST } from './route';

jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));
jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined }),
}));
jest.mock('@/lib/server/payment/load-payment', () => ({
  loadPayment: async () => ({ ok: true, value: { ...emptyPaymentPage, methods: ['m2u'] } }),
}));
jest.mock('@/lib/server/backend/call-with-in-flight-retry', () => ({
  callWithInFlightRetry: () => {
    throw new Error('the backend is called');
  },
}));

test.each([undefined, '', '0', '-1', '1.5', '1e3', '013878', '٣', '9'.repeat(12), 'NaN', '13878\0'])(
  'row 1: a shown amount of %j is refused, with a message',
  async (shownAmount) => {
    const fields = { refid: emptyPaymentPage.refid, selectedPaymentMethod: 'm2u', userEmailAddress: 'a@b.my' };
    const response = await POST(
      new Request('http://localhost:3000/api/payment/pay', {
        method: 'POST',
        body: new URLSearchParams(shownAmount === undefined ? fields : { ...fields, shownAmount }),
        headers: { origin: 'http://localhost:3000', accept: 'application/json' },
      }),
    );
    expect([response.status, await response.json()]).toEqual([
      422,
      { fieldErrors: {}, formError: 'errors.formExpired' },
    ]);
  },
);
