import { routes } from '@/lib/routes';
import type { readEnvironment } from '../environment';
import { success } from '@/lib/domain/result';
import { resultRoutes } from '@/lib/domain/payment/outcomes';
import { loadTheme } from '../backend/theme';
import { callBackend } from '../backend/backend-client';
import { loadDirectPostUrl, loadVisitTheme, makeVisitPolicy } from './visit-policy';

const environment: Partial<ReturnType<typeof readEnvironment>> = {};
jest.mock('../environment', () => ({ readEnvironment: () => environment }));
jest.mock('../backend/backend-client', () => ({ callBackend: jest.fn() }));
jest.mock('../backend/theme', () => ({ loadTheme: jest.fn() }));

/** Where the page between us and a gateway may lead, for the site at an origin. */
function formTargetsAt(publicOrigin: string, banksOrigin: string | null): readonly string[] {
  const { protocol, hostname } = new URL(publicOrigin);
  const feedback = { scriptUrl: '', origins: [] };
  const isHttps = protocol === 'https:';
  Object.assign(environment, { publicOrigin, isHttps, isLocal: hostname === 'localhost', banksOrigin, feedback });
  return makeVisitPolicy({ path: routes.gatewayRedirect, nonce: 'n', theme: null, config: null, directPostUrl: null })
    .formTargets;
}

test('leads to gateways over https only, and to plain http only on the machine of a site that only it reaches', () => {
  expect(formTargetsAt('https://pay.example.com', null)).toEqual(['https:']);
  expect(formTargetsAt('http://localhost:3000', null)).toEqual(['https:', 'http://127.0.0.1:*', 'http://localhost:*']);
  const simulators = 'http://127.0.0.1:4001';
  expect(formTargetsAt('http://localhost:3000', simulators)).toEqual(['https:', simulators]);
});

describe("a partner's theme", () => {
  const shop = { partnerKey: 'SHOP', partnerName: 'Shop', colour: '#0b6e4f', logoUrl: '', frameAncestors: [] };
  const refid = 'abcdefghijklmnopqrstuvwxyz';
  beforeEach(() => jest.mocked(loadTheme).mockReset().mockResolvedValue(success(shop)));

  test.each([
    '/epayment/entry',
    '/epayment/entry/redirect',
    '/epayment/entry/card',
    '/view/dcb',
    '/ulm/autodebit/register',
    '/otp/autodebit/register',
    '/pay/company',
    ...resultRoutes,
  ])('is that of the payment on %s', async (path) => {
    expect(await loadVisitTheme(path, new URLSearchParams({ refid }))).toBe(shop);
    expect(loadTheme).toHaveBeenCalledWith({ refid });
  });

  test.each(['/', '/pay/ebill', '/apg/help', '/no-such-page'])('is not asked for on %s', async (path) => {
    expect(await loadVisitTheme(path, new URLSearchParams({ refid }))).toBeNull();
    expect(loadTheme).not.toHaveBeenCalled();
  });
});

test('row 58: a receipt shows the logo of the partner that has issued it, and is framed by nobody', () => {
  const theme = {
    ...{ partnerKey: 'SHOP', partnerName: 'Shop', colour: '#0b6e4f', logoUrl: 'https://shop.example/logo.svg' },
    frameAncestors: ['https://shop.example'],
  };
  const policyOf = (path: string) => makeVisitPolicy({ path, nonce: 'n', theme, config: null, directPostUrl: null });
  const imageOrigins = ['https://shop.example'];
  expect(policyOf(routes.receipt)).toMatchObject({ imageOrigins, frameAncestors: [], formTargets: [] });
  expect(policyOf(routes.payment)).toMatchObject({ imageOrigins, frameAncestors: ['https://shop.example'] });
});

describe('row 31: the page for a direct post', () => {
  const query = new URLSearchParams({ refid: 'abcdefghijklmnopqrstuvwxyz' });
  const url = 'https://gate.chip-in.asia/p/1/?a=b';
  const fieldNames = { number: 'card_number', expiry: 'expires', cvv: 'cvc', name: 'cardholder_name' };
  const answerWith = (onward: object | null) =>
    jest
      .mocked(callBackend)
      .mockReset()
      .mockResolvedValue(success({ attempt: onward && { onward } }));
  const policyOf = (path: string, directPostUrl: string | null) =>
    makeVisitPolicy({ path, nonce: 'n', theme: null, config: null, directPostUrl });
  beforeEach(() => {
    Object.assign(environment, { publicOrigin: 'https://pay.example.com', isHttps: true, isLocal: false });
    Object.assign(environment, { banksOrigin: null, feedback: { scriptUrl: '', origins: [] }, cardEntry: 'direct' });
    answerWith({ kind: 'direct-post', url, fieldNames });
  });

  test('posts to the origin of its attempt’s gateway and nowhere else, and tells it our origin only', async () => {
    const directPostUrl = await loadDirectPostUrl(routes.cardEntry, query);
    const policy = policyOf(routes.cardEntry, directPostUrl);
    expect(policy.formTargets).toEqual(['https://gate.chip-in.asia']);
    expect(policy.postsToOtherSite).toBe(true);
  });

  test.each(['http://gate.example/p/1/', 'javascript:alert(1)', 'https://gate.example;script-src *'])(
    'posts nowhere for the address %s',
    (address) => expect(policyOf(routes.cardEntry, address).formTargets).toEqual([]),
  );

  test.each([null, { kind: 'redirect', url, method: 'GET', fields: {} }])(
    'has no other target while the next action is %j',
    async (onward) => {
      answerWith(onward);
      expect(await loadDirectPostUrl(routes.cardEntry, query)).toBeNull();
    },
  );

  test('is the only page of a payment with that target', async () => {
    for (const path of [routes.payment, routes.counter, routes.home]) {
      expect(await loadDirectPostUrl(path, query)).toBeNull();
    }
    expect(callBackend).not.toHaveBeenCalled();
  });

  test('posts nowhere where CARD_ENTRY allows the gateway’s page only', async () => {
    Object.assign(environment, { cardEntry: 'gateway' });
    expect(await loadDirectPostUrl(routes.cardEntry, query)).toBeNull();
  });
});
