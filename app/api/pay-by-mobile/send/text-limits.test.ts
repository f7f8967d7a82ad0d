import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { failure } from '@/lib/domain/result';
import type { callBackend } from '@/lib/server/backend/backend-client';
import { clientAddressHeader } from '@/lib/server/visit/visit-headers';
import { POST as sendPin } from '../../auto-debit/enable/route';
import { POST as sendTac } from './route';

let sent = 0;
let hasOpenedPayment = true;
let response: Awaited<ReturnType<typeof callBackend>>;
const unanswered = failure({ kind: 'fault', call: 'any', reason: 'network', message: 'Network Error' } as const);

jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));
jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined }),
}));
jest.mock('@/lib/server/session/visited-payments', () => ({
  hasVisited: async () => hasOpenedPayment,
}));
jest.mock('@/lib/server/backend/common-config', () => ({ loadCommonConfig: async () => failure('none') }));
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async ({ name }: { name: string }) => {
    if (name === 'dcb.sendTac' || name === 'autodebit.sendOtp') sent += 1;
    return response;
  },
}));

jest.setTimeout(60_000);

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  sent = 0;
  hasOpenedPayment = true;
  response = unanswered;
});

/** A request for a new payment, to a new number. */
function post(
  index: number,
  address: string,
  {
    idempotencyKey = '',
    proof = '',
    number = index,
  }: Partial<Record<'idempotencyKey' | 'proof', string>> & { readonly number?: number } = {},
): Request {
  const refid = String(index)
    .replace(/[0189]/g, 'a')
    .padStart(26, 'b');
  return new Request('http://localhost:3000/api/send', {
    method: 'POST',
    body: new URLSearchParams({
      refid,
      mobileNumber: `6012${String(number).padStart(7, '0')}`,
      idempotencyKey,
      captchaResponse: proof,
    }),
    headers: {
      ...{ origin: 'http://localhost:3000', accept: 'application/json', [clientAddressHeader]: address },
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
}

describe.each([
  ['a TAC', sendTac],
  ['a PIN', sendPin],
])('row 19: %s', (_what, handler) => {
  async function countSent(times: number, addressOf: (index: number) => string): Promise<number> {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, index) => handler(post(index, addressOf(index)))),
    );
    for (const { status, headers } of answers.filter((answer) => answer.status === 429)) {
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    }
    return sent;
  }

  test('goes 60 times from one address, whatever the payment and the number', async () => {
    expect(await countSent(150, () => '203.0.113.9')).toBe(60);
  });

  test('goes 100 times from one network', async () => {
    expect(await countSent(300, (index) => `203.0.113.${index % 250}`)).toBe(100);
  });

  test('goes 3,000 times in all', async () => {
    expect(await countSent(3_100, (index) => `10.${index >> 8}.${index & 255}.9`)).toBe(3_000);
  });

  test('row 45: beyond 100 from one network costs a proof of work, and no wait', async () => {
    await countSent(110, (index) => `203.0.113.${index % 250}`);
    const refused = await handler(post(200, '203.0.113.251'));
    const { proofOfWork } = (await refused.json()) as { proofOfWork: { challenge: Challenge } };
    const { challenge } = proofOfWork;
    const proof = JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
    await handler(post(200, '203.0.113.251', { proof }));
    expect(sent).toBe(101);
    await handler(post(201, '203.0.113.251', { proof }));
    expect(sent).toBe(101);
  });

  describe('is left to others by posts that send none', () => {
    const address = (index: number) => `203.0.113.${index % 250}`;

    afterEach(async () => {
      hasOpenedPayment = true;
      response = unanswered;
      sent = 0;
      expect(await countSent(90, address)).toBe(90);
    });

    test('of a visit that has not opened the payment', async () => {
      hasOpenedPayment = false;
      expect(await countSent(300, address)).toBe(0);
    });

    test('which the backend refuses', async () => {
      const refusal = { kind: 'problem', call: 'any', code: 'too-many-sends', status: 429 } as const;
      response = failure({ ...refusal, parameters: {}, retryAfter: null });
      for (let index = 0; index < 300; index += 1) await handler(post(index, address(index)));
      expect(sent).toBe(300);
    });

    test('which repeat a request', async () => {
      const idempotencyKey = '01234567-89ab-4cde-8f01-23456789abcd';
      for (let index = 0; index < 300; index += 1) await handler(post(7, address(index), { idempotencyKey }));
      expect(sent).toBe(300);
    });
  });
});

test('row 19: a TAC goes to one number six times a day from one network, which leaves four of its ten to its owner elsewhere', async () => {
  for (let index = 0; index < 12; index += 1) {
    const answer = await sendTac(post(index, `203.0.113.${index}`, { number: 7 }));
    const { formError } = (await answer.json()) as { formError?: string };
    expect(formError === 'errors.tooManySends').toBe(index >= 6);
  }
  expect(sent).toBe(6);
  await sendTac(post(20, '203.0.113.9', { number: 8 }));
  await sendTac(post(21, '198.51.100.9', { number: 7 }));
  expect(sent).toBe(8);
});
