import { themeGet } from '@/lib/contract/partners';
import { failure, success } from '@/lib/domain/result';
import { callBackend } from './backend-client';
import { loadTheme } from './theme';

jest.mock('./backend-client', () => ({ callBackend: jest.fn() }));
const call = jest.mocked(callBackend);

const reference = { refid: 'abcdefghijklmnopqrstuvwxyz' };
const answer = (partnerName: string) =>
  success(
    themeGet.response.parse({
      partnerKey: 'SHOP',
      partnerName,
      ThemeColor: '#112233',
      LogoURL: '',
      frameAncestors: [],
    }),
  );
const problem = (status: number) =>
  failure({ kind: 'problem', call: 'theme.get', code: 'any', status, parameters: {}, retryAfter: null } as const);
const fault = failure({ kind: 'fault', call: 'theme.get', reason: 'network', message: 'Network Error' } as const);
const read = async () => {
  const theme = await loadTheme(reference);
  return theme.ok ? theme.value.partnerName : 'none';
};
const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);

beforeEach(() => {
  jest.useFakeTimers();
  call.mockReset();
  globalThis.ebillProcess = undefined;
});
afterEach(() => jest.useRealTimers());

test('a response is cached for half a minute, also one without a theme', async () => {
  call.mockResolvedValueOnce(problem(404)).mockResolvedValueOnce(answer('Shop'));
  expect([await read(), await read()]).toEqual(['none', 'none']);
  pass(30_000);
  expect([await read(), await read()]).toEqual(['Shop', 'Shop']);
  expect(call).toHaveBeenCalledTimes(2);
});

test.each([
  ['is not reached', fault],
  ['returns 500', problem(500)],
  ['is not ready', problem(503)],
])('while the backend %s the older theme is used, and requested again at once', async (_name, unwell) => {
  call.mockResolvedValueOnce(unwell).mockResolvedValueOnce(answer('Shop'));
  expect([await read(), await read()]).toEqual(['none', 'Shop']);
  pass(30_000);
  call.mockResolvedValueOnce(unwell).mockResolvedValueOnce(answer('Shop, renamed'));
  expect([await read(), await read()]).toEqual(['Shop', 'Shop, renamed']);
});
