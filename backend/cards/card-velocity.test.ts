import { CompactEncrypt, importJWK } from 'jose';
import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import { hourMs } from '../clock';
import { inTransaction } from '../db/database';
import { testsRunOnPostgres } from '../db/test-store.fixture';
import { isPublishedCard } from '../../sandbox/scenarios/cards';
import { sandboxControl, createPayment, fpxRequest, send, setUpTestBackend, succeed } from '../test-backend.fixture';
import { cardLimits, type CardAttempt } from './card-velocity';

jest.setTimeout(120_000);

const backend = setUpTestBackend();
beforeEach(() => {
  backend.cards.beginning = 'failed';
});

function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The n-th of unpublished Visa numbers, each of a different issuer. */
function visa(n: number, issuer = 48_000_000 + n): string {
  return withCheckDigit(`${issuer}${String(n).padStart(7, '0')}`);
}

interface CardPayment {
  readonly refid?: string;
  readonly number?: string;
  readonly address?: string;
  readonly proofOfWork?: boolean;
  readonly hardProofOfWork?: boolean;
}

/** As the payer's browser does. */
async function encrypt(number: string): Promise<string> {
  const { publicJwk } = backend.services.cardDataKey;
  const card = { number, expiry: '12/39', cvv: '123', name: 'PAYER' };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: publicJwk['kid'] })
    .encrypt(await importJWK({ ...publicJwk, kty: 'RSA' }, 'RSA-OAEP-256'));
}

/** With a new payment, a new address and a new card by default. */
let fresh = 0;
async function payByCard({ refid, number, address, proofOfWork = false, hardProofOfWork = false }: CardPayment) {
  fresh += 1;
  const payment = refid ?? (await createPayment(backend));
  const cardDetails = await encrypt(number ?? visa(fresh));
  const answer = await send(backend, calls['payment.init'], {
    refid: payment,
    shownAmount: 13_878,
    payerAddress: address ?? `10.${fresh >> 8}.${fresh & 255}.9`,
    proofOfWork,
    hardProofOfWork,
    paymentRequest: { selectedPaymentMethod: 'newCard', cardDetails, userEmailAddress: 'payer@example.com' },
  });
  return { ...answer, payment };
}

async function codesOf(
  times: number,
  makePayment: (index: number) => CardPayment,
): Promise<readonly (string | null)[]> {
  const codes: (string | null)[] = [];
  for (let index = 0; index < times; index += 1) codes.push((await payByCard(makePayment(index))).code);
  return codes;
}

const taken = (times: number) => Array<null>(times).fill(null);
const refused = (times: number, code: 'captcha-required' | 'rate-limited') => Array<string>(times).fill(code);

// In sequence, more attempts would only repeat the last result: on the embedded store, fewer are made to save time.
const manyCards = testsRunOnPostgres ? 200 : 50;
test(`row 17: of ${manyCards} successive cards for one payment from one address, five reach the acquirer`, async () => {
  const refid = await createPayment(backend);
  const codes = await codesOf(manyCards, () => ({ refid, address: '203.0.113.9', proofOfWork: true }));
  expect(codes).toEqual([...taken(5), ...refused(manyCards - 5, 'rate-limited')]);
  expect(backend.cards.begun).toHaveLength(5);
});

test('row 17: of 30 concurrent cards on 30 payments from one address, five reach the acquirer', async () => {
  const payments = await Promise.all(Array.from({ length: 30 }, () => createPayment(backend)));
  const answers = await Promise.all(
    payments.map((refid) => payByCard({ refid, address: '2001:db8:1:2::9', proofOfWork: true })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(backend.cards.begun).toHaveLength(5);
});

test('row 17: a card is blocked for an hour after five refusals on any payment', async () => {
  const number = visa(1);
  const codes = await codesOf(7, () => ({ number, proofOfWork: true }));
  expect(codes).toEqual([...taken(5), ...refused(2, 'rate-limited')]);
  await sandboxControl(backend, 'clock', { advance: 'PT59M' });
  const { body } = await payByCard({ number });
  expect(body).toMatchObject({ code: 'rate-limited', parameters: { of: 'card' } });
  await sandboxControl(backend, 'clock', { advance: 'PT1M1S' });
  expect((await payByCard({ number })).status).toBe(200);
});

/** Attempts that share only the attribute that the limit counts. */
const sharedAttributes: Readonly<Record<(typeof cardLimits)[number]['of'], (index: number) => Partial<CardAttempt>>> = {
  payment: () => ({ refid: 'one payment' }),
  card: () => ({ card: { number: visa(2) } }),
  address: () => ({ clientAddress: '203.0.113.9' }),
  network: (index) => ({ clientAddress: `203.0.113.${index}` }),
  issuer: (index) => ({ card: { number: visa(index, 49_999_999) } }),
  all: () => ({}),
};

/** The best proof of work with which a limit refuses, and what is enough. */
const proofs = {
  'proof-of-work': { insufficient: 'none', sufficient: 'ordinary' },
  'hard-proof-of-work': { insufficient: 'ordinary', sufficient: 'hard' },
  reject: { insufficient: 'hard', sufficient: null },
} as const;

function makeAttempt(
  index: number,
  same: Partial<CardAttempt>,
  proofOfWork: CardAttempt['proofOfWork'] = 'none',
): CardAttempt {
  const address = `10.${index >> 8}.${index & 255}.9`;
  return { card: { number: visa(index) }, refid: `payment ${index}`, clientAddress: address, proofOfWork, ...same };
}

// The largest is the same rule with another figure.
describe.each(cardLimits.filter(({ maximum }) => maximum <= 500))(
  'attempts of $of: at most $maximum in $withinMs ms, then $whenExceeded',
  ({ of, maximum, whenExceeded, withinMs }) => {
    test('refuses one more until the first leaves the window', async () => {
      const { cardVelocity, clock, db } = backend.services;
      // Spread out, so that no limit with a shorter period counts them all.
      const began = clock.now();
      const every = withinMs > hourMs ? Math.floor((withinMs - hourMs) / maximum) : 0;
      await inTransaction(db, async (trx) => {
        for (let index = 0; index < maximum; index += 1) {
          await cardVelocity.record(trx, makeAttempt(index, sharedAttributes[of](index)), `try ${index}`);
        }
        const numbers = sql`substr(number, 5)::int`;
        const at = sql<Date>`${began}::timestamptz + ${numbers} * ${every} * interval '1 millisecond'`;
        await trx.updateTable('card_tries').set({ at }).execute();
      });
      if (every > 0) await sandboxControl(backend, 'clock', { advance: `PT${Math.ceil((every * maximum) / 1000)}S` });
      const check = (proof: CardAttempt['proofOfWork']) =>
        inTransaction(db, (trx) => cardVelocity.check(trx, makeAttempt(maximum, sharedAttributes[of](maximum), proof)));
      const { insufficient, sufficient } = proofs[whenExceeded];
      const refusal = await check(insufficient);
      expect(refusal).toMatchObject({
        ok: false,
        error: {
          code: whenExceeded === 'reject' ? 'rate-limited' : 'captcha-required',
          parameters: { of: of === 'payment' || of === 'card' ? of : 'other' },
        },
      });
      if (sufficient !== null) expect(await check(sufficient)).toEqual({ ok: true, value: null });
      const until = new Date(began.getTime() + withinMs);
      await sandboxControl(backend, 'clock', {
        advance: `PT${Math.ceil((until.getTime() - clock.now().getTime()) / 1000) + 1}S`,
      });
      expect(await check(insufficient)).toEqual({ ok: true, value: null });
    });
  },
);

test('row 45: 500 tries of an issuer by others cost its customer a harder proof of work, and no wait', async () => {
  const { cardVelocity, db } = backend.services;
  const issuer = 49_999_999;
  await inTransaction(db, async (trx) => {
    for (let index = 0; index < 500; index += 1) {
      await cardVelocity.record(trx, makeAttempt(index, { card: { number: visa(index, issuer) } }), `try ${index}`);
    }
  });
  const customer = { refid: await createPayment(backend), number: visa(9_000, issuer) };
  for (const proofOfWork of [false, true]) {
    const { body } = await payByCard({ ...customer, proofOfWork });
    expect(body).toMatchObject({ code: 'captcha-required', parameters: { proofOfWork: 'hard' } });
  }
  expect((await payByCard({ ...customer, proofOfWork: true, hardProofOfWork: true })).status).toBe(200);
  // No other issuer's customers notice.
  expect((await payByCard({})).status).toBe(200);
});

test('no number of tries by others refuses a card', () => {
  const refusing = cardLimits.filter(({ whenExceeded }) => whenExceeded === 'reject').map(({ of }) => of);
  expect(new Set(refusing)).toEqual(new Set(['payment', 'card', 'address', 'network']));
});

test('a card that has paid does not count, and one in progress does', async () => {
  backend.cards.beginning = 'successful';
  expect(await codesOf(10, () => ({ address: '203.0.113.9' }))).toEqual(taken(10));
  backend.cards.beginning = 'redirect';
  const codes = await codesOf(6, () => ({ address: '203.0.113.9', proofOfWork: true }));
  expect(codes).toEqual([...taken(5), 'rate-limited']);
});

test('the refusal has its end, also in a header, and other methods stay available', async () => {
  const refid = await createPayment(backend);
  await codesOf(5, () => ({ refid, proofOfWork: true }));
  const cardDetails = await encrypt(visa(77));
  const { headers, statusCode } = await backend.app.inject({
    method: 'POST',
    url: calls['payment.init'].path,
    headers: { 'idempotency-key': 'a-key-of-this-test' },
    payload: {
      ...{ refid, shownAmount: 13_878 },
      paymentRequest: { selectedPaymentMethod: 'newCard', cardDetails, userEmailAddress: 'payer@example.com' },
    },
  });
  expect(statusCode).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
  await succeed(backend, calls['payment.init'], fpxRequest(refid));
});

test('a published test card counts for its own payment only, and never requires a proof of work', async () => {
  const number = '4000000000000002';
  expect(isPublishedCard(number)).toBe(true);
  expect(await codesOf(12, () => ({ number, address: '203.0.113.9' }))).toEqual(taken(12));
  const refid = await createPayment(backend);
  expect(await codesOf(6, () => ({ refid, number }))).toEqual([...taken(5), 'rate-limited']);
});

test('a sandbox reset deletes all card attempts', async () => {
  const number = visa(3);
  await codesOf(5, () => ({ number, proofOfWork: true }));
  await sandboxControl(backend, 'reset', {});
  expect((await payByCard({ number })).status).toBe(200);
});

test('stored card attempts reveal neither card nor address', async () => {
  await payByCard({ number: visa(4), address: '203.0.113.9' });
  const rows = JSON.stringify(await backend.store.db.selectFrom('card_tries').selectAll().execute());
  expect(JSON.parse(rows)).toHaveLength(6);
  expect(rows).not.toMatch(new RegExp(`${visa(4)}|${visa(4).slice(0, 8)}|203\\.0\\.113`));
});
