import { openRecorder, sendJson } from '@/backend/billers/gsma/gsma-harness.fixture';
import { checkBiller } from './check-biller';

let answer: { readonly status: number; readonly body: unknown };
let biller: Awaited<ReturnType<typeof openRecorder>>;
beforeAll(async () => {
  biller = await openRecorder((response) => sendJson(response, answer.status, answer.body));
});
afterAll(() => biller.close());

const check = (changed: Record<string, string> = {}) =>
  checkBiller({ BILLER: 'gsma', GSMA_API_URL: `${biller.origin}/v1.2/mm/`, GSMA_API_KEY: 'c4n4ry-key', ...changed });

test.each([
  [200, { serviceStatus: 'available' }, true, 'is available'],
  [200, { serviceStatus: 'degraded' }, true, 'is degraded'],
  [200, { serviceStatus: 'unavailable' }, false, 'unavailable'],
  [401, { errorCategory: 'authorisation' }, false, 'rejects our credentials'],
  [404, '<h1>Not found</h1>', false, 'returns 404'],
  [200, 'OK', false, 'returns 200 without a valid heartbeat'],
])('a biller that returns %i %j to its heartbeat is fine: %s', async (status, body, isOk, message) => {
  answer = { status, body };
  const findings = await check();
  expect(findings).toEqual([{ subject: 'biller', isOk, message: expect.stringContaining(message) as string }]);
  expect(JSON.stringify(findings)).not.toContain('c4n4ry');
  expect(biller.received.at(-1)).toMatchObject({ path: '/v1.2/mm/heartbeat', headers: { 'x-api-key': 'c4n4ry-key' } });
});

test('a biller that does not respond is not', async () => {
  expect(await check({ GSMA_API_URL: 'http://127.0.0.1:9' })).toMatchObject([{ isOk: false }]);
});

test('another biller, or the sandbox’s, is not checked', async () => {
  expect(await check({ BILLER: 'stored' })).toEqual([]);
  expect(await checkBiller({ BILLER: 'gsma' })).toEqual([]);
});
