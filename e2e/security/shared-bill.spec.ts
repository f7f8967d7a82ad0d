import { expect, test } from '../fixtures/journey';
import { actions, routes } from '../../lib/routes';

test('row 62: whoever has the link of a bill can pay it, and learns no account number from any answer', async ({
  account,
  openVisit,
}) => {
  const accountNumber = account('01');
  const owner = await openVisit();
  await owner.lookUp(accountNumber);
  const bill = await (await owner.get(routes.bill)).text();
  const token = /\/pay\/shared\?token=([\w.-]+)/.exec(bill)?.[1] ?? '';
  const path = `${routes.sharedBill}?token=${token}`;
  const visitor = await openVisit();

  const opened = await visitor.get(path);
  expect(opened.status()).toBe(200);
  expect(opened.headers()).toMatchObject({
    'x-robots-tag': 'noindex',
    'referrer-policy': 'same-origin',
    'cache-control': expect.stringContaining('no-store'),
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(opened.headers()['set-cookie'] ?? '').not.toContain('ebill-bill');
  expect(await opened.text()).not.toContain(accountNumber);
  for (const destination of ['image', 'iframe']) {
    expect((await visitor.get(path, { 'sec-fetch-dest': destination })).status()).toBe(400);
  }
  expect((await visitor.post(path, { token })).status()).toBe(405);

  // Leaving the link out of the form shows the bill no more than with it.
  const { shareToken: _, ...form } = await visitor.readForm(path, actions.payBill);
  const answers = [
    await visitor.post(actions.payBill, { ...form, payOption: 'other', amount: '' }),
    await visitor.get(routes.bill),
    await visitor.post(actions.payBill, { ...form, payOption: 'current' }),
  ];
  const payment = answers[2]?.headers()['location'] ?? '';
  const refid = new URL(payment, 'http://site').searchParams.get('refid') ?? '';
  answers.push(await visitor.get(payment));
  await visitor.post(actions.cancelPayment, { refid, confirmed: 'yes' });
  answers.push(await visitor.post(actions.lookUpAgain, { refid }), await visitor.get(routes.bill));
  for (const answer of answers) {
    expect(await answer.text()).not.toContain(accountNumber);
    expect(answer.headers()['set-cookie'] ?? '').not.toContain('ebill-bill=');
  }
  expect(payment).toMatch(/^\/epayment\/entry\?refid=/);
});
