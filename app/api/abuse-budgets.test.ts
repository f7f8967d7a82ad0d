import { failure, success } from '@/lib/domain/result';
import { clientAddressHeader, pathHeader } from '@/lib/server/visit/visit-headers';
import { POST as answerConsent } from './analytics/route';
import { POST as cancelAutoDebit } from './auto-debit/cancel/route';
import { POST as enableAutoDebit } from './auto-debit/enable/route';
import { POST as remindLater } from './auto-debit/remind/route';
import { GET as saveReminder } from './bill/reminder/route';
import { POST as payBill } from './bill/pay/route';
import { POST as chooseLanguage } from './language/route';
import { POST as cancelPayByMobile } from './pay-by-mobile/cancel/route';
import { POST as verifyTac } from './pay-by-mobile/verify/route';
import { POST as cancelPayment } from './payment/cancel/route';
import { POST as extendPayment } from './payment/extend/route';
import { POST as pay } from './payment/pay/route';
import { POST as removeCard } from './payment/remove-card/route';
import { POST as askForReminders } from './reminder/ask/route';
import { POST as confirmReminders } from './reminder/confirm/route';
import { POST as unsubscribe } from './reminder/unsubscribe/route';
import { GET as returnByGet, POST as returnByPost } from './payment/return/route';
import { GET as readStatus } from './payment/status/route';
import { POST as report } from './policy-report/route';

jest.setTimeout(60_000);

let called = 0;
const offline = failure({ kind: 'fault', call: 'any', reason: 'network', message: 'Network Error' });

jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));
jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined }),
}));
jest.mock('@/lib/server/session/visited-payments', () => ({ hasVisited: async () => true }));
jest.mock('@/lib/server/backend/common-config', () => ({
  loadCommonConfig: async () => success({ autoDebit: { type: 'otp' } }),
}));
jest.mock('@/lib/server/session/bill-token', () => ({
  unsealBill: async () => ({ accountNumber: '1234567801' }),
  unsealSharedBill: async () => null,
}));
jest.mock('@/lib/server/payment/load-payment', () => ({
  loadPayment: async () => success({ refid: 'a', state: 'open' }),
}));
jest.mock('@/lib/server/payment/next-step-url', () => ({
  loadNextStepUrl: async () => null,
  loadResultUrl: async () => null,
}));
jest.mock('@/lib/server/payment/pay-by-mobile', () => ({
  redirectToCurrentStep: async () => success({ next: '/' }),
  getPayByMobileUrl: () => '/',
}));
jest.mock('@/lib/server/payment/result-url', () => ({ getResultUrl: () => null }));
jest.mock('@/lib/server/payment/payment-request', () => ({ buildPaymentRequest: async () => ({}) }));
jest.mock('@/lib/server/forms/parse-form', () => ({ parseForm: () => success({ choice: { method: 'fpx' } }) }));
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async () => {
    called += 1;
    return offline;
  },
}));

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  called = 0;
  jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(() => jest.restoreAllMocks());

type Handler = (request: Request) => Promise<Response>;

const refid = 'a'.repeat(26);

function post(address: string, more: { readonly type?: string; readonly body?: string; readonly path?: string } = {}) {
  const {
    type = 'application/x-www-form-urlencoded',
    body = `refid=${refid}&token=a&shownAmount=100&extensionsLeft=1&uniqueCardId=${'c'.repeat(26)}`,
    path = '',
  } = more;
  const headers = { origin: 'http://localhost:3000', accept: 'application/json', 'content-type': type };
  return new Request('http://localhost:3000/api/any', {
    method: 'POST',
    body,
    headers: { ...headers, [clientAddressHeader]: address, [pathHeader]: path },
  });
}

const get = (address: string, path = '') =>
  new Request(`http://localhost:3000/api/any?refid=${refid}&due=2026-12-01`, {
    headers: { [clientAddressHeader]: address, [pathHeader]: path },
  });

/** Sends requests one after the other; returns how many were let through. The response to a refused one has the time to wait. */
async function countTaken(times: number, send: (index: number) => Promise<Response>): Promise<number> {
  let taken = 0;
  for (let index = 0; index < times; index += 1) {
    const { status, headers } = await send(index);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    else taken += 1;
  }
  return taken;
}

const one = () => '203.0.113.9';
/** Addresses of one /24, and addresses of as many. */
const ofNetwork = (index: number) => `203.0.113.${index % 250}`;
const anywhere = (index: number) => `${10 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.9`;

const unsubscribePost = (address: string) =>
  new Request('http://localhost:3000/api/reminder/unsubscribe?token=a', {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', [clientAddressHeader]: address },
  });

const resultPage = { path: '/bankResultFPX' };
const csp = { type: 'application/csp-report', body: '{}' };

test.each<[string, number, Handler, (address: string) => Request, (index: number) => string]>([
  ['60 bills taken to payment from an address', 60, payBill, post, one],
  ['300 bills taken to payment from a network', 300, payBill, post, ofNetwork],
  ['200 payments begun from an address', 200, pay, post, one],
  ['200 payments cancelled from an address', 200, cancelPayment, post, one],
  ['200 payments given more time from an address', 200, extendPayment, post, one],
  ['200 payments by mobile cancelled from an address', 200, cancelPayByMobile, post, one],
  ['200 saved cards removed from an address', 200, removeCard, post, one],
  ['1,000 payments begun from a network', 1_000, pay, post, ofNetwork],
  ['60 codes entered from an address', 60, verifyTac, post, one],
  ['60 codes asked for from an address', 60, enableAutoDebit, post, one],
  ['60 cancellations of auto debit from an address', 60, cancelAutoDebit, post, one],
  ['60 reminders by e-mail from an address', 60, remindLater, post, one],
  ['60 confirmations of reminders of bills from an address', 60, confirmReminders, post, one],
  ['30 requests for reminders of bills from a network', 30, askForReminders, post, ofNetwork],
  ['600 stops of reminders by mail programs from an address', 600, unsubscribe, unsubscribePost, one],
  ['600 returns by POST from an address', 600, returnByPost, (address) => post(address, resultPage), one],
  ['600 returns by GET from an address', 600, returnByGet, (address) => get(address, resultPage.path), one],
  ['1,000 choices of a language from an address', 1_000, chooseLanguage, post, one],
  ['1,000 answers about analytics from an address', 1_000, answerConsent, post, one],
  ['3,000 reads of a status from an address', 3_000, readStatus, get, one],
  ['3,000 calendar files from an address', 3_000, saveReminder, get, one],
  ['20 reports of browsers from an address', 20, report, (address) => post(address, csp), one],
  ['1,000 reports of browsers in all', 1_000, report, (address) => post(address, csp), anywhere],
])('abuse budget: %s in ten minutes', async (_what, budget, handle, request, addressOf) => {
  await expect(countTaken(budget + 20, (index) => handle(request(addressOf(index))))).resolves.toBe(budget);
  expect(called).toBeLessThanOrEqual(3 * budget);
});

test('row 45: payments begun by a neighbour do not use up cancellations', async () => {
  await countTaken(250, () => pay(post(one())));
  expect((await pay(post(one()))).status).toBe(429);
  expect((await cancelPayment(post(one()))).status).not.toBe(429);
});

test('abuse budget: a rate-limited return shows an explanation and sends Retry-After', async () => {
  await countTaken(600, () => returnByPost(post(one(), resultPage)));
  const refused = await returnByPost(post(one(), resultPage));
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await returnByPost(post('198.51.100.1', resultPage))).status).not.toBe(429);
});
