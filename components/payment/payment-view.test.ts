import { barePage } from './payment-page.fixture';
import { viewPayment } from './payment-view';

test('of the way to a bank and of what only the server needs nothing gets into what the page is sent as data', () => {
  const view = viewPayment({
    ...barePage,
    attempt: {
      state: 'redirected',
      method: 'fpx',
      resultRoute: '/bankResultFPX',
      onward: { kind: 'redirect', url: 'https://bank.example/', method: 'POST', fields: { secret: 'the-field' } },
    },
  });
  expect(view.attempt).toEqual({ state: 'redirected', resultRoute: '/bankResultFPX', onward: { kind: 'redirect' } });
  expect(JSON.stringify(view)).not.toMatch(/the-field|bank\.example|DEMO-SHOP/);
});

test('the one line of an order is not sent: it may name an account', () => {
  const line = { name: 'Account 1234567801', amount: barePage.total };
  const charge = { name: 'Delivery', amount: barePage.total };
  expect(viewPayment({ ...barePage, lines: [line], charges: [] }).lines).toEqual([]);
  expect(viewPayment({ ...barePage, lines: [line, line], charges: [] }).lines).toEqual([line, line]);
  expect(viewPayment({ ...barePage, lines: [line], charges: [charge] }).lines).toEqual([line]);
});
