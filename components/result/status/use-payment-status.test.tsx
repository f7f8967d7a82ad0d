import { act, render } from '@testing-library/react';
import { usePaymentStatus } from './use-payment-status';

const fetchMock = jest.fn();

beforeEach(() => {
  fetchMock.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  Object.assign(globalThis, { fetch: fetchMock });
});

function Poller() {
  usePaymentStatus('/status', () => true);
  return null;
}

test('the status is read at once when the browser is online again, until the component is gone', async () => {
  const { unmount } = render(<Poller />);
  expect(fetchMock).not.toHaveBeenCalled();
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(['/status']);
  unmount();
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(fetchMock).toHaveBeenCalledTimes(1);
});
