import { autoDebitInfo } from '@/lib/contract/auto-debit';
import { partnerGet, themeGet } from '@/lib/contract/partners';
import { paymentResult } from '@/lib/contract/payment';
import { isRefid } from '@/lib/domain/payment/references';
import { failure, success } from '@/lib/domain/result';
import { loadAutoDebitOffer } from './loaders';

/** What each call of the contract responds with; undefined for a backend that does not respond. */
let responses: Record<string, unknown> = {};
let requests: [string, unknown][] = [];

jest.mock('next-intl/server', () => ({ getLocale: async () => 'ms' }));
jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined }),
}));
jest.mock('./backend-client', () => ({
  callBackend: async ({ name }: { name: string }, request: unknown) => {
    requests.push([name, request]);
    const response = responses[name];
    return response === undefined
      ? failure({ kind: 'fault', call: name, reason: 'timeout', message: 'timeout of 40000ms exceeded' })
      : success(response);
  },
}));

const refid = 'abcdefghijklmnopqrstuvwxyz';
const textsOf = (source: string) => ({
  autoDebitPopupTitle: `${source} title`,
  autoDebitPopupMessage: `${source} message`,
  autoDebitThankYouMessage: `${source} thanks`,
});
const info = autoDebitInfo.response.parse({
  refid,
  state: 'offered',
  autoDebitType: 'otp',
  ...textsOf('info'),
  maskedMobileNumber: null,
  rebate: { amount: 300, months: 6 },
  serverTime: '2026-11-21T12:00:00Z',
});
const theme = themeGet.response.parse({
  ...{ partnerKey: 'SHOP', partnerName: 'Shop', ThemeColor: '', LogoURL: '', frameAncestors: [] },
});
const partner = partnerGet.response.parse({
  ...{ partnerKey: 'SHOP', providerKeys: [], merchantTokenValidation: false, makeUesCall: false },
  ...textsOf('partner'),
});
const result = { autoDebitResponse: { ...textsOf('result'), autoDebitType: 'otp' } };
const allResponses = {
  [autoDebitInfo.name]: info,
  [themeGet.name]: theme,
  [partnerGet.name]: partner,
  [paymentResult.name]: result,
};

async function loadTitles(ofResult?: { title: string; message: string; thankYou: string } | null) {
  if (!isRefid(refid)) throw new Error('not a refid');
  const loaded = await loadAutoDebitOffer(refid, ofResult);
  return loaded.ok ? [loaded.value.title, loaded.value.message, loaded.value.thankYou] : loaded.error.call;
}
const expected = (source: string) => [`${source} title`, `${source} message`, `${source} thanks`];

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  responses = allResponses;
  requests = [];
});

test('the texts of the payment’s result are shown first', async () => {
  expect(await loadTitles()).toEqual(expected('result'));
});

test('a result that the page has loaded already is not loaded again', async () => {
  expect(await loadTitles({ title: 'own title', message: 'own message', thankYou: 'own thanks' })).toEqual(
    expected('own'),
  );
  expect(requests.map(([name]) => name)).not.toContain(paymentResult.name);
});

test.each([
  ['has no texts', { autoDebitResponse: null }],
  ['is not loaded', undefined],
])('where the result %s the partner’s texts are shown, in the language of the page', async (_name, given) => {
  responses = { ...allResponses, [paymentResult.name]: given };
  expect(await loadTitles()).toEqual(expected('partner'));
  expect(requests).toContainEqual([partnerGet.name, { partnerKey: 'SHOP', language: 'ms' }]);
});

test.each([
  ['partner.get', partnerGet.name],
  ['theme.get', themeGet.name],
])('where %s fails too the texts of the offer are shown', async (_name, failing) => {
  responses = { ...allResponses, [paymentResult.name]: undefined, [failing]: undefined };
  expect(await loadTitles()).toEqual(expected('info'));
});

test('without an offer there are no texts', async () => {
  responses = { ...allResponses, [autoDebitInfo.name]: undefined };
  expect(await loadTitles()).toBe(autoDebitInfo.name);
});
