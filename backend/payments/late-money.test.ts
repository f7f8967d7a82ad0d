import { calls } from '@/lib/contract/calls';
import {
  bringCallback,
  bringReturn,
  control,
  fpxRequest,
  redirectToBank,
  refusalOf,
  startTestBackend,
  statusOf,
  succeed,
  type TestBackend,
} from '../test-backend.fixture';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await control(backend, 'reset', {});
  backend.fpx.begun.length = 0;
  backend.fpx.enquired.length = 0;
  backend.fpx.isReachable = true;
});

const advance = (by: string) => control(backend, 'clock', { advance: by });
const reviewsOf = async (refid: string) => (await control(backend, `payments/${refid}`)).reviews;

async function expectNoCredit(): Promise<void> {
  const { credits, balanced } = await control(backend, 'ledger');
  expect({ credits: credits.length, balanced }).toEqual({ credits: 0, balanced: true });
}

const ends = {
  'given up by the payer': async (refid: string) => void (await succeed(backend, calls['payment.cancel'], { refid })),
  expired: async () => void (await advance('PT16M')),
};

describe.each(Object.entries(ends))('an attempt that was %s', (_name, end) => {
  test('a signed return of its money is kept for review, whether the bank confirms it or not', async () => {
    const { refid, number } = await redirectToBank(backend);
    await end(refid);
    backend.fpx.isReachable = false;
    for (const _again of [1, 2]) await bringReturn(backend, backend.fpx.sign(number, 'successful'));
    expect(await statusOf(backend, refid)).toBe('review');
    expect(await reviewsOf(refid)).toMatchObject([{ reason: 'attempt-ended', amount: 13_878 }]);
    await expectNoCredit();
  });

  test.each(['PT29M', 'PT119M', 'PT25H'])(
    'money that moves within %s is found though nobody brings word of it',
    async (later) => {
      const { refid, number } = await redirectToBank(backend);
      await end(refid);
      await advance(later);
      expect(await reviewsOf(refid)).toEqual([]);
      backend.fpx.say(number, 'successful');
      await advance('P1D');
      expect(await reviewsOf(refid)).toMatchObject([{ reason: 'attempt-ended', amount: 13_878 }]);
      await expectNoCredit();
    },
  );

  test('is not asked for for ever', async () => {
    const { refid } = await redirectToBank(backend);
    await end(refid);
    await advance('P2D');
    const asked = backend.fpx.enquired.length;
    await advance('P7D');
    expect(backend.fpx.enquired).toHaveLength(asked);
  });
});

test('what the bank itself has ended is not asked for again', async () => {
  const { number } = await redirectToBank(backend);
  await bringReturn(backend, backend.fpx.sign(number, 'failed'));
  const asked = backend.fpx.enquired.length;
  await advance('P2D');
  expect(backend.fpx.enquired).toHaveLength(asked);
});

test('while money is held for review nothing new is begun, and the page says so', async () => {
  const { refid, number } = await redirectToBank(backend);
  await bringReturn(backend, backend.fpx.sign(number, 'cancelled'));
  await bringCallback(backend, backend.fpx.sign(number, 'successful'));
  const page = await succeed(backend, calls['payment.page'], { refid });
  expect(page).toMatchObject({ orderState: 'open', heldForReview: true });
  expect(await refusalOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('payment-ended');
});
