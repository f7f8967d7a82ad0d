import type { ShopOrder } from '../orders';
import { writeOrderPage } from './order-page';

const settings = {
  backend: { address: 'http://backend.example', partnerKey: 'DEMO-SHOP', key: { keyId: 'k', secret: 's' } },
  origin: 'http://shop.example',
  basket: { decoder: 1, remote: 0, cable: 2 },
};
const paymentUrl = 'http://pay.example/epayment/entry?paymentId=p1';
const write = (changes: Partial<ShopOrder>) =>
  writeOrderPage(
    {
      ...{ orderNumber: 'shop-1', hint: null, refusesFirstDelivery: false, paymentUrl, state: 'open' },
      ...{ deliveredBy: null, calls: [], webhooks: [], returns: [], ...changes },
    },
    settings,
  );

test.each([
  ['open', 'Go to the payment page'],
  ['cancelled', 'See its payment page'],
  ['expired', 'See its payment page'],
  ['paid', 'See its payment page'],
])('an order that is %s has a link to its payment page', (state, label) => {
  expect(write({ state })).toContain(`<a class="act" href="${paymentUrl}">${label}</a>`);
});

test('its header leads to the basket, with the number of its pieces', () => {
  expect(write({})).toMatch(/<header>.*<a [^>]*href="\/#basket">Basket \(3\)<\/a>.*<\/header>/s);
});

test('an order that was refused has no payment page', () => {
  expect(write({ state: 'refused', paymentUrl: null })).not.toContain('payment page');
});
