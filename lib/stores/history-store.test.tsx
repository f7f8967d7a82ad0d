import { act, render, screen } from '@testing-library/react';
import { sen } from '@/lib/domain/money';
import type { KeptPayment } from '@/lib/domain/payment/payment-history';
import { isPaymentId, isRefid } from '@/lib/domain/payment/references';
import { createHistoryStore, historyStorageKey } from './history-store';
import { HistoryStoreProvider, useHistoryStore } from './history-store-provider';

function payment(letter: string): KeptPayment {
  const [refid, paymentId] = [letter.repeat(26), 'p'.repeat(26)];
  if (!isRefid(refid) || !isPaymentId(paymentId)) throw new Error('not a reference');
  return {
    refid,
    paymentId,
    route: '/bankResultMBB',
    at: '2026-11-21T11:50:00Z',
    accountEnding: '7801',
    amount: sen(13_878),
    method: 'm2u',
    outcome: 'successful',
  };
}

const storedText = () => window.localStorage.getItem('ebill.payments');
const hasHint = () => document.cookie.includes('ebill-keeps-payments=1');

function openStore() {
  const store = createHistoryStore();
  void store.persist.rehydrate();
  return store;
}
const read = () => openStore().getState().payments;

afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
  openStore();
});

test('is stored as ebill.payments, and a later visit reads it', () => {
  expect(historyStorageKey).toBe('ebill.payments');
  openStore().getState().keep(payment('a'));
  expect(JSON.parse(storedText() ?? '')).toEqual({ state: { payments: [payment('a')] }, version: 1 });
  expect(read()).toEqual([payment('a')]);
});

test('is read by rehydrate only: the first render matches the HTML of the server', () => {
  openStore().getState().keep(payment('a'));
  expect(createHistoryStore().getState().payments).toBeNull();
});

test('payments are removed one by one and all at once, and then nothing is stored', () => {
  const { keep, remove, removeAll } = openStore().getState();
  for (const letter of ['a', 'b', 'c']) keep(payment(letter));
  remove(payment('b').refid);
  expect(
    read()
      ?.map(({ refid }) => refid[0])
      .toSorted(),
  ).toEqual(['a', 'c']);
  removeAll();
  expect([read(), window.localStorage.length]).toEqual([[], 0]);
});

test('removing the last one leaves nothing in storage', () => {
  const { keep, remove } = openStore().getState();
  keep(payment('a'));
  remove(payment('a').refid);
  expect(window.localStorage).toHaveLength(0);
});

test('a change keeps what another tab has stored meanwhile', () => {
  const [one, other] = [openStore(), openStore()];
  one.getState().keep(payment('a'));
  other.getState().keep(payment('b'));
  one.getState().remove(payment('a').refid);
  expect(read()).toEqual([payment('b')]);
});

test('the server is told by a cookie whether anything is kept, and nothing of it', () => {
  expect(hasHint()).toBe(false);
  openStore().getState().keep(payment('a'));
  expect(hasHint()).toBe(true);
  expect(document.cookie).not.toMatch(/7801|aaaa/);
  openStore().getState().removeAll();
  expect(hasHint()).toBe(false);
});

test('a cookie without anything stored is removed when the storage is read', () => {
  document.cookie = 'ebill-keeps-payments=1; path=/';
  openStore();
  expect(hasHint()).toBe(false);
});

test.each([
  'null',
  'not json',
  '[]',
  '1',
  '{"version":1}',
  '{"version":1,"state":{"payments":7}}',
  '{"version":1,"state":null}',
])('reads nothing from %s, and can be changed then', (text) => {
  window.localStorage.setItem('ebill.payments', text);
  expect(read()).toEqual([]);
  openStore().getState().keep(payment('a'));
  expect(read()).toEqual([payment('a')]);
});

test.each([0, 2])('reads nothing from version %d', (version) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  window.localStorage.setItem('ebill.payments', JSON.stringify({ state: { payments: [payment('a')] }, version }));
  expect(read()).toEqual([]);
});

test('keeps nothing, and says so to nobody, where storage is refused', () => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  openStore().getState().keep(payment('a'));
  expect(hasHint()).toBe(false);
});

test('what another tab changes is shown', () => {
  function Amounts() {
    return <p>{useHistoryStore((state) => state.payments)?.length ?? 'not read'}</p>;
  }
  render(
    <HistoryStoreProvider>
      <Amounts />
    </HistoryStoreProvider>,
  );
  expect(screen.getByText('0')).not.toBeNull();
  createHistoryStore().getState().keep(payment('a'));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'ebill.payments' })));
  expect(screen.getByText('1')).not.toBeNull();
});

test('throws without a provider', () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  function Reader() {
    useHistoryStore((state) => state.payments);
    return null;
  }
  expect(() => render(<Reader />)).toThrow('HistoryStoreProvider');
  consoleError.mockRestore();
});
