/** @jest-environment node */
import type { ReactElement } from 'react';
import { GET as readPdf } from '@/app/api/receipt/pdf/route';
import { Disclosure } from '@/components/ui/disclosure';
import { testReceipt } from '@/lib/domain/receipt/receipt.fixture';
import { failure, success } from '@/lib/domain/result';
import type { loadReceipt } from '@/lib/server/receipt/load-receipt';
import { openReceipt } from '@/lib/server/visit/link-refusal';
import { clientAddressHeader, linkRetryAfterHeader } from '@/lib/server/visit/visit-headers';
import ReceiptPage from './page';

let reads = 0;
let sent = new Headers();
let loaded: Awaited<ReturnType<typeof loadReceipt>>;
const offline = { kind: 'fault', call: 'receipt.get', reason: 'network', message: 'Network Error' } as const;

jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));
jest.mock('next/headers', () => ({
  headers: async () => sent,
  cookies: async () => ({ get: () => undefined }),
}));
jest.mock('@/components/receipt/receipt-screen', () => ({ ReceiptScreen: () => null }));
jest.mock('@/components/receipt/company-form', () => ({ CompanyForm: () => null }));
jest.mock('@/lib/server/backend/backend-client', () => ({ callBackend: async () => failure(offline) }));
jest.mock('@/lib/server/receipt/load-receipt', () => ({
  loadReceipt: async () => {
    reads += 1;
    return loaded;
  },
  writeReceiptPage: async () => ({}),
  writePdfDocument: async () => null,
}));

beforeEach(() => {
  loaded = failure(offline);
});

const token = 'v1.abc';
const address = { [clientAddressHeader]: '203.0.113.9' };

/** As the middleware does. */
async function view() {
  const link = { path: '/receipt', query: new URLSearchParams({ token }), headers: new Headers(address) };
  const { refusal } = await openReceipt({ ...link, requestId: 'r' });
  sent = new Headers(refusal?.status === 429 ? { [linkRetryAfterHeader]: String(refusal.retryAfter) } : {});
  return ReceiptPage({ searchParams: Promise.resolve({ token }) });
}

const download = () => readPdf(new Request(`http://site/api/receipt/pdf?token=${token}`, { headers: address }));

test('abuse budget: receipts are read 200 times in ten minutes for an address, by their page or as PDFs', async () => {
  for (let index = 0; index < 120; index += 1) {
    await view();
    await download();
  }
  expect(reads).toBe(200);
  expect((await view()).props).toMatchObject({ reason: 'tooMany', minutes: 10 });
  const refused = await download();
  expect([refused.status, refused.headers.get('location')]).toEqual([303, '/receipt?token=v1.abc']);
});

test('a text that is no token opens nothing, and is not asked for', async () => {
  reads = 0;
  sent = new Headers();
  for (const text of [undefined, '', '<b>', 'a'.repeat(201)]) {
    const { props } = await ReceiptPage({ searchParams: Promise.resolve({ token: text }) });
    expect(props).toMatchObject({ reason: 'invalid' });
  }
  expect(reads).toBe(0);
});

test.each([
  ['the payer’s own link to a company’s payment', 'fpxCorporate', null, true, 'open'],
  ['a shared link to it', 'fpxCorporate', null, false, 'none'],
  ['the payer’s own link to any other payment', 'newCard', null, true, 'closed'],
  ['the payer’s own link to one with a company’s name', 'fpxCorporate', 'Kedai Ah Meng', true, 'closed'],
  ['a shared link to that', 'newCard', 'Kedai Ah Meng', false, 'none'],
] as const)('%s: the form for the company', async (_link, method, companyName, isPayersLink, expected) => {
  sent = new Headers();
  const receipt = { ...testReceipt, method, companyName };
  loaded = success({ receipt, partnerKey: null, linkValidUntil: '2027-11-21T16:49:00Z', isPayersLink });
  const { props } = await ReceiptPage({ searchParams: Promise.resolve({ token }) });
  const { companyForm } = props as { readonly companyForm: ReactElement | null };
  const shown = companyForm === null ? 'none' : companyForm.type === Disclosure ? 'closed' : 'open';
  expect(shown).toBe(expected);
});
