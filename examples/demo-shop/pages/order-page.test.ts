import type { ShopOrder } from '../orders';
import { styleSheet } from './assets';
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
      ...{
        orderNumber: 'shop-1',
        hint: null,
        refusesFirstDelivery: false,
        keepsBasket: false,
        paymentUrl,
        state: 'open',
      },
      ...{
        basket: null,
        status: null,
        deliveredBy: null,
        hasLeftBasket: false,
        calls: [],
        webhooks: [],
        returns: [],
        ...changes,
      },
    },
    settings,
  );
/** Splits a page: what its customer sees, and what follows for developers. */
const split = (page: string) => page.split('<section class="developers"');
/** The texts of the links and buttons that look like buttons, the main one marked. */
const actionsOf = (part: string | undefined) =>
  [...(part ?? '').matchAll(/<(?:a class="(button[^"]*)"|button type="submit")[^>]*>([^<]*)</g)].map(
    ([, classes, text]) => `${classes === 'button main' ? '*' : ''}${text}`,
  );

test.each([
  ['open', ['*Go to the payment page', 'Cancel the order', 'Continue shopping']],
  ['cancelled', ['*Continue shopping', 'See its payment page']],
  ['expired', ['*Continue shopping', 'See its payment page']],
  ['paid', ['*Continue shopping', 'See its payment page']],
])('an order that is %s has one main action, and the developer’s actions apart from it', (state, actions) => {
  const page = write({ state });
  const [shop, developers] = split(page);
  expect(actionsOf(shop)).toEqual(actions);
  expect(actionsOf(developers)).toEqual(['Look it up', 'Refresh']);
  expect(page).toMatch(new RegExp(`<a class="button[^"]*" href="${paymentUrl.replaceAll('?', '\\?')}"`));
});

test.each([
  ['pending', 'Payment in progress', 'your payment is on its way. This page shows it once it is confirmed.'],
  ['processed', 'Payment in progress', 'your payment is on its way. This page shows it once it is confirmed.'],
  ['successful', 'Payment in progress', 'your payment is on its way. This page shows it once it is confirmed.'],
  ['pending-approval', 'Waiting for approval', 'your company’s approver has to approve it.'],
  ['review', 'Payment under review', 'money has arrived for this order, and a person is checking it.'],
])('an unpaid order with the status %s does not invite its customer to pay again', (status, title, sentence) => {
  for (const state of ['open', 'expired', 'cancelled', 'unknown']) {
    const page = write({ state, status });
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain(`Please do not pay again: ${sentence}`);
    expect(actionsOf(split(page)[0])).toEqual(['*Continue shopping', 'See its payment page']);
  }
});

test('an order whose payment failed can be paid again, and one that is paid thanks whatever its status', () => {
  const failed = write({ status: 'failed' });
  expect(failed).toContain('<h1>Not paid yet</h1>');
  expect(failed).toContain('The payment did not go through.');
  expect(failed).toContain('Go to the payment page');
  expect(write({ state: 'paid', status: 'pending' })).toContain('<h1>Thank you</h1>');
});

test('a paid order names its goods and total first, and what was sent and received below', () => {
  const returned = { at: new Date(), fields: { status: 'successful' }, signedText: 'result' };
  const page = write({
    ...{ state: 'paid', basket: { decoder: 1, remote: 2, cable: 0 }, deliveredBy: 'the look-up', returns: [returned] },
  });
  const [shop = '', developers = ''] = split(page);
  expect(shop).toContain('Your payment of RM215.00 has arrived');
  const lines = [...shop.matchAll(/<dt>([^<]*)<\/dt>\s*<dd data-testid="([^"]*)">([^<]*)<\/dd>/g)];
  expect(lines.map(([, ...parts]) => parts)).toEqual([
    ['Decoder', 'order-line', 'RM129.00'],
    ['Remote control × 2', 'order-line', 'RM78.00'],
    ['Delivery', 'order-line', 'RM8.00'],
    ['Total', 'order-total', 'RM215.00'],
    ['Order number', 'order-number', 'shop-1'],
  ]);
  expect(shop).not.toMatch(/handed-over|order-state|delivered/);
  expect(developers).toMatch(/The browser brought back<\/dt>\s*<dd data-testid="handed-over">successful</);
  expect(developers).toMatch(/The payment service says<\/dt>.*data-testid="order-state">paid</s);
  expect(developers).toMatch(/The goods are sent<\/dt>\s*<dd data-testid="delivered">yes, by the look-up</);
  expect(page.match(/<h2[^>]*>[^<]*/g)).toEqual(['<h2 id="developers">For developers']);
});

test('its header leads to the basket, with the number of its pieces', () => {
  expect(write({})).toMatch(/<header>.*<a [^>]*href="\/#basket">Basket \(3\)<\/a>.*<\/header>/s);
});

test('the JSON of calls and webhooks is indented, and the bytes that were signed are there to be copied', () => {
  const body = '{"orderNumber":"shop-1","state":"paid"}';
  const indented = JSON.stringify(JSON.parse(body), null, 2);
  const common = { at: new Date(), headers: {}, body, signedText: `webhook\n1\n2\n${body}` };
  const call = { ...common, method: 'POST', target: '/apg/orders', status: 200, answer: body } as const;
  const webhook = { ...common, eventId: 'e', event: 'order.paid', answered: 204, isRepeated: false };
  const page = write({ calls: [{ what: 'The order', call }], webhooks: [webhook] });
  const steps = page.split('<section class="step">').slice(1);
  expect(steps).toHaveLength(2);
  const texts = (name: string, step: string) =>
    [...step.matchAll(/<pre [^>]*aria-label="([^"]*)">([^<]*)<\/pre>/g)]
      .filter(([, label]) => label === name)
      .map(([, , text = '']) => text.replaceAll('&#34;', '"'));
  for (const step of steps) {
    expect(texts('Body, indented', step)).toEqual([indented]);
    expect(texts('Body, byte for byte', step)).toEqual([body]);
    expect(texts('Signed text', step)).toEqual([common.signedText]);
    expect(step).toContain('a signature covers exact bytes');
  }
});

test('what was sent and received is in the order of time, each with its Malaysian time, and its code opened first', () => {
  const common = { headers: {}, body: '{}', signedText: 'webhook' };
  const at = (time: string) => new Date(`2026-11-27T${time}Z`);
  const callAt = (time: string, status = 200) => {
    return { ...common, at: at(time), method: 'GET', target: '/apg/orders', status, answer: '{}' } as const;
  };
  const webhook = {
    ...common,
    at: at('19:08:02'),
    eventId: 'e',
    event: 'order.paid',
    answered: 204,
    isRepeated: false,
  };
  const page = write({
    calls: [
      { what: 'The order', call: callAt('19:07:59') },
      { what: 'A look-up', call: callAt('19:08:04', 500) },
    ],
    webhooks: [webhook],
    returns: [{ at: at('19:08:03'), fields: { paymentDateTime: '2026-11-27T19:08:01.5Z' }, signedText: 'result' }],
  });
  const steps = page.split('<section class="step">').slice(1);
  const read = (pattern: RegExp) => steps.map((step) => pattern.exec(step)?.slice(1));
  expect(read(/<h3>([^<]*)<\/h3>\s*<p class="soft"><time datetime="[^"]*">([^<]*)</)).toEqual([
    ['The order', '28 Nov 2026, 3:07:59 am'],
    ['Webhook: order.paid', '28 Nov 2026, 3:08:02 am'],
    ['The customer came back', '28 Nov 2026, 3:08:03 am'],
    ['A look-up', '28 Nov 2026, 3:08:04 am'],
  ]);
  expect(read(/<details open>\s*<summary>([^<]*)/).flat()).toEqual([
    'Code',
    'Code',
    'Code',
    'The request and its answer',
  ]);
  for (const step of steps.slice(0, 3)) expect(step.indexOf('<details open>')).toBe(step.indexOf('<details'));
  expect(page).toMatch(/2026-11-27T19:08:01\.5Z \(<time[^>]*>28 Nov 2026, 3:08:01 am</);
  expect(page).toMatch(/<dt>Ordered<\/dt>\s*<dd data-testid="ordered-at"><time[^>]*>28 Nov 2026, 3:07:59 am</);
});

test('an order that was refused has no payment page', () => {
  expect(write({ state: 'refused', paymentUrl: null })).not.toContain('payment page');
});

/** The contrast of two colours by WCAG 2.2, 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((colour) => {
      const digits = colour.length === 4 ? colour.replace(/\w/g, '$&$&') : colour;
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('text has a contrast of 7:1, in light and in dark', () => {
  const schemes = styleSheet.split('@media (prefers-color-scheme: dark)');
  expect(schemes).toHaveLength(2);
  for (const scheme of schemes) {
    const [root = ''] = /:root \{[^}]*\}/.exec(scheme) ?? [];
    const colours = new Map([...root.matchAll(/--([\w-]+): (#\w+)/g)].map(([, name, value]) => [name, value]));
    const contrast = (text: string, back: string) => contrastOf(colours.get(text) ?? '', colours.get(back) ?? '');
    for (const text of ['text', 'soft', 'green']) {
      for (const back of ['paper', 'back']) expect([text, back, contrast(text, back) >= 7]).toEqual([text, back, true]);
    }
    for (const [text, back] of [
      ['on-main', 'main'],
      ['good-text', 'good'],
      ['wait-text', 'wait'],
      ['bad-text', 'bad'],
      ['code-text', 'code'],
    ] as const) {
      expect([text, back, contrast(text, back) >= 7]).toEqual([text, back, true]);
    }
    // The edges of controls: WCAG 2.2, 1.4.11.
    expect(contrast('edge', 'paper')).toBeGreaterThanOrEqual(3);
  }
});
