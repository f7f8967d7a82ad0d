import { exportJWK, generateKeyPair } from 'jose';
import { autoDebitInfo } from '@/lib/contract/auto-debit';
import { success } from '@/lib/domain/result';
import type { callBackend } from '@/lib/server/backend/backend-client';
import { clientAddressHeader } from '@/lib/server/visit/visit-headers';
import { POST } from './route';

const refid = 'abcdefghijklmnopqrstuvwxyz';
const card = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12/39', cardCvv: '123', cardName: 'AMINAH' };
let cardEntry: 'own' | 'gateway' = 'own';
let cardEncryptionKey: Record<string, string> = {};
/** The requests of `autodebit.card`. */
const sent: object[] = [];

jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));
jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined }),
}));
jest.mock('@/lib/server/session/visited-payments', () => ({ hasVisited: async () => true }));
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async (...[{ name }, request]: Parameters<typeof callBackend>) => {
    if (name === 'autodebit.info') return success(info());
    sent.push({ ...(request as object) });
    return success({ refid, state: cardEntry === 'gateway' ? 'card-check' : 'registered' });
  },
}));

const info = () =>
  autoDebitInfo.response.parse({
    ...{ refid, state: 'offered', autoDebitType: 'otp', step: 'card', cardEntry, cardEncryptionKey },
    ...{ autoDebitPopupTitle: '', autoDebitPopupMessage: '', autoDebitThankYouMessage: '', maskedMobileNumber: null },
    ...{ rebate: { amount: 300, months: 6 }, serverTime: '2026-11-26T02:00:00Z' },
  });

beforeAll(async () => {
  const { publicKey } = await generateKeyPair('RSA-OAEP-256');
  const { n = '', e = '' } = await exportJWK(publicKey);
  cardEncryptionKey = { n, e, kid: 'test' };
});
beforeEach(() => {
  globalThis.ebillProcess = undefined;
  sent.length = 0;
});

async function submit(fields: Readonly<Record<string, string>>) {
  const response = await POST(
    new Request('http://localhost:3000/api/auto-debit/card', {
      method: 'POST',
      body: new URLSearchParams({ refid, idempotencyKey: 'k'.repeat(22), ...fields }),
      headers: { [clientAddressHeader]: '203.0.113.7', origin: 'http://localhost:3000' },
    }),
  );
  const location = response.headers.get('location') ?? '';
  return { status: response.status, path: new URL(location, 'http://localhost:3000').pathname };
}

test('a card that is typed in here is encrypted before it leaves the route', async () => {
  cardEntry = 'own';
  expect(await submit(card)).toEqual({ status: 303, path: '/ulm/autodebit/register' });
  expect(sent).toEqual([{ refid, cardDetails: expect.stringMatching(/^ey[\w-]+(\.[\w-]+){4}$/) }]);
});

test('row 31: where cards are entered at the gateway, none of the card fields that are sent is read', async () => {
  cardEntry = 'gateway';
  expect(await submit(card)).toEqual({ status: 303, path: '/ulm/autodebit/register/redirect' });
  expect(sent).toEqual([{ refid }]);
});

test('where cards are entered here, a form without a card is sent nowhere', async () => {
  cardEntry = 'own';
  expect((await submit({})).status).toBe(303);
  expect(sent).toEqual([]);
});
