import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { limits } from '../security/rate-limits';
import { failure, success } from '@/lib/domain/result';
import { framedHeader } from '@/lib/domain/visit/framed-header';
import { backendFailed, makeFormHandler, tooManyRequests, type FormDefinition } from './form-pipeline';
import { listFormsAt, clearFlashCookies } from './flash-cookies';
import { readFlashedRetryAfter, readFlash } from './flash';
import { rememberVisited } from '../session/visited-payments';
import { isRefid, type Refid } from '@/lib/domain/payment/references';

let cookie: string | undefined;
jest.mock('next/headers', () => ({ cookies: async () => ({ get: () => (cookie ? { value: cookie } : undefined) }) }));
jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string, parameters?: object) =>
    parameters ? `${key} ${JSON.stringify(parameters)}` : key,
}));

const sent = jest.fn();
const form: FormDefinition<string> = {
  name: 'look-up',
  page: () => '/',
  retainedFields: ['accountNumber', 'amount'],
  parse: async (fields) =>
    fields['accountNumber'] === 'good'
      ? success('good')
      : failure({ issues: [{ field: 'accountNumber', key: 'validation.accountNumberFormat' }] }),
  addressLimit: 'paymentsByAddress',
  send: async (value) => (sent(value), success({ next: '/pay/ebill' })),
};

function post(fields: Record<string, string> | string, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost:3000/api/bill/lookup', {
    method: 'POST',
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields),
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}
const asScript = { accept: 'application/json' };

beforeEach(() => {
  sent.mockReset();
  cookie = undefined;
  globalThis.ebillProcess = undefined;
  jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(() => jest.restoreAllMocks());

test('redirects after a valid form: 303, or JSON to a script', async () => {
  const answer = await makeFormHandler(form)(post({ accountNumber: 'good' }));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/pay/ebill']);
  const data = await makeFormHandler(form)(post({ accountNumber: 'good' }, asScript));
  await expect(data.json()).resolves.toEqual({ next: '/pay/ebill' });
  expect(data.headers.get('cache-control')).toBe('private, no-store');
});

test('returns field errors as JSON to a script', async () => {
  const answer = await makeFormHandler(form)(post({ accountNumber: 'bad' }, asScript));
  expect(answer.status).toBe(422);
  const fieldErrors = { accountNumber: 'validation.accountNumberFormat' };
  await expect(answer.json()).resolves.toEqual({ fieldErrors, formError: null });
});

test.each([
  ['its own page', {}, /; SameSite=Lax$/],
  ['a partner’s frame', { 'sec-fetch-dest': 'iframe' }, /; SameSite=None; Secure; Partitioned$/],
  ['a frame, by script', { [framedHeader]: '1' }, /; SameSite=None; Secure; Partitioned$/],
])('sets the flash cookie of a form in %s so that the browser keeps it there', async (_where, headers, reach) => {
  const answer = await makeFormHandler(form)(post({ accountNumber: 'bad' }, headers));
  expect(answer.headers.get('set-cookie')).toMatch(reach);
  const shown = {
    method: 'GET',
    nextUrl: { pathname: '/' },
    cookies: { has: () => true },
    headers: new Headers(headers),
  };
  if (!(framedHeader in headers)) expect(clearFlashCookies(shown)[0]).toMatch(reach);
});

test('redirects an invalid form to its page, with its errors and retained fields', async () => {
  const answer = await makeFormHandler(form)(post({ accountNumber: 'bad', other: 'not kept' }));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  const line = answer.headers.get('set-cookie') ?? '';
  expect(line).toMatch(/^ebill-flash-look-up=[\w.-]+; Path=\/; Max-Age=120; HttpOnly; SameSite=Lax$/);
  cookie = /=([^;]+);/.exec(line)?.[1];
  await expect(readFlash('look-up')).resolves.toEqual({
    values: { accountNumber: 'bad' },
    fieldErrors: { accountNumber: 'validation.accountNumberFormat' },
    formError: null,
  });
});

test('row 39: a card number in another field is not kept', async () => {
  const answer = await makeFormHandler(form)(post({ accountNumber: '4111 1111 1111 1111', amount: '5' }));
  cookie = /=([^;]+);/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
  await expect(readFlash('look-up')).resolves.toMatchObject({ values: { amount: '5' } });
  await expect(readFlash('look-up')).resolves.not.toHaveProperty('values.accountNumber');
});

describe('row 22: rejects a foreign request before parsing it', () => {
  test.each([
    ['without an Origin', post({ accountNumber: 'good' }, { origin: '' }), 403],
    ['from another origin', post({ accountNumber: 'good' }, { origin: 'https://evil.example' }), 403],
    ['from a sandboxed page', post({ accountNumber: 'good' }, { origin: 'null' }), 403],
    ['from another site', post({ accountNumber: 'good' }, { 'sec-fetch-site': 'cross-site' }), 403],
    ['from a neighbour', post({ accountNumber: 'good' }, { 'sec-fetch-site': 'same-site' }), 403],
    ['as text', post('accountNumber=good', { 'content-type': 'text/plain' }), 415],
    ['as JSON', post('{}', { 'content-type': 'application/json' }), 415],
    ['of 33 kB', post({ accountNumber: 'good', x: 'x'.repeat(33 * 1024) }), 413],
  ])('%s', async (_name, request, status) => {
    const answer = await makeFormHandler(form)(request);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(sent).not.toHaveBeenCalled();
  });

  test('a body that is larger than announced', async () => {
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(4096))),
    });
    const request = new Request('http://localhost:3000/', {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    } as RequestInit);
    expect((await makeFormHandler(form)(request)).status).toBe(413);
  });
});

describe('limits', () => {
  const limited: FormDefinition<string> = { ...form, rateLimits: () => [{ limit: 'lookupsByAccount', key: 'a' }] };

  test('row 49: counts posts from an address that do not parse', async () => {
    const parse = jest.fn(form.parse);
    const handle = makeFormHandler({ ...form, parse });
    const from = (address: string) => ({ ...asScript, 'x-ebill-client-address': address });
    const statuses: number[] = [];
    // 200 of their own limit, then 200 of the form's.
    for (let index = 0; index < 460; index += 1)
      statuses.push((await handle(post({ accountNumber: 'bad' }, from('192.0.2.1')))).status);
    expect(statuses).toEqual([...Array(400).fill(422), ...Array(60).fill(429)]);
    expect(parse).toHaveBeenCalledTimes(400);
    expect((await handle(post({ accountNumber: 'good' }, from('192.0.2.2')))).status).toBe(200);
  });

  describe.each(['lookupPostsByAddress', 'transactionsByAddress', 'codesByAddress'] as const)('%s', (addressLimit) => {
    const handle = makeFormHandler({ ...form, addressLimit });
    const submit = (accountNumber: string, proof = '') =>
      handle(post({ accountNumber, captchaResponse: proof }, { ...asScript, 'x-ebill-client-address': '192.0.2.1' }));
    const prove = async (response: Response) => {
      const { proofOfWork } = (await response.json()) as { proofOfWork: { challenge: Challenge } };
      const solution = await solveChallenge({ challenge: proofOfWork.challenge, deriveKey });
      return JSON.stringify({ challenge: proofOfWork.challenge, solution });
    };

    test('row 45: is not used up by a neighbour’s posts that are not valid', async () => {
      for (let index = 0; index < 200; index += 1) expect((await submit('bad')).status).toBe(422);
      expect((await submit('good')).status).toBe(200);
    });

    test('row 45: used up by a neighbour, it costs a proof of work for each post, and no wait', async () => {
      for (let index = 0; index < limits[addressLimit].points; index += 1) await submit('good');
      const refused = await submit('good');
      expect(refused.status).toBe(429);
      const proof = await prove(refused);
      expect((await submit('good', proof)).status).toBe(200);
      expect((await submit('good', proof)).status).toBe(429);
    });
  });

  test('are counted once a form is parsed, and the refusal has a message, the retained fields and the time to wait', async () => {
    const handle = makeFormHandler(limited);
    for (let index = 0; index < 15; index += 1) await handle(post({ accountNumber: 'bad' }));
    for (let index = 0; index < 10; index += 1)
      expect((await handle(post({ accountNumber: 'good' }))).status).toBe(303);
    const refused = await handle(post({ accountNumber: 'good' }));
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/']);
    expect(sent).toHaveBeenCalledTimes(10);
    cookie = /=([^;]+);/.exec(refused.headers.get('set-cookie') ?? '')?.[1];
    await expect(readFlash('look-up')).resolves.toMatchObject({
      values: { accountNumber: 'good' },
      formError: 'errors.tooManyWithoutScripts {"minutes":10}',
    });
    const visit = (pathname: string, method = 'GET') => ({
      method,
      nextUrl: { pathname },
      cookies: { get: () => ({ value: cookie ?? '' }) },
    });
    expect(await readFlashedRetryAfter(visit('/'))).toBeGreaterThan(590);
    expect(await readFlashedRetryAfter(visit('/pay/ebill'))).toBeNull();
    expect(await readFlashedRetryAfter(visit('/', 'HEAD'))).toBeNull();
    const data = await handle(post({ accountNumber: 'good' }, asScript));
    expect(data.status).toBe(429);
    await expect(data.json()).resolves.toMatchObject({
      formError: 'errors.tooManyWithoutScripts {"minutes":10}',
      proofOfWork: { message: 'errors.proofOfWorkInProgress' },
    });
  });

  test('of the backend are shown in minutes', () => {
    expect(tooManyRequests(61)).toMatchObject({
      status: 429,
      retryAfter: 61,
      issues: [{ parameters: { minutes: 2 } }],
    });
  });
});

test('returns a form error when the backend fails', async () => {
  const answer = await makeFormHandler({ ...form, send: async () => failure(backendFailed()) })(
    post({ accountNumber: 'good' }, asScript),
  );
  expect(answer.status).toBe(502);
  await expect(answer.json()).resolves.toEqual({ fieldErrors: {}, formError: 'errors.technical' });
});

test('redirects to the start page with the reason when the form has expired', async () => {
  const startAgain = { form: 'look-up', page: '/' } as const;
  const gone: FormDefinition<string> = {
    ...form,
    name: 'bill',
    parse: async () => failure({ issues: [{ field: null, key: 'errors.billExpired' }], startAgain }),
  };
  const answer = await makeFormHandler(gone)(post({}));
  expect(answer.headers.get('set-cookie')).toMatch(/^ebill-flash-look-up=/);
  const data = await makeFormHandler(gone)(post({}, asScript));
  await expect(data.json()).resolves.toEqual({ next: '/' });
});

test.each([
  ['/', ['look-up']],
  ['/pay/ebill', ['bill']],
  ['/pay/direct/ebill', ['bill']],
  ['/payment', []],
  ['/epayment/entry', ['payment']],
  ['/api/bill/pay', []],
])('lists the forms whose errors are shown at %s', (path, forms) => {
  expect(listFormsAt(path)).toEqual(forms);
});

describe('row 12: a form of a payment', () => {
  const [own, other] = ['a', 'b'].map((letter) => letter.repeat(26)).filter(isRefid) as [Refid, Refid];
  const submitPaymentForm = makeFormHandler({
    ...form,
    name: 'payment',
    page: () => '/epayment/entry',
    requireVisited: () => own,
  });

  async function open(path: string, refid: string, headers: Record<string, string> = {}): Promise<string | null> {
    const nextUrl = new URL(`http://localhost:3000${path}?refid=${refid}`);
    const get = () => (cookie ? { value: cookie } : undefined);
    const line = await rememberVisited({ method: 'GET', headers: new Headers(headers), nextUrl, cookies: { get } });
    cookie = /=([^;]+);/.exec(line ?? '')?.[1] ?? cookie;
    return line;
  }

  test.each([
    ['nothing', async () => {}],
    ['its result', async () => open('/bankResultFPX', own)],
    ['an unknown reference', async () => open('/epayment/entry', 'x')],
  ])('redirects a visit that has opened %s to the page first', async (_what, before) => {
    await before();
    const answer = await submitPaymentForm(post({ accountNumber: 'good' }));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/epayment/entry']);
    expect(sent).not.toHaveBeenCalled();
    cookie = /=([^;]+);/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
    await expect(readFlash('payment')).resolves.toMatchObject({ values: {}, formError: 'errors.paymentNotVisited' });
  });

  test.each([
    '/epayment/entry',
    '/epayment/entry/qr',
    '/view/dcb',
    '/otp/autodebit/register',
    '/ulm/autodebit/register',
  ])('is accepted from a visit that has opened %s, also after opening others', async (path) => {
    expect(await open(path, own)).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(await open(path, own)).toBeNull();
    await open(path, other);
    const answer = await submitPaymentForm(post({ accountNumber: 'good' }));
    expect(answer.headers.get('location')).toBe('/pay/ebill');
  });

  test('uses a partitioned cookie in a frame', async () => {
    expect(await open('/epayment/entry', own, { 'sec-fetch-dest': 'iframe' })).toMatch(/; Partitioned$/);
  });
});
