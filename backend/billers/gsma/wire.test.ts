import { sen } from '@/lib/domain/money';
import { MovableClock } from '../../clock';
import type { Store } from '../../db/database';
import { openTestStore } from '../../db/test-store.fixture';
import { amountSchema, formatAmount } from './amounts';
import { resolveLink } from './api';
import { createTestConnector, makePayment, openRecorder, sendJson, testApiKey } from './gsma-harness.fixture';
import { correlationIdOf } from './requests';

/* What the connector sends, and what it makes of responses, by the published definition of the GSMA Mobile Money API 1.2. */

type Answer = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> };

const clock = new MovableClock();
const serverCorrelationId = 'f2b6ec5b-3a5c-4b0e-9f3e-0d7f6a1d2c3b';
const unknown: Answer = { status: 404, body: { errorCategory: 'identification', errorCode: 'identifierError' } };
const bill = { billReference: 'REF 1/2', billStatus: 'unpaid', amountDue: '138.78', currency: 'MYR' };

let store: Store;
let recorder: Awaited<ReturnType<typeof openRecorder>>;
/** Responses by the beginning of `METHOD /path`; a function is asked with the request's body. */
let answers: Record<string, Answer | ((body: string) => Answer)> = {};

beforeAll(async () => {
  store = await openTestStore();
  recorder = await openRecorder((response, { body, method, path }) => {
    const found =
      Object.entries(answers).find(([beginning]) => `${method} ${path}`.startsWith(beginning))?.[1] ?? unknown;
    const answer = typeof found === 'function' ? found(body) : found;
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    if (typeof answer.body === 'string') response.writeHead(answer.status).end(answer.body);
    else sendJson(response, answer.status, answer.body);
  });
});
afterAll(async () => {
  await recorder.close();
  await store.close();
});
beforeEach(() => {
  recorder.received.length = 0;
  answers = {};
});

const connect = (settings = {}) => createTestConnector(`${recorder.origin}/v1.2/mm`, store.db, clock, settings);
const sent = () => recorder.received.map(({ method, path }) => `${method} ${path}`);
const payments = 'POST /v1.2/mm/accounts/accountno/1234567801/bills/payments';

test('control characters of a biller’s receipt number are not kept', async () => {
  const answer = { billPaymentStatus: 'paid', amountPaid: '138.78', currency: 'MYR' };
  answers[payments] = { status: 201, body: { ...answer, serviceProviderPaymentReference: 'R\0-1\u001b' } };
  expect(await connect().postings.postPayment(makePayment())).toEqual({ status: 'accepted', receiptNumber: 'R -1 ' });
});

test.each([
  ['one bill of RM1,000,000,000 or more', [{ ...bill, amountDue: '1000000000.00' }]],
  ['bills that add up to more', [bill, { ...bill, amountDue: '999999999.99' }]],
])('%s cannot be read, as the connector says', async (_name, bills) => {
  answers['GET /v1.2/mm/accounts/accountno/1234567801/bills'] = { status: 200, body: bills };
  await expect(connect().findBill('1234567801')).rejects.toThrow('the biller does not say what is owed');
  expect(await connect().postings.postPayment(makePayment({ billReference: 'REF 1/2' }))).toEqual({
    status: 'unreachable',
  });
});

describe('amounts', () => {
  test.each([
    ['0', 0],
    ['15', 1_500],
    ['15.2', 1_520],
    ['15.21', 1_521],
    ['15.00', 1_500],
    ['5.3000', 530],
    ['999999999', 99_999_999_900],
  ])('%s ringgit are %i sen', (text, expected) => {
    expect(amountSchema.parse(text)).toBe(expected);
  });

  test.each(['', '-1', '01', '1.', '.5', '1.234', '1,00', '1e3', '9999999999', '15.00000', ' 1', '１'])(
    '%p is none',
    (text) => {
      expect(amountSchema.safeParse(text).success).toBe(false);
    },
  );

  test.each([
    [13_878, '138.78'],
    [13_870, '138.7'],
    [13_800, '138'],
    [1, '0.01'],
  ])('%i sen are written %s, as the definition’s pattern has it', (amount, expected) => {
    expect(formatAmount(sen(amount))).toBe(expected);
    expect(expected).toMatch(/^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$/);
  });
});

test('a correlation id is a UUID that follows from the reference', () => {
  expect(correlationIdOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(correlationIdOf('a')).toBe(correlationIdOf('a'));
  expect(correlationIdOf('a')).not.toBe(correlationIdOf('b'));
});

test.each([
  ['/accounts/x', 'https://b.example/v1/mm/accounts/x'],
  ['/v1/mm/accounts/x', 'https://b.example/v1/mm/accounts/x'],
  ['https://b.example/v1/mm/accounts/x?limit=1', 'https://b.example/v1/mm/accounts/x?limit=1'],
  ['https://b.example/v2/mm/accounts/x', null],
  ['https://elsewhere.example/v1/mm/x', null],
  ['http://b.example/v1/mm/x', null],
  ['//elsewhere.example/v1/mm/x', null],
  ['https://b.example@elsewhere.example/v1/mm/x', null],
  ['https://user:key@b.example/v1/mm/x', null],
  ['/../admin', null],
  ['/%2e%2e/admin', null],
  ['javascript:alert(1)', null],
  ['http://[', null],
])('a link to %s is followed to %s', (link, expected) => {
  expect(resolveLink('https://b.example/v1/mm', link)).toBe(expected);
});

describe('what is sent', () => {
  test('is what the definition asks for', async () => {
    answers = {
      'GET /v1.2/mm/accounts/accountno/1234567801/bills': { status: 200, body: [bill] },
      POST: { status: 202, body: { serverCorrelationId, status: 'pending', notificationMethod: 'callback' } },
    };
    const callbackUrl = 'https://pay.example.com/callbacks/biller/gsma';
    const payment = makePayment({ billReference: 'REF 1/2' });
    expect(await connect({ callbackUrl }).postings.postPayment(payment)).toEqual({ status: 'pending' });
    expect(sent()).toEqual([
      'GET /v1.2/mm/accounts/accountno/1234567801/bills',
      'POST /v1.2/mm/accounts/accountno/1234567801/bills/REF%201%2F2/payments',
    ]);
    const id = correlationIdOf(payment.reference);
    const request = recorder.received[1];
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-api-key': testApiKey,
      'x-correlationid': id,
      'x-callback-url': `${callbackUrl}?correlationId=${id}`,
      'x-date': expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      amountPaid: '138.78',
      currency: 'MYR',
      paymentType: 'fullpayment',
      requestingOrganisationTransactionReference: payment.reference,
      requestDate: '2026-11-23T01:15:00.000Z',
      metadata: [
        { key: 'paymentMethod', value: 'fpx' },
        { key: 'paymentReference', value: 'FPX0001' },
      ],
    });
  });

  test('is recorded before it is sent', async () => {
    const payment = makePayment();
    let recorded: Promise<readonly unknown[]> | undefined;
    answers = {
      [payments]: () => {
        const requests = store.db.selectFrom('gsma_requests').selectAll();
        recorded = requests.where('reference', '=', payment.reference).execute();
        return { status: 500 };
      },
    };
    await connect().postings.postPayment(payment);
    expect(await recorded).toMatchObject([{ amount: 13_878, correlation_id: correlationIdOf(payment.reference) }]);
  });

  test('has no callback URL where the biller is polled', async () => {
    await connect().postings.postPayment(makePayment());
    expect(recorder.received[0]?.headers).not.toHaveProperty('x-callback-url');
  });

  test('gets a new access token once where the biller takes one no more', async () => {
    let tokens = 0;
    answers = {
      'POST /token': () => {
        tokens += 1;
        return { status: 200, body: { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 3600 } };
      },
      [payments]: { status: 401, body: { errorCategory: 'authorisation', errorCode: 'clientAuthorisationError' } },
    };
    const credentials = {
      kind: 'client-credentials',
      tokenUrl: `${recorder.origin}/token`,
      clientId: 'ebill',
      clientSecret: 's',
    };
    const { postings } = connect({ endpoint: { apiUrl: `${recorder.origin}/v1.2/mm`, credentials } });
    expect(await postings.postPayment(makePayment())).toEqual({ status: 'unreachable' });
    expect(sent()).toEqual(['POST /token', payments, 'POST /token', payments]);
    expect(recorder.received.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${Buffer.from('ebill:s').toString('base64')}`,
      'Bearer token-1',
      `Basic ${Buffer.from('ebill:s').toString('base64')}`,
      'Bearer token-2',
    ]);
  });
});

describe('a response to a payment', () => {
  const paid = {
    amountPaid: '138.78',
    currency: 'MYR',
    billPaymentStatus: 'Completed',
    serviceProviderPaymentReference: 'R1',
  };
  const error = (errorCategory: string, errorCode: string) => ({ errorCategory, errorCode });

  test.each([
    ['a payment', 201, paid, { status: 'accepted', receiptNumber: 'R1' }],
    ['an error of the request', 400, error('validation', 'formatError'), { status: 'refused', reason: 'formatError' }],
    [
      'an error in the prose’s case',
      400,
      error('BusinessRule', 'IncorrectState'),
      { status: 'refused', reason: 'incorrectState' },
    ],
    [
      'an unknown bill',
      404,
      error('identification', 'identifierError'),
      { status: 'refused', reason: 'identifierError' },
    ],
    [
      'a failed request',
      202,
      { serverCorrelationId, status: 'failed', notificationMethod: 'polling' },
      { status: 'refused', reason: 'failed' },
    ],
    [
      'an error with a long description',
      400,
      { ...error('businessRule', 'genericError'), errorDescription: `line\n${'x'.repeat(250)}` },
      { status: 'refused', reason: `genericError: line ${'x'.repeat(181)}` },
    ],
  ])('%s (%i) is understood', async (_name, status, body, expected) => {
    answers = { POST: { status, body } };
    expect(await connect().postings.postPayment(makePayment())).toEqual(expected);
  });

  test.each<[string, number, unknown]>([
    ['another amount', 201, { ...paid, amountPaid: '138.77' }],
    ['another currency', 201, { ...paid, currency: 'GBP' }],
    ['another reference', 201, { ...paid, requestingOrganisationTransactionReference: 'other' }],
    ['a status that is not configured', 201, { ...paid, billPaymentStatus: 'rejected' }],
    ['no status', 201, { ...paid, billPaymentStatus: undefined }],
    ['a number for an amount', 201, { ...paid, amountPaid: 138.78 }],
    ['a payment with another code', 200, paid],
    ['no body', 201, ''],
    ['a page', 404, '<h1>Not found</h1>'],
    ['a page', 400, '<h1>Bad request</h1>'],
    ['JSON that is no error', 400, { message: 'no' }],
    ['an unknown error code', 400, error('businessRule', 'exploded')],
    ['too many requests', 400, error('businessRule', 'rateLimitError')],
    ['wrong credentials', 401, error('authorisation', 'clientAuthorisationError')],
    ['no permission', 403, error('businessRule', 'genericError')],
    ['a duplicate of which nothing is known', 400, error('businessRule', 'duplicateRequest')],
    ['a server error', 500, error('internal', 'genericError')],
    ['a server out of service', 503, error('businessRule', 'genericError')],
    ['a redirect', 302, ''],
    ['a state without an id', 202, { status: 'completed', notificationMethod: 'polling' }],
    ['a state of another word', 202, { serverCorrelationId, status: 'done', notificationMethod: 'polling' }],
  ])('%s (%i) is neither accepted nor refused', async (_name, status, body) => {
    answers = { POST: { status, body } };
    expect(await connect().postings.postPayment(makePayment())).toEqual({ status: 'unreachable' });
  });

  test('that is too long to be one is neither', async () => {
    answers = { POST: { status: 201, body: JSON.stringify({ ...paid, more: 'x'.repeat(300_000) }) } };
    expect(await connect().postings.postPayment(makePayment())).toEqual({ status: 'unreachable' });
  });

  test('leaves a payment unsent while the biller does not say what its bill is', async () => {
    answers = { GET: { status: 500, body: '' } };
    const payment = makePayment({ billReference: 'REF' });
    const { postings } = connect();
    expect(await postings.postPayment(payment)).toEqual({ status: 'unreachable' });
    expect(sent()).toEqual(['GET /v1.2/mm/accounts/accountno/1234567801/bills']);
    expect(await postings.findPosting(payment.reference)).toEqual({ status: 'not-found' });
  });
});

describe('a question for a payment', () => {
  const pending = { serverCorrelationId, status: 'pending', notificationMethod: 'polling' };
  const completed = { ...pending, status: 'completed' };
  const link = '/accounts/accountno/1234567801/bills/payments';

  /** Posts a payment that is answered by `posted`, and asks for it; responses to the questions are given by path. */
  async function ask(posted: Answer, given: (reference: string) => Record<string, Answer>) {
    const payment = makePayment();
    answers = { POST: posted };
    const { postings } = connect();
    await postings.postPayment(payment);
    answers = Object.fromEntries(
      Object.entries(given(payment.reference)).map(([path, answer]) => [`GET /v1.2/mm${path}`, answer]),
    );
    return postings.findPosting(payment.reference);
  }
  const taken = { status: 202, body: pending };
  const lost = { status: 502, body: '' };
  const state = (body: unknown) => ({ [`/requeststates/${serverCorrelationId}`]: { status: 200, body } });
  const paymentOf = (reference: string, changed = {}) => ({
    ...{ amountPaid: '138.78', currency: 'MYR', billPaymentStatus: 'completed', serviceProviderPaymentReference: 'R7' },
    ...{ requestingOrganisationTransactionReference: reference, ...changed },
  });
  const accepted = (receiptNumber: string) => ({ status: 'accepted', receiptNumber });

  test('that is completed has the receipt number of what it has led to, whatever that is called', async () => {
    const found = await ask(taken, (reference) => ({
      ...state(completed),
      '/responses/': { status: 200, body: { link } },
      [link]: { status: 200, body: [paymentOf('another'), paymentOf(reference, { billPaymentStatus: 'unpaid' })] },
    }));
    expect(found).toEqual(accepted('R7'));
  });

  test('that is completed has the reference of its state where the biller tells no more', async () => {
    expect(await ask(taken, () => state({ ...completed, objectReference: 'O1' }))).toEqual(accepted('O1'));
    expect(await ask(taken, () => state(completed))).toEqual(accepted(serverCorrelationId));
  });

  test.each([
    ['is missing for the moment', { '/responses/': { status: 503, body: '' } }],
    ['leads elsewhere', { '/responses/': { status: 200, body: { link: 'https://elsewhere.example/x' } } }],
    [
      'is another payment',
      { '/responses/': { status: 200, body: { link } }, [link]: { status: 200, body: [paymentOf('x')] } },
    ],
  ])('that is completed is not accepted while what it has led to %s', async (_name, given) => {
    expect(await ask(taken, () => ({ ...state(completed), ...given }))).toEqual({ status: 'unreachable' });
  });

  test('that the biller has twice is not accepted: a person finds out', async () => {
    const found = await ask(taken, (reference) => ({
      ...state(completed),
      '/responses/': { status: 200, body: { link } },
      [link]: { status: 200, body: [paymentOf(reference), paymentOf(reference)] },
    }));
    expect(found).toEqual({ status: 'unreachable' });
  });

  test('that has failed has the error of its state', async () => {
    const error = { errorCategory: 'businessRule', errorCode: 'incorrectState', errordescription: 'closed' };
    const found = await ask(taken, () => state({ ...pending, status: 'failed', error }));
    expect(found).toEqual({ status: 'refused', reason: 'incorrectState: closed' });
  });

  test.each([
    ['another request’s state', { ...completed, serverCorrelationId: crypto.randomUUID() }],
    ['something else', { status: 'completed' }],
  ])('that is answered with %s is open', async (_name, body) => {
    expect(await ask(taken, () => state(body))).toEqual({ status: 'unreachable' });
  });

  test('whose state is forgotten is found by our correlation id, or not at all', async () => {
    const found = await ask(taken, (reference) => ({
      '/responses/': { status: 200, body: { link } },
      [link]: { status: 200, body: paymentOf(reference) },
    }));
    expect(found).toEqual(accepted('R7'));
    expect(await ask(taken, () => ({}))).toEqual({ status: 'not-found' });
  });

  test('whose answer was lost is not found if the biller says so, and open if it does not', async () => {
    expect(await ask(lost, () => ({}))).toEqual({ status: 'not-found' });
    expect(sent().at(-1)).toMatch(/^GET \/v1\.2\/mm\/responses\/[0-9a-f-]{36}$/);
    expect(await ask(lost, () => ({ '/responses/': { status: 404, body: '<h1>404</h1>' } }))).toEqual({
      status: 'unreachable',
    });
    expect(await ask(lost, () => ({ '/responses/': { status: 200, body: '' } }))).toEqual({ status: 'unreachable' });
  });

  test.each([
    ['amount', { amountPaid: '1.00' }],
    ['currency', { currency: 'GBP' }],
    ['status', { billPaymentStatus: 'received' }],
  ])('whose answer was lost is open if its payment has another %s', async (_name, changed) => {
    const found = await ask(lost, (reference) => ({
      '/responses/': { status: 200, body: { link } },
      [link]: { status: 200, body: paymentOf(reference, changed) },
    }));
    expect(found).toEqual({ status: 'unreachable' });
  });
});

describe('bills', () => {
  const bills = 'GET /v1.2/mm/accounts/accountno/1234567801/bills';
  const find = (...pages: readonly unknown[]) => {
    answers = {
      ...Object.fromEntries(pages.slice(1).map((body, index) => [`${bills}?offset=${index + 1}`, page(body)])),
      [bills]: page(pages[0]),
    };
    function page(body: unknown): Answer {
      return { status: 200, body, headers: { 'x-records-available-count': String(pages.length) } };
    }
    return connect().findBill('1234567801');
  };

  test('are read page by page', async () => {
    expect(await find([bill], [{ ...bill, amountDue: '1.5' }], [{ ...bill, billStatus: 'paid' }])).toMatchObject({
      currentBalance: 14_028,
      billReference: null,
    });
  });

  test('show the details that metadata has, and nothing where it has none', async () => {
    const metadata = [
      { key: 'holder', value: 'TAN MEI LING' },
      { key: 'customerType', value: 'CE' },
      { key: 'mobile', value: '012-345 6789' },
    ];
    expect(await find([{ ...bill, metadata }])).toMatchObject({
      ...{ holderName: 'TAN MEI LING', customerType: 'CE', mobileNumber: '60123456789', accountStatus: 'active' },
    });
    expect(await find([bill])).toMatchObject({ holderName: '', customerType: '', mobileNumber: null });
  });

  test('that are not understood say nothing', async () => {
    for (const body of [
      [{ ...bill, currency: 'GBP' }],
      [{ ...bill, currency: undefined }],
      [{ ...bill, amountDue: undefined }],
      [{ ...bill, amountDue: '1.234' }],
      [{ ...bill, billStatus: 'cancelled' }],
      [{ ...bill, dueDate: '31/12/2026' }],
      { bills: [] },
      '<h1>Bills</h1>',
    ]) {
      await expect(find(body)).rejects.toThrow('the biller does not say what is owed');
    }
  });

  test('are not missing because a page is', async () => {
    answers = { [bills]: { status: 404, body: '<h1>Not found</h1>' } };
    await expect(connect().findBill('1234567801')).rejects.toThrow('the biller does not say what is owed');
    answers = { [bills]: { status: 200, body: [], headers: { 'x-records-available-count': '3' } } };
    recorder.received.length = 0;
    await expect(connect().findBill('1234567801')).rejects.toThrow('the biller does not say what is owed');
    expect(sent().filter((one) => one.startsWith(bills))).toHaveLength(1);
  });

  test('that name another resource by their reference are paid without it', async () => {
    expect(await find([{ ...bill, billReference: '..' }])).toMatchObject({
      billReference: null,
      currentBalance: 13_878,
    });
  });
});
