import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as oauth from 'oauth4webapi';
import { calls, callNames, type CallName } from '@/lib/contract/calls';
import { signCall } from '@/lib/contract/conformance/sign-as-partner';
import { testsRunOnPostgres } from '../db/test-store.fixture';
import {
  linkedAccount,
  linkRedirectUri,
  startAccountLinkingServer,
  type AccountLinkingServer,
} from '../auto-debit/account-linking-server.fixture';
import { makeCancelToken } from '../mandates/cancel-link';
import { makeReceiptToken } from '../receipts/link';
import { createSandbox } from '../../sandbox/entry';
import { sandboxKeyId, sandboxSecretOf } from '../../sandbox/services/partners';
import {
  sandboxControl,
  createPayment,
  encryptForPage,
  fpxRequest,
  freshAccount,
  payByFpx,
  redirectToBank,
  send,
  startTestBackend,
  statusOf,
  succeed,
  testPublicOrigin,
  testVisit,
  type Answer,
  type TestBackend,
} from '../test-backend.fixture';
import { createIdempotencyKeys } from './idempotency-keys';

jest.setTimeout(30_000);

// The embedded store has one connection, so more concurrency tests nothing more.
const duplicates = testsRunOnPostgres ? 50 : 12;

let backend: TestBackend;
let linkService: AccountLinkingServer;

beforeAll(async () => {
  linkService = await startAccountLinkingServer();
  backend = await startTestBackend({
    sandbox: createSandbox({ publicOrigin: testPublicOrigin, banksOrigin: linkService.origin }),
    reminderPolicy: { daysBefore: 3, idleDays: 180 },
  });
});
afterAll(async () => {
  await backend.close();
  await linkService.close();
});

interface Write {
  readonly request: object;
  /** Another valid request, which is refused under the same key. */
  readonly other: object;
}

let subjects = 0;

/** Returns an unused number, for mobile numbers, orders and the like. */
function freshNumber(): string {
  subjects += 1;
  return String(subjects).padStart(7, '0');
}

const visa = { number: '4242424242424242', expiry: '12/39', cvv: '123', name: 'PAYER' };
const shopOrder = () => ({
  partnerKey: 'DEMO-SHOP',
  orderNumber: randomUUID(),
  itemDescList: [{ name: 'Book', amount: 5_000 }],
  currencyCode: 'MYR',
});

/** Signs each request again, as a partner's server signs each retry. */
async function sendWrite(name: CallName, request: object, key: string): Promise<Answer> {
  const call = calls[name];
  if (!('signedByPartner' in call) || call.signedByPartner !== true) return send(backend, call, request, key);
  const { partnerKey } = request as { partnerKey: string };
  const signer = { partnerKey, keyId: sandboxKeyId, secret: sandboxSecretOf(partnerKey) };
  const headers = await signCall(signer, { method: 'POST', target: call.path, body: JSON.stringify(request) });
  return send(backend, call, request, key, headers);
}

async function awaitTac(): Promise<{ readonly refid: string; readonly mobileNumber: string }> {
  const refid = await createPayment(backend);
  const paymentRequest = {
    selectedPaymentMethod: 'dcb',
    selectedDCB: 'carrier-a',
    userEmailAddress: 'a@example.com',
  } as const;
  await succeed(backend, calls['payment.init'], { refid, shownAmount: 13_878, paymentRequest });
  return { refid, mobileNumber: `6012${freshNumber()}` };
}

async function codeSentTo(recipient: string): Promise<string> {
  const [newest] = await sandboxControl(backend, `messages?to=${recipient}`);
  return newest.code;
}

/** Makes a payment and requests the auto-debit PIN. */
async function awaitPin(): Promise<{ readonly refid: string; readonly otp: string }> {
  const accountNumber = freshAccount();
  const refid = await payByFpx(backend, accountNumber);
  await succeed(backend, calls['autodebit.sendOtp'], { refid });
  return { refid, otp: await codeSentTo(`6012${accountNumber.slice(0, 7)}`) };
}

/** Asks for reminders; returns the token of a link in the e-mail. */
async function askForReminder(page: 'confirm' | 'stop'): Promise<string> {
  const email = `reader-${freshNumber()}@example.com`;
  await succeed(backend, calls['reminder.ask'], { of: { accountNumber: freshAccount() }, email });
  await backend.jobs.runDue();
  const [{ text }] = await sandboxControl(backend, `messages?to=${email}`);
  return new RegExp(`/${page}[?]token=(\\S+)`).exec(text)?.[1] ?? '';
}

/** Pays from a company's account. Returns the refid. */
async function payFromCompany(): Promise<string> {
  const refid = await createPayment(backend);
  await succeed(backend, calls['payment.init'], {
    ...fpxRequest(refid),
    paymentRequest: {
      selectedPaymentMethod: 'fpxCorporate',
      fpxBankCorporateID: 'PBB0233',
      userEmailAddress: 'payer@example.com',
    },
  });
  backend.corporate.setStatus(backend.corporate.begun.at(-1)?.order.number ?? '', 'successful');
  await statusOf(backend, refid);
  return refid;
}

const differently = (code: string) => (code === '000000' ? '000001' : '000000');

/** Prepares a valid request of each write of the contract. */
const writes: Readonly<Partial<Record<CallName, () => Promise<Write>>>> = {
  async 'order.create'() {
    const request = shopOrder();
    return { request, other: { ...request, itemDescList: [{ name: 'Book', amount: 6_000 }] } };
  },
  async 'order.cancel'() {
    const [first, second] = [shopOrder(), shopOrder()];
    for (const order of [first, second]) await sendWrite('order.create', order, randomUUID());
    const named = ({ partnerKey, orderNumber }: typeof first) => ({ partnerKey, orderNumber });
    return { request: named(first), other: named(second) };
  },
  async 'link.create'() {
    const request = { partnerKey: 'BILLER', accountNumber: '1234567801', amount: 5_000 };
    return { request, other: { ...request, amount: 6_000 } };
  },
  async 'transaction.create'() {
    const request = { accountNumber: '1234567801', payOption: 'other', amount: 5_000 };
    return { request, other: { ...request, amount: 6_000 } };
  },
  async 'transaction.createSeveral'() {
    const of = (amount: number) => ({
      accounts: ['1234567801', '1234567901'].map((accountNumber) => ({ accountNumber, payOption: 'other', amount })),
    });
    return { request: of(5_000), other: of(6_000) };
  },
  async 'bill.link'() {
    const refidOf = async () => {
      const link = { partnerKey: 'BILLER', accountNumber: '1234567801', amount: 5_000 };
      const { body } = await sendWrite('link.create', link, randomUUID());
      const { url } = calls['link.create'].response.parse(body);
      return { refid: new URL(url).searchParams.get('refid') };
    };
    return { request: await refidOf(), other: await refidOf() };
  },
  async 'payment.init'() {
    const refid = await createPayment(backend);
    return { request: fpxRequest(refid), other: fpxRequest(refid, undefined, 'PBB0233') };
  },
  async 'payment.return'() {
    const { number } = await redirectToBank(backend);
    const fieldsOf = (status: 'successful' | 'failed') => ({
      route: '/bankResultFPX',
      fields: backend.fpx.sign(number, status),
    });
    backend.fpx.setStatus(number, 'successful');
    return { request: fieldsOf('successful'), other: fieldsOf('failed') };
  },
  async 'payment.cancel'() {
    return { request: { refid: await createPayment(backend) }, other: { refid: await createPayment(backend) } };
  },
  async 'payment.extend'() {
    const requestFor = async () => ({ refid: await createPayment(backend), extensionsLeft: 2 });
    return { request: await requestFor(), other: await requestFor() };
  },
  async 'continuation.create'() {
    return { request: { refid: await createPayment(backend) }, other: { refid: await createPayment(backend) } };
  },
  async 'continuation.use'() {
    const continueNew = async () => {
      const { token } = await succeed(backend, calls['continuation.create'], { refid: await createPayment(backend) });
      return { token };
    };
    return { request: await continueNew(), other: await continueNew() };
  },
  async 'card.delete'() {
    const { paymentId } = await sandboxControl(backend, 'orders', {
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 13_878 }],
      customer: { accountNumber: `${freshNumber().slice(-1)}234567809` },
    });
    const { refid, paymentPageDto } = await succeed(backend, calls['payment.page'], { paymentId });
    const [first, second] = paymentPageDto.favouriteCardList.map(({ uniqueCardId }) => ({ refid, uniqueCardId }));
    return { request: first!, other: second! };
  },
  async 'dcb.sendTac'() {
    const request = await awaitTac();
    return { request, other: { ...request, mobileNumber: `6012${freshNumber()}` } };
  },
  async 'dcb.verifyTac'() {
    const { refid, mobileNumber } = await awaitTac();
    await succeed(backend, calls['dcb.sendTac'], { refid, mobileNumber });
    const tac = await codeSentTo(mobileNumber);
    return { request: { refid, tac }, other: { refid, tac: differently(tac) } };
  },
  async 'dcb.cancel'() {
    return { request: { refid: (await awaitTac()).refid }, other: { refid: (await awaitTac()).refid } };
  },
  async 'autodebit.sendOtp'() {
    return { request: { refid: await payByFpx(backend) }, other: { refid: await payByFpx(backend) } };
  },
  async 'autodebit.verifyOtp'() {
    const { refid, otp } = await awaitPin();
    return { request: { refid, otp }, other: { refid, otp: differently(otp) } };
  },
  async 'autodebit.link'() {
    await sandboxControl(backend, 'config', { autoDebitType: 'ulm' });
    const codeVerifier = oauth.generateRandomCodeVerifier();
    const code = await linkService.codeFor(codeVerifier);
    const request = {
      refid: await payByFpx(backend, linkedAccount),
      ...{ code, codeVerifier, redirectUri: linkRedirectUri },
    };
    return { request, other: { ...request, code: `${code}x` } };
  },
  async 'autodebit.card'() {
    const { refid, otp } = await awaitPin();
    await succeed(backend, calls['autodebit.verifyOtp'], { refid, otp });
    const cardDetails = await encryptForPage(backend, refid, visa);
    return { request: { refid, cardDetails }, other: { refid: await payByFpx(backend), cardDetails } };
  },
  async 'autodebit.remind'() {
    return { request: { refid: await payByFpx(backend) }, other: { refid: await payByFpx(backend) } };
  },
  async 'payment.company'() {
    const companyName = 'Kedai Ah Meng Sdn. Bhd.';
    const name = async () => ({ refid: await payFromCompany(), visitId: testVisit, companyName });
    return { request: await name(), other: await name() };
  },
  async 'receipt.company'() {
    const companyName = 'Kedai Ah Meng Sdn. Bhd.';
    const name = async () => ({ token: makeReceiptToken(backend.services, await payFromCompany()), companyName });
    return { request: await name(), other: await name() };
  },
  async 'reminder.ask'() {
    const request = { of: { accountNumber: freshAccount() }, email: `reader-${freshNumber()}@example.com` };
    return { request, other: { ...request, of: { accountNumber: freshAccount() } } };
  },
  async 'reminder.confirm'() {
    return { request: { token: await askForReminder('confirm') }, other: { token: await askForReminder('confirm') } };
  },
  async 'reminder.stop'() {
    return { request: { token: await askForReminder('stop') }, other: { token: await askForReminder('stop') } };
  },
  async 'autodebit.cancel'() {
    const register = async () => {
      const { refid, otp } = await awaitPin();
      await succeed(backend, calls['autodebit.verifyOtp'], { refid, otp });
      await succeed(backend, calls['autodebit.card'], {
        refid,
        cardDetails: await encryptForPage(backend, refid, visa),
      });
      const { mandate } = await backend.store.db
        .selectFrom('auto_debits')
        .select('mandate')
        .where('account_number', '=', (row) =>
          row.selectFrom('orders').select('account_number').where('refid', '=', refid),
        )
        .executeTakeFirstOrThrow();
      return makeCancelToken(backend.services, mandate ?? '');
    };
    return { request: { token: await register() }, other: { token: await register() } };
  },
};

const writeNames = callNames.filter((name) => calls[name].kind === 'write');

/** Tables that record the calls themselves, and the state of the sandbox. */
const apart = new Set(['idempotency_keys', 'partner_nonces', 'sandbox_state', 'sandbox_faults']);

/** Counts the rows of each table, one-time codes sent and checked, and attempts begun and voided at gateways. */
async function measure(): Promise<ReadonlyMap<string, number>> {
  await backend.jobs.runDue();
  const { db } = backend.store;
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const counts = tables
    .filter(({ name }) => !apart.has(name))
    .map(({ name }) => sql`select ${name}::text as name, count(*)::int as n from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)} union all
    select 'codes sent', coalesce(sum(sends), 0)::int from one_time_codes union all
    select 'tries left', coalesce(sum(tries_left), 0)::int from one_time_codes`.execute(db);
  const gateways = [backend.fpx, backend.corporate, backend.cards, backend.counter];
  return new Map([
    ...rows.map(({ name, n }): [string, number] => [name, n]),
    ['begun', gateways.flatMap(({ begun }) => begun).length],
    ['voided', gateways.flatMap(({ voided }) => voided).length],
  ]);
}

async function effectOf<Value>(work: () => Promise<Value>) {
  const before = await measure();
  const value = await work();
  const effect = [...(await measure())].flatMap(([name, after]) => {
    const by = after - (before.get(name) ?? 0);
    return by === 0 ? [] : [[name, by]];
  });
  return { value, effect: Object.fromEntries(effect) };
}

async function prepare(name: CallName): Promise<Write> {
  await backend.jobs.runDue();
  await sandboxControl(backend, 'reset', {});
  backend.cards.beginning = 'successful';
  const write = writes[name];
  if (write === undefined) throw new Error(`the table has no request of ${name}`);
  return write();
}

test('every call that changes state is in the table', () => {
  expect(Object.keys(writes).sort()).toEqual([...writeNames].sort());
});

describe.each(writeNames)('%s', (name) => {
  test(`${duplicates} concurrent requests with one key take effect once, and get the same response for 24 hours`, async () => {
    const alone = await prepare(name);
    const once = await effectOf(() => sendWrite(name, alone.request, randomUUID()));
    expect(once.value).toMatchObject({ status: 200 });

    const { request, other } = await prepare(name);
    const key = randomUUID();
    const many = await effectOf(() =>
      Promise.all(Array.from({ length: duplicates }, () => sendWrite(name, request, key))),
    );
    const done = many.value.filter(({ status }) => status === 200);
    expect(many.value.every(({ status, code }) => status === 200 || code === 'request-in-flight')).toBe(true);
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(many.effect).toEqual(once.effect);

    const { db } = backend.store;
    await sql`update idempotency_keys set created_at = created_at - interval '24 hours 1 minute'`.execute(db);
    await createIdempotencyKeys(db).removeOld();
    const later = await effectOf(() => sendWrite(name, request, key));
    expect(later.value).toEqual(done[0]);
    const refused = await effectOf(() => sendWrite(name, other, key));
    expect(refused.value).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
    expect([later.effect, refused.effect]).toEqual([{}, {}]);
  });
});

test('row 9: another card for auto debit is another request, and the same card encrypted again is not', async () => {
  await prepare('autodebit.card');
  const { refid, otp } = await awaitPin();
  await succeed(backend, calls['autodebit.verifyOtp'], { refid, otp });
  const key = randomUUID();
  const submit = async (card: typeof visa) =>
    sendWrite('autodebit.card', { refid, cardDetails: await encryptForPage(backend, refid, card) }, key);
  const first = await submit(visa);
  expect(first.status).toBe(200);
  expect(await submit(visa)).toEqual(first);
  const refused = { status: 422, code: 'idempotency-key-reused' };
  expect(await submit({ ...visa, number: '5555555555554444' })).toMatchObject(refused);
  expect(await submit({ ...visa, expiry: '11/39' })).toMatchObject(refused);
});
