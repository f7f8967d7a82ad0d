import { routes } from '@/lib/routes';
import type { readEnvironment } from '../environment';
import { success } from '@/lib/domain/result';
import { resultRoutes } from '@/lib/domain/payment/outcomes';
import { loadTheme } from '../backend/theme';
import { loadVisitTheme, makeVisitPolicy } from './visit-policy';

const environment: Partial<ReturnType<typeof readEnvironment>> = {};
jest.mock('../environment', () => ({ readEnvironment: () => environment }));
jest.mock('../backend/theme', () => ({ loadTheme: jest.fn() }));

/** Where the page between us and a gateway may lead, for the site at an origin. */
function formTargetsAt(publicOrigin: string, banksOrigin: string | null): readonly string[] {
  const { protocol, hostname } = new URL(publicOrigin);
  const feedback = { scriptUrl: '', origins: [] };
  const isHttps = protocol === 'https:';
  Object.assign(environment, { publicOrigin, isHttps, isLocal: hostname === 'localhost', banksOrigin, feedback });
  return makeVisitPolicy({ path: routes.gatewayRedirect, nonce: 'n', theme: null, config: null }).formTargets;
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
    '/view/dcb',
    '/ulm/autodebit/register',
    '/otp/autodebit/register',
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
