import { partnerGet } from '@/lib/contract/partners';
import { failure, success } from '@/lib/domain/result';
import { callBackend } from './backend-client';
import { loadAutoDebitTexts } from './auto-debit-texts';

jest.mock('./backend-client', () => ({ callBackend: jest.fn() }));
const call = jest.mocked(callBackend);

const response = (title: string) =>
  success(
    partnerGet.response.parse({
      partnerKey: 'SHOP',
      autoDebitPopupTitle: title,
      autoDebitPopupMessage: 'message',
      autoDebitThankYouMessage: 'thanks',
      providerKeys: [],
      merchantTokenValidation: false,
      makeUesCall: false,
    }),
  );
const fault = failure({
  kind: 'fault',
  call: 'partner.get',
  reason: 'timeout',
  message: 'timeout of 40000ms exceeded',
} as const);

async function readTitle(language: 'en' | 'ms' = 'en') {
  const texts = await loadAutoDebitTexts('SHOP', language);
  return texts.ok ? texts.value.title : null;
}

beforeEach(() => {
  jest.useFakeTimers();
  call.mockReset();
  globalThis.ebillProcess = undefined;
});
afterEach(() => jest.useRealTimers());

test('asks in the language of the page and caches each language for half a minute', async () => {
  call.mockResolvedValueOnce(response('Ours')).mockResolvedValueOnce(response('Kami'));
  expect([await readTitle('en'), await readTitle('ms'), await readTitle('en'), await readTitle('ms')]).toEqual([
    'Ours',
    'Kami',
    'Ours',
    'Kami',
  ]);
  expect(call.mock.calls.map(([, request]) => request)).toEqual([
    { partnerKey: 'SHOP', language: 'en' },
    { partnerKey: 'SHOP', language: 'ms' },
  ]);
  jest.advanceTimersByTime(30_000);
  call.mockResolvedValueOnce(response('Changed'));
  expect(await readTitle('en')).toBe('Changed');
});

test('a failed call is not cached, and an older response is used meanwhile', async () => {
  call.mockResolvedValueOnce(fault).mockResolvedValueOnce(response('Ours')).mockResolvedValueOnce(fault);
  expect([await readTitle(), await readTitle()]).toEqual([null, 'Ours']);
  jest.advanceTimersByTime(30_000);
  expect(await readTitle()).toBe('Ours');
});
