import { refidSchema } from '@/lib/contract/primitives';
import { success } from '@/lib/domain/result';
import { clientAddressHeader } from '@/lib/server/visit/visit-headers';
import { makeAccountLinkCookie, readAccountLinkSession } from '@/lib/server/session/account-link';
import { GET } from './route';

const cookies = new Map<string, { value: string }>();
const refid = refidSchema.parse('abcdefghijklmnopqrstuvwxyz');
const accountLink = {
  authorizeUrl: 'https://link.example/oauth/authorize',
  clientId: 'ebill',
  redirectUri: 'http://localhost:3000/ulm/autodebit/register',
};
let backendCalls = 0;

jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));
jest.mock('next/headers', () => ({ headers: async () => new Headers(), cookies: async () => cookies }));
jest.mock('@/lib/server/backend/common-config', () => ({
  loadCommonConfig: async () => success({ accountLink }),
}));
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async () => {
    backendCalls += 1;
    return { ok: false, error: { kind: 'fault', call: 'any', reason: 'network', message: 'Network Error' } };
  },
}));

beforeEach(async () => {
  globalThis.ebillProcess = undefined;
  backendCalls = 0;
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(await makeAccountLinkCookie(refid)) ?? [];
  cookies.clear();
  cookies.set(name, { value });
});

const open = async (query: string) =>
  GET(new Request(`${accountLink.redirectUri}?${query}`, { headers: { [clientAddressHeader]: '203.0.113.1' } }));

test.each(['code=c&state=guessed', 'error=access_denied&state=guessed', 'code=c', 'code=c&state=&state=', 'state='])(
  'row 11: an account-link session is not ended by a request of another site: %s',
  async (query) => {
    const response = await open(query);
    expect([response.status, response.headers.get('set-cookie'), backendCalls]).toEqual([303, null, 0]);
  },
);

test('an account-link session ends when its service refuses', async () => {
  const session = await readAccountLinkSession();
  const response = await open(`error=access_denied&state=${session?.state}`);
  expect(response.headers.get('set-cookie')).toMatch(/ebill-link=;.* Max-Age=0/);
});
