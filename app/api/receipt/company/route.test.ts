/** @jest-environment node */
import { testReceipt } from '@/lib/domain/receipt/receipt.fixture';
import { success } from '@/lib/domain/result';
import { POST } from './route';

let named: (string | null)[] = [];
let companyName: string | null = null;

jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));
jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined }),
}));
jest.mock('@/lib/server/receipt/load-receipt', () => ({
  loadReceipt: async () => success({ receipt: { ...testReceipt, companyName } }),
}));
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async (_call: unknown, request: { companyName: string | null }) => {
    named.push(request.companyName);
    return success({});
  },
}));

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  named = [];
  companyName = null;
});

const save = (name: string) =>
  POST(
    new Request('http://localhost:3000/api/receipt/company', {
      method: 'POST',
      body: new URLSearchParams({ token: 'v1.abc', companyName: name }),
      headers: {
        ...{ origin: 'http://localhost:3000', accept: 'application/json' },
        'content-type': 'application/x-www-form-urlencoded',
      },
    }),
  );

test('an empty name is asked for where the receipt names no company, and takes the name off where it does', async () => {
  const refused = await save(' ');
  expect(await refused.json()).toMatchObject({ fieldErrors: { companyName: 'validation.companyNameRequired' } });
  expect([refused.status, named]).toEqual([422, []]);
  companyName = 'Kedai Ah Meng Sdn. Bhd.';
  expect((await save(' ')).status).toBe(200);
  expect(named).toEqual([null]);
});

test('a name that the PDF cannot show is not saved', async () => {
  const refused = await save('成功贸易有限公司');
  expect(await refused.json()).toMatchObject({ fieldErrors: { companyName: 'validation.companyNameLatin' } });
  expect(named).toEqual([]);
});
