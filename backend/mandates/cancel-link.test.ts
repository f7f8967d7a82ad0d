import { calls } from '@/lib/contract/calls';
import { setUpAutoDebitBackend, visa } from '../auto-debit/auto-debit.fixture';
import { createDataEncryption } from '../data-encryption';
import { encryptForPage, errorCodeOf, sandboxControl, succeed } from '../test-backend.fixture';
import { makeCancelToken } from './cancel-link';

const { backend, payByCard, confirm, keptCards } = setUpAutoDebitBackend();

interface Sent {
  readonly kind: string;
  readonly text: string;
}

/** Messages about auto debit, the newest first. */
async function listMessages(): Promise<readonly Sent[]> {
  const sent: readonly Sent[] = await sandboxControl(backend, 'messages?to=payer@example.com');
  return sent.filter(({ kind }) => kind === 'auto-debit');
}

/** The token of the link in the newest confirmation. */
async function readToken(): Promise<string> {
  const [{ text = '' } = {}] = await listMessages();
  const link = new URL(/http\S+/.exec(text)?.[0] ?? 'none');
  expect(link.origin + link.pathname).toBe('http://localhost:3000/ulm/autodebit/cancel');
  return link.searchParams.get('token') ?? '';
}

/** Registers the account; returns the token of the link in the confirmation. */
async function register(): Promise<string> {
  await confirm(await payByCard());
  return readToken();
}

const read = (token: string) => succeed(backend, calls['autodebit.mandate'], { token });
const cancel = (token: string) => succeed(backend, calls['autodebit.cancel'], { token });
const shown = { maskedAccountNumber: '••••••7801', card: { cardBrand: 'visa', lastFour: '4242' } };

test('the confirmation names the account by its end and the card by its last digits, and has the link', async () => {
  await register();
  const [{ text = '' } = {}, ...others] = await listMessages();
  expect(others).toEqual([]);
  expect(text.split('\n')).toEqual([
    'Auto debit is on for account ••••••7801',
    'We’ll charge future bills to Visa ending in 4242.',
    expect.stringMatching(/^To cancel auto debit: http:/),
  ]);
});

test('the link shows its registration, cancels it, and says afterwards that it is cancelled', async () => {
  const token = await register();
  expect(await read(token)).toEqual({ state: 'registered', ...shown });
  expect(await cancel(token)).toEqual({ state: 'cancelled', ...shown });
  expect(await keptCards()).toEqual([]);
  const [{ text = '' } = {}] = await listMessages();
  expect(text).toMatch(/^Auto debit is cancelled for account ••••••7801\nVisa ending in 4242 no longer pays/);
  expect(await read(token)).toEqual({ state: 'cancelled', ...shown });
  expect(await cancel(token)).toEqual({ state: 'cancelled', ...shown });
  expect(await listMessages()).toHaveLength(2);
});

test('row 52: reading a link, however often, changes nothing', async () => {
  const token = await register();
  await backend.jobs.runDue();
  const mandates = () => backend.store.db.selectFrom('mandates').selectAll().execute();
  const before = [await keptCards(), await mandates()];
  for (let time = 0; time < 5; time += 1) await read(token);
  expect([await keptCards(), await mandates()]).toEqual(before);
});

test('row 52: a link that we have not made cancels nothing', async () => {
  const token = await register();
  const { reference } = await backend.store.db.selectFrom('mandates').select('reference').executeTakeFirstOrThrow();
  const other = makeCancelToken({ encryption: createDataEncryption(Buffer.alloc(32, 8)) }, reference);
  const [mandate = '', signature = ''] = token.split('.');
  const forged = [
    // What the biller knows.
    reference,
    `${reference}.`,
    `${reference}.${'a'.repeat(43)}`,
    `${mandate}.${signature.slice(1)}`,
    `${mandate}.${signature}a`,
    `${mandate}.${signature}.${signature}`,
    `${'a'.repeat(26)}.${signature}`,
    token.toUpperCase(),
    other,
    // Signed by us, of nothing that is registered.
    makeCancelToken(backend.services, 'a'.repeat(26)),
  ];
  for (const attempt of forged) {
    expect(await errorCodeOf(backend, calls['autodebit.mandate'], { token: attempt })).toBe('unknown-mandate');
    expect(await errorCodeOf(backend, calls['autodebit.cancel'], { token: attempt })).toBe('unknown-mandate');
  }
  expect(await keptCards()).toHaveLength(1);
});

test('row 52: the link of a registration does not cancel a later one of the same account', async () => {
  const refid = await payByCard();
  await confirm(refid);
  const first = await readToken();
  await cancel(first);
  await backend.jobs.runDue();
  await confirm(refid);
  const cardDetails = await encryptForPage(backend, refid, visa);
  await succeed(backend, calls['autodebit.card'], { refid, cardDetails });
  const second = await readToken();
  expect(second).not.toBe(first);
  expect(await cancel(first)).toMatchObject({ state: 'cancelled' });
  expect(await keptCards()).toHaveLength(1);
  expect(await cancel(second)).toMatchObject({ state: 'cancelled' });
  expect(await keptCards()).toEqual([]);
});

test('a link stays good when the key is replaced', () => {
  const [old, young] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const mandate = 'a'.repeat(26);
  expect(makeCancelToken({ encryption: createDataEncryption(young, [old]) }, mandate)).toBe(
    makeCancelToken({ encryption: createDataEncryption(old) }, mandate),
  );
});
