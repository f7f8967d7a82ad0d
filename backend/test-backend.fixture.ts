import { randomUUID } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import type { Call, RequestInputOf } from '@/lib/contract/call';
import { calls } from '@/lib/contract/calls';
import type { Locale } from '@/lib/domain/locales';
import { z } from 'zod';
import { assembleBackend, type AssembledBackend, type Deployment } from './assemble';
import { openTestStore } from './db/test-store.fixture';
import type { Store } from './db/database';
import { FakeGateway } from './gateways/fake-gateway.fixture';
import { createGatewaysInUse } from './gateways-in-use';
import { silentLog } from './http/log';
import { createSandbox } from '../sandbox/entry';

/** Shared by all test files of a process; created by `db/jest-environment.cjs`. */
const cardDataKey = z.string().parse(Reflect.get(globalThis, 'cardDataKeyOfTests'));

export const testPublicOrigin = 'http://localhost:3000';
/** For how many days the tests' backends store personal data. */
export const testRetention = { contact: 180, messages: 30, billLinks: 400 } as const;
export const testOperatorKey = 'operator-key-of-the-tests-and-of-nothing-else';

export interface TestBackend extends AssembledBackend {
  readonly store: Store;
  readonly fpx: FakeGateway;
  readonly corporate: FakeGateway;
  readonly cards: FakeGateway;
  readonly wallets: FakeGateway;
  readonly counter: FakeGateway;
  close(): Promise<void>;
}

/** Starts a backend on a new store, with fake gateways unless others are given, which runs no jobs by itself. */
export async function startTestBackend(deployment: Partial<Deployment> = {}): Promise<TestBackend> {
  const store = deployment.store ?? (await openTestStore());
  const fpxAddresses = { callback: 'fpx', returnRoutes: ['/bankResultFPX'] } as const;
  const fpx = new FakeGateway('fpx', 'redirect', fpxAddresses);
  const corporate = new FakeGateway('fpxCorporate', 'redirect', fpxAddresses);
  const cards = new FakeGateway('acquirer', 'redirect', { returnRoutes: ['/bankResultMBB', '/bankResultAMB'] });
  const wallets = new FakeGateway('wallets', 'redirect', { returnRoutes: ['/bankResultEGHL'] });
  const counter = new FakeGateway('counter', 'barcode', { returnRoutes: ['/ewallet/view/bankResult'] });
  const banks = [
    { id: 'MB2U0227', name: 'Maybank2U', isOnline: true },
    { id: 'PBB0233', name: 'Public Bank', isOnline: true },
    { id: 'OFFL0001', name: 'Offline Bank', isOnline: false },
  ];
  for (const gateway of [fpx, corporate]) gateway.banks = { listBanks: async () => banks, clearCache: () => {} };
  const assembled = await assembleBackend({
    store,
    log: silentLog,
    sandbox: createSandbox({ publicOrigin: testPublicOrigin, banksOrigin: 'http://127.0.0.1:9' }),
    publicOrigin: testPublicOrigin,
    retention: testRetention,
    biller: deployment.sandbox === null ? 'stored' : 'sandbox',
    postingMinutes: 5,
    refundApprovalAbove: 50_000,
    cardKey: Buffer.alloc(32, 7),
    cardDataKey,
    messagesUrl: null,
    mail: null,
    accountLinkTokenUrl: null,
    operatorKey: testOperatorKey,
    createGateways: (_clock, carrier) =>
      createGatewaysInUse({
        fpx: [fpx],
        fpxCorporate: [corporate],
        newCard: [cards],
        savedCard: [cards],
        epp: [cards],
        wallet: [wallets],
        counter: [counter],
        ...(carrier !== null && { dcb: [carrier.gateway] }),
      }),
    ...deployment,
  });
  // Jobs run only when a test, or a control of the sandbox, asks for them.
  Object.assign(assembled.jobs, { wake: () => {} });
  return {
    ...assembled,
    store,
    fpx,
    corporate,
    cards,
    wallets,
    counter,
    async close() {
      await assembled.app.close();
      await assembled.jobs.stop();
      await store.close();
    },
  };
}

/** Sets up one backend for a test file; its store is emptied and its gateways are reset before each test. */
export function setUpTestBackend(deployment: Partial<Deployment> = {}): TestBackend {
  const backend = { close: async () => {} } as TestBackend;
  beforeAll(async () => {
    Object.assign(backend, await startTestBackend(deployment));
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    const { reset } = await sandboxControl(backend, 'reset', {});
    if (reset !== true) throw new Error('the store was not emptied');
    const { fpx, corporate, cards, wallets, counter } = backend;
    for (const gateway of [fpx, corporate, cards, wallets, counter]) gateway.reset();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  return backend;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly code: string | null;
}

const problemCode = z.object({ code: z.string() });

function queryOf(request: unknown): Record<string, string> {
  return z.record(z.string(), z.string()).parse(request);
}

/** Sends a call as the site would. */
export async function send(
  backend: Pick<TestBackend, 'app'>,
  call: Call,
  request: unknown,
  key: string | null = randomUUID(),
  headers: Record<string, string> = {},
): Promise<Answer> {
  const write = call.kind === 'write' && key !== null ? { 'idempotency-key': key } : {};
  const response = await (call.method === 'GET'
    ? backend.app.inject({ method: 'GET', url: call.path, query: queryOf(request), headers })
    : backend.app.inject({
        method: 'POST',
        url: call.path,
        headers: { 'content-type': 'application/json', ...write, ...headers },
        payload: JSON.stringify(request),
      }));
  const body: unknown = response.json();
  const code = response.statusCode === 200 ? null : problemCode.parse(body).code;
  return { status: response.statusCode, body, code };
}

/** Sends a valid request and returns the parsed response. */
export async function succeed<Request extends z.ZodType, Response extends z.ZodType>(
  backend: Pick<TestBackend, 'app'>,
  call: Call<string, Request, Response>,
  request: z.input<Request>,
): Promise<z.output<Response>> {
  const answer = await send(backend, call, request);
  if (answer.status !== 200) throw new Error(`${call.name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return call.response.parse(answer.body);
}

export async function errorCodeOf<C extends Call>(
  backend: Pick<TestBackend, 'app'>,
  call: C,
  request: RequestInputOf<C>,
): Promise<string | null> {
  return (await send(backend, call, request)).code;
}

/** Calls a sandbox control. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export async function sandboxControl(backend: Pick<TestBackend, 'app'>, path: string, body?: object): Promise<any> {
  const response = await backend.app.inject(
    body === undefined
      ? { method: 'GET', url: `/sandbox/${path}` }
      : { method: 'POST', url: `/sandbox/${path}`, payload: body },
  );
  return response.json();
}

let accounts = 0;

/** Returns an account that owes RM138.78 and that no other test has: a payment lowers what its account owes. */
export function freshAccount(ending = '01'): string {
  accounts += 1;
  // The first eight digits choose the balance: what they leave divided by 490 and by 100 (docs/sandbox.md).
  return `${12_345_678 + 4_900 * accounts}${ending}`;
}

/** Creates a payment of an account's current balance, RM138.78 of a fresh one. `isShared`: of a bill that somebody else has shared. */
export async function createPayment(
  backend: Pick<TestBackend, 'app'>,
  accountNumber = freshAccount(),
  isShared?: boolean,
): Promise<string> {
  const bill = await succeed(backend, calls['bill.get'], { accountNumber });
  const { transactionRefId } = await succeed(backend, calls['transaction.create'], {
    accountNumber,
    payOption: 'current',
    amount: bill.currentBalance,
    email: 'payer@example.com',
    payAgain: false,
    isShared,
  });
  return transactionRefId;
}

/** Encrypts card data as the payer's browser does, with the payment page's key. */
export async function encryptForPage(backend: Pick<TestBackend, 'app'>, refid: string, data: object): Promise<string> {
  const { cardEncryptionKey } = await succeed(backend, calls['payment.page'], { refid });
  const key = await importJWK({ ...cardEncryptionKey, kty: 'RSA' }, 'RSA-OAEP-256');
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(data)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: cardEncryptionKey['kid'] })
    .encrypt(key);
}

/** The visit that begins the attempts of a test, and opens their results. */
export const testVisit = 'visit-of-the-tests-0001';

export function fpxRequest(refid: string, shownAmount = 13_878, fpxBankID = 'MB2U0227') {
  return {
    refid,
    shownAmount,
    visitId: testVisit,
    payAgain: false,
    paymentRequest: {
      selectedPaymentMethod: 'fpx' as const,
      fpxBankID,
      userEmailAddress: 'payer@example.com',
    },
  };
}

/** Redirects a new payment to the bank; returns its reference and the attempt's number. */
export async function redirectToBank(
  backend: TestBackend,
  refid?: string,
  bank?: string,
  language?: Locale,
): Promise<{ readonly refid: string; readonly number: string }> {
  const payment = refid ?? (await createPayment(backend));
  await succeed(backend, calls['payment.init'], { ...fpxRequest(payment, undefined, bank), language });
  const number = backend.fpx.begun.at(-1)?.order.number;
  if (number === undefined) throw new Error('nothing was begun');
  return { refid: payment, number };
}

/** Makes a payment that its bank confirms; returns its reference. */
export async function payByFpx(
  backend: TestBackend,
  accountNumber = freshAccount(),
  isShared?: boolean,
): Promise<string> {
  const { refid, number } = await redirectToBank(backend, await createPayment(backend, accountNumber, isShared));
  backend.fpx.setStatus(number, 'successful');
  const status = await statusOf(backend, refid);
  if (status !== 'successful') throw new Error(`a payment that its bank confirms is ${status}`);
  return refid;
}

/** The status that a visit is shown; it causes an enquiry if it is the one that began the attempt. */
export async function statusOf(
  backend: Pick<TestBackend, 'app'>,
  refid: string,
  visitId: string = testVisit,
): Promise<string> {
  return (await succeed(backend, calls['payment.result'], { refid, visitId })).status;
}

export async function postReturn(backend: Pick<TestBackend, 'app'>, fields: Record<string, string>) {
  return send(backend, calls['payment.return'], { route: '/bankResultFPX', fields });
}

export async function postCallback(backend: Pick<TestBackend, 'app'>, fields: Record<string, string>, gateway = 'fpx') {
  return backend.app.inject({
    method: 'POST',
    url: `/callbacks/${gateway}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
}
