import { failure, success } from '@/lib/domain/result';
import { callBackend } from '../backend/backend-client';
import { loadTheme } from '../backend/theme';
import { openReceipt } from './link-refusal';
import { clientAddressHeader } from './visit-headers';

jest.mock('../backend/backend-client', () => ({ callBackend: jest.fn() }));
jest.mock('../backend/theme', () => ({ loadTheme: jest.fn() }));

const shop = { partnerKey: 'SHOP', partnerName: 'Shop', colour: '#0b6e4f', logoUrl: '', frameAncestors: [] };

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  jest.mocked(loadTheme).mockReset().mockResolvedValue(success(shop));
});

/** Opens a link whose receipt the backend answers with `answer`. */
function open(answer: unknown) {
  jest.mocked(callBackend).mockResolvedValue(answer as never);
  const headers = new Headers({ [clientAddressHeader]: '203.0.113.9' });
  return openReceipt({ path: '/receipt', query: new URLSearchParams({ token: 'v1.abc' }), headers, requestId: 'r' });
}

describe('the page of a receipt', () => {
  test('has the theme of the partner that has issued it', async () => {
    expect(await open(success({ partnerKey: 'SHOP' }))).toEqual({ refusal: null, theme: shop });
    expect(loadTheme).toHaveBeenCalledWith({ partnerKey: 'SHOP' });
  });

  test('has the site’s where the biller has', async () => {
    expect(await open(success({ partnerKey: null }))).toEqual({ refusal: null, theme: null });
    expect(loadTheme).not.toHaveBeenCalled();
  });

  test.each([
    ['unknown-receipt', 404],
    ['receipt-link-expired', 410],
  ])('has the site’s, and a status, where its link is refused: %s', async (code, status) => {
    const problem = { kind: 'problem', call: 'receipt.get', code, status, parameters: {}, retryAfter: null };
    expect(await open(failure(problem))).toEqual({ refusal: { status }, theme: null });
  });
});
