import { failure, success } from '@/lib/domain/result';
import { clientAddressHeader } from '@/lib/server/visit/visit-headers';
import { GET, POST } from './route';

const asked: unknown[] = [];
let response: unknown;

jest.mock('@/lib/server/backend/call-with-in-flight-retry', () => ({
  callWithInFlightRetry: async (_call: unknown, request: unknown) => {
    asked.push(request);
    return response;
  },
}));

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  asked.length = 0;
  response = success({ state: 'stopped', maskedAccountNumber: null, daysBefore: 3 });
});

const token = `${'a'.repeat(26)}.${'b'.repeat(43)}`;
const form = 'application/x-www-form-urlencoded';

/** A post as a mail provider's server sends it: no cookie, no origin (RFC 8058, section 3.2). */
function post(query: string, body = 'List-Unsubscribe=One-Click', type = form): Promise<Response> {
  const headers = { 'content-type': type, [clientAddressHeader]: '203.0.113.9' };
  return POST(new Request(`http://localhost:3000/api/reminder/unsubscribe${query}`, { method: 'POST', body, headers }));
}

test('row 65: a post of a mail program stops reminders without a visit, and is not redirected', async () => {
  const answer = await post(`?token=${token}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
  expect(asked).toEqual([{ token }]);
});

test('row 65: also as multipart/form-data', async () => {
  const boundary = 'x';
  const body = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
  expect((await post(`?token=${token}`, body, `multipart/form-data; boundary=${boundary}`)).status).toBe(200);
  expect(asked).toHaveLength(1);
});

test.each([
  ['without a token', '', 404, undefined],
  ['with two tokens', `?token=${token}&token=${token}`, 404, undefined],
  ['with another body', `?token=${token}`, 400, 'a=b'],
])('row 65: a post %s stops nothing', async (_name, query, status, body) => {
  expect((await post(query, body)).status).toBe(status);
  expect(asked).toEqual([]);
});

test('row 65: an unknown token is answered like a known one', async () => {
  response = failure({ kind: 'problem', code: 'unknown-reminder', status: 404, parameters: {} });
  expect((await post(`?token=${token}`)).status).toBe(200);
});

test('a fault of the backend is answered so that the program tries again', async () => {
  response = failure({ kind: 'fault', call: 'reminder.stop', reason: 'network', message: 'Network Error' });
  expect((await post(`?token=${token}`)).status).toBe(502);
});

test('row 65: opening the address leads to the page that asks, and stops nothing', async () => {
  const answer = await GET(new Request(`http://localhost:3000/api/reminder/unsubscribe?token=${token}`));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/pay/reminder/stop?token=${token}`]);
  expect(asked).toEqual([]);
});
