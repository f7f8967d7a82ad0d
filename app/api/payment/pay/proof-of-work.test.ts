import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { emptyPaymentPage } from '@/components/payment/page/payment-page.fixture';
import { failure } from '@/lib/domain/result';
import { POST } from './route';

jest.setTimeout(60_000);

interface Sent {
  readonly proofOfWork: boolean;
  readonly hardProofOfWork: boolean;
}
const sent: Sent[] = [];
let parameters: Readonly<Record<string, string>> = {};

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  sent.length = 0;
  parameters = {};
});

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
jest.mock('../../../../lib/server/payment/payment-request', () => ({ buildPaymentRequest: async () => ({}) }));
jest.mock('@/lib/server/backend/call-with-in-flight-retry', () => ({
  callWithInFlightRetry: async (_call: unknown, { proofOfWork, hardProofOfWork }: Sent) => {
    sent.push({ proofOfWork, hardProofOfWork });
    return failure({ kind: 'problem', call: '', code: 'captcha-required', status: 403, parameters, retryAfter: 60 });
  },
}));

async function pay(proof = ''): Promise<Challenge> {
  const fields = { selectedPaymentMethod: 'm2u', userEmailAddress: 'a@b.my', captchaResponse: proof };
  const { refid, total } = emptyPaymentPage;
  const response = await POST(
    new Request('http://localhost:3000/api/payment/pay', {
      method: 'POST',
      body: new URLSearchParams({ refid, shownAmount: String(total), ...fields }),
      headers: { origin: 'http://localhost:3000', accept: 'application/json' },
    }),
  );
  expect(response.status).toBe(429);
  const { proofOfWork } = (await response.json()) as { proofOfWork: { challenge: Challenge } };
  return proofOfWork.challenge;
}

test.each([
  ['an ordinary', {}, { proofOfWork: true, hardProofOfWork: false }],
  ['the harder', { proofOfWork: 'hard' }, { proofOfWork: true, hardProofOfWork: true }],
])('tells the backend of %s proof of work, which it has asked for', async (_which, asked, expected) => {
  parameters = asked;
  const challenge = await pay();
  const solution = await solveChallenge({ challenge, deriveKey });
  await pay(JSON.stringify({ challenge, solution }));
  expect(sent.splice(0)).toEqual([{ proofOfWork: false, hardProofOfWork: false }, expected]);
});

test('row 45: beyond 200 posts of neighbours one proof covers the limit of their address and that of cards', async () => {
  for (let index = 0; index < 200; index += 1) await pay();
  expect(sent.splice(0)).toHaveLength(200);
  const challenge = await pay();
  expect(sent).toEqual([]);
  const solution = await solveChallenge({ challenge, deriveKey });
  parameters = { proofOfWork: 'hard' };
  const harder = await pay(JSON.stringify({ challenge, solution }));
  await pay(JSON.stringify({ challenge: harder, solution: await solveChallenge({ challenge: harder, deriveKey }) }));
  expect(sent).toEqual([
    { proofOfWork: true, hardProofOfWork: false },
    { proofOfWork: true, hardProofOfWork: true },
  ]);
});
