import { act, render, screen } from '@testing-library/react';
import { spyOnLocation } from '@/components/ui/location.fixture';
import { PaymentStatusPoller } from './payment-status-poller';
import { usePaymentStatus } from './use-payment-status';

const fetchMock = jest.fn();

afterEach(() => jest.restoreAllMocks());
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

test('after two polls without a response it says so, until one gets a response', async () => {
  render(
    <PaymentStatusPoller currentOutcomes={['pending']} statusUrl="/status" offlineText="No connection">
      Updates by itself
    </PaymentStatusPoller>,
  );
  const poll = () => act(async () => void window.dispatchEvent(new Event('online')));
  await poll();
  expect(screen.getByRole('status').textContent).toBe('Updates by itself');
  await poll();
  expect(screen.getByRole('status').textContent).toBe('No connection');
  fetchMock.mockResolvedValue({ ok: true, json: async () => ({ status: 'pending' }) });
  await poll();
  expect(screen.getByRole('status').textContent).toBe('Updates by itself');
});

test('offline it says so at once, before a poll has failed, until one gets a response', async () => {
  render(
    <PaymentStatusPoller currentOutcomes={['pending']} statusUrl="/status" offlineText="No connection">
      Updates by itself
    </PaymentStatusPoller>,
  );
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(fetchMock).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('No connection');
  fetchMock.mockResolvedValue({ ok: true, json: async () => ({ status: 'pending' }) });
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('status').textContent).toBe('Updates by itself');
});

test('while the browser is offline one failed poll is enough', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <PaymentStatusPoller currentOutcomes={['pending']} statusUrl="/status" offlineText="No connection">
      Updates by itself
    </PaymentStatusPoller>,
  );
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status').textContent).toBe('No connection');
  onLine.mockRestore();
});

test('a status that three polls return unchanged is told once; polls without a response do not count', async () => {
  const onUnchanged = jest.fn();
  render(<PaymentStatusPoller currentOutcomes={['failed']} statusUrl="/status" onUnchanged={onUnchanged} />);
  const poll = () => act(async () => void window.dispatchEvent(new Event('online')));
  await poll();
  fetchMock.mockResolvedValue({ ok: false });
  await poll();
  fetchMock.mockResolvedValue({ ok: true, json: async () => ({ status: 'failed' }) });
  await poll();
  await poll();
  expect(onUnchanged).not.toHaveBeenCalled();
  await poll();
  await poll();
  expect(onUnchanged).toHaveBeenCalledTimes(1);
});

test.each([
  ['2026-11-21T12:00:05Z', 1],
  ['2026-11-21T11:59:00Z', 0],
  [undefined, 0],
])('an attempt of %s, which has failed, reloads a page rendered at 12:00 %i times', async (attemptedAt, reloads) => {
  const reload = spyOnLocation('reload');
  fetchMock.mockResolvedValue({ ok: true, json: async () => ({ status: 'failed', attemptedAt }) });
  render(<PaymentStatusPoller currentOutcomes={['failed']} renderedAt="2026-11-21T12:00:00Z" statusUrl="/status" />);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(reload).toHaveBeenCalledTimes(reloads);
});
