import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

test('row 12: references are of 128 random bits, and a neighbour of one is nobody’s', async ({
  paymentApi,
  account,
  openVisit,
}) => {
  const refids: string[] = [];
  for (let count = 0; count < 30; count += 1) refids.push(await paymentApi.createPayment(account('01')));
  for (const refid of refids) expect(refid).toMatch(/^[a-z2-7]{26}$/);
  for (let place = 0; place < 26; place += 1) {
    // No part of them is a counter, a clock or the account.
    expect(new Set(refids.map((refid) => refid[place])).size, `letter ${place}`).toBeGreaterThan(3);
  }
  const visit = await openVisit();
  const [refid = ''] = refids;
  const statusOf = async (reference: string) => (await visit.get(`/api/payment/status?refid=${reference}`)).status();
  expect(await statusOf(refid)).toBe(200);
  for (let place = 0; place < 26; place += 1) {
    const letter = refid[place] === 'a' ? 'b' : 'a';
    expect(await statusOf(refid.slice(0, place) + letter + refid.slice(place + 1)), `letter ${place}`).toBe(404);
  }
});

test('row 12: another visit that has the reference can look, but has to open the payment before it cancels it', async ({
  page,
  request,
  account,
  startPayment,
  sandbox,
}) => {
  const refid = await startPayment(account('01'));
  const cancel = async () => {
    const form = { headers: { origin: stack.site }, form: { refid }, maxRedirects: 0 };
    return (await request.post('/api/payment/cancel', form)).headers()['location'];
  };
  expect((await request.get(`/bankResultFPX?refid=${refid}`)).status()).toBe(200);
  expect(await cancel()).toBe(`/epayment/entry?refid=${refid}`);
  expect((await sandbox.history(refid)).state).toBe('open');
  const opened = await request.get(`/epayment/entry?refid=${refid}`);
  expect(await opened.text()).toContain('we have opened the payment here');
  expect(await cancel()).toBe(`/cancelPayment?refid=${refid}`);
  await page.reload();
  await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'cancelled');
});

test('row 12: what another visit posts for a payment leads to its page, and does nothing', async ({
  account,
  sandbox,
  paymentApi,
  openVisit,
}) => {
  const customer = { accountNumber: account('09') };
  const order = { partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 12_900 }], customer };
  const refid = await paymentApi.findRefid((await sandbox.createOrder(order)).paymentId);
  const cards = await paymentApi.savedCards(refid);
  const stranger = await openVisit();
  const leadsTo = async (path: string, fields: Readonly<Record<string, string>>) =>
    (await stranger.post(path, fields)).headers()['location'];
  expect(await leadsTo('/api/payment/remove-card', { refid, uniqueCardId: cards[0] ?? '' })).toBe(
    `/epayment/entry?refid=${refid}`,
  );
  expect(await paymentApi.savedCards(refid)).toEqual(cards);

  const mobile = await paymentApi.createPayment(account('02'));
  await paymentApi.init(mobile, { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' });
  expect(await leadsTo('/api/pay-by-mobile/cancel', { refid: mobile })).toBe(`/view/dcb?refid=${mobile}`);
  expect((await sandbox.history(mobile)).attempts.at(-1)?.state).toBe('redirected');

  // Even with the right PIN, which somebody may have read over a shoulder.
  const accountNumber = account('03');
  const paid = await paymentApi.payAtBank(accountNumber);
  const holder = await openVisit();
  await holder.post('/api/auto-debit/enable', { refid: paid });
  const otp = await sandbox.findCode(`6012${accountNumber.slice(0, 7)}`);
  const page = `/otp/autodebit/register?refid=${paid}`;
  expect(await leadsTo('/api/auto-debit/verify', { refid: paid, otp })).toBe(page);
  await holder.get(page);
  const own = await holder.post('/api/auto-debit/verify', { refid: paid, otp });
  expect(own.headers()['location']).toBe(`/ulm/autodebit/register?refid=${paid}`);
});
