import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import en from '../../messages/en.json';

test('row 12: references are random, and a guessed reference matches no payment', async ({
  paymentApi,
  account,
  openVisit,
}) => {
  const refids: string[] = [];
  for (let count = 0; count < 30; count += 1) refids.push(await paymentApi.createPayment(account('01')));
  for (const refid of refids) expect(refid).toMatch(/^[a-z2-7]{26}$/);
  for (let place = 0; place < 26; place += 1) {
    // They contain no counter, time or account.
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

test('row 12: another visit with the reference can see the result, but must open the payment before it can cancel it', async ({
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
  expect(await opened.text()).toContain(en.errors.paymentNotVisited);
  expect(await cancel()).toBe(`/cancelPayment?refid=${refid}`);
  await page.reload();
  await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'cancelled');
});

test('row 12: a form post of another visit redirects to the payment page and changes nothing', async ({
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

  // Even with the right PIN, which an attacker may have seen.
  const accountNumber = account('03');
  const paid = await paymentApi.payAtBank(accountNumber);
  const holder = await openVisit();
  const page = `/otp/autodebit/register?refid=${paid}`;
  await holder.get(page);
  await holder.post('/api/auto-debit/enable', { refid: paid });
  const otp = await sandbox.findCode(`6012${accountNumber.slice(0, 7)}`);
  expect(await leadsTo('/api/auto-debit/verify', { refid: paid, otp })).toBe(page);
  const own = await holder.post('/api/auto-debit/verify', { refid: paid, otp });
  expect(own.headers()['location']).toBe(`/ulm/autodebit/register?refid=${paid}`);
});

test('row 19: a visit with only the reference cannot request a code', async ({
  account,
  sandbox,
  paymentApi,
  openVisit,
}) => {
  const accountNumber = account('01');
  const number = `6012${accountNumber.slice(0, 7)}`;
  const paid = await paymentApi.payAtBank(accountNumber);
  const another = await paymentApi.payAtBank(account('04'));
  const stranger = await openVisit();
  const result = (refid: string) => stranger.readForm(`/bankResultFPX?refid=${refid}`, '/api/auto-debit/enable');
  const { offerToken = '' } = await result(another);
  for (const token of ['', offerToken, 'a']) {
    const fields = { refid: paid, offerToken: token };
    const answer = await stranger.post('/api/auto-debit/enable', fields);
    expect(answer.headers()['location']).toBe(`/otp/autodebit/register?refid=${paid}`);
  }
  const mobile = await paymentApi.createPayment(account('02'));
  await paymentApi.init(mobile, { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' });
  for (const form of ['send', 'verify']) {
    const fields = { refid: mobile, mobileNumber: '60120000071', tac: '123456' };
    const answer = await stranger.post(`/api/pay-by-mobile/${form}`, fields);
    expect(answer.headers()['location']).toBe(`/view/dcb?refid=${mobile}`);
  }
  expect(await sandbox.messages(number)).toEqual([]);
  expect(await sandbox.messages('60120000071')).toEqual([]);

  // The page with the offer can request it, and so can a visit that has opened the payment.
  await stranger.post('/api/auto-debit/enable', await result(paid));
  expect(await sandbox.messages(number)).toHaveLength(1);
  await stranger.get(`/view/dcb?refid=${mobile}`);
  await stranger.post('/api/pay-by-mobile/send', { refid: mobile, mobileNumber: '60120000071' });
  expect(await sandbox.messages('60120000071')).toHaveLength(1);
});

test('row 43: a visit that opens the link of a payment does not see what another visit has typed', async ({
  account,
  openVisit,
  sandbox,
}) => {
  const [first, second] = [await openVisit(), await openVisit()];
  const link = new URL((await sandbox.createLink(account('01'), 5_000)).url);
  const opened = await first.get(link.pathname + link.search);
  const entry = opened.headers()['location'] ?? '';
  const refid = new URL(entry, stack.site).searchParams.get('refid') ?? '';
  const typed = { selectedPaymentMethod: 'm2u', userEmailAddress: 'first@ebill.example', phoneNumber: '0123456789' };
  const begun = await first.pay(refid, typed);
  const redirect = begun.headers()['location'] ?? '';
  expect(redirect).toBe(`/epayment/entry/redirect?refid=${refid}`);

  const textOf = async (visit: typeof first, path: string) => (await visit.get(path)).text();
  expect(await textOf(first, redirect)).toContain('first@ebill.example');
  expect(await textOf(first, entry)).toContain('first@ebill.example');
  for (const path of [link.pathname + link.search, entry, redirect, `/bankResultMBBCASA?refid=${refid}`]) {
    expect(await textOf(second, path), path).not.toMatch(/first@|23456789|name="HashValue"/);
  }
  expect((await second.get(redirect)).headers()['location']).toBe(entry);
  const page = await textOf(second, entry);
  expect(page).toContain(en.payment.inProgressTextElsewhere);
  expect(page).not.toContain('/epayment/entry/redirect');
  expect(page).toContain('/bankResultMBBCASA');

  // The other payer chooses the same method, and gets a separate request to the bank.
  const own = await second.pay(refid, { selectedPaymentMethod: 'm2u', userEmailAddress: 'second@ebill.example' });
  expect(own.headers()['location']).toBe(redirect);
  expect(await textOf(second, redirect)).toContain('second@ebill.example');
  expect(await textOf(second, redirect)).not.toContain('first@');
  expect((await first.get(redirect)).headers()['location']).toBe(entry);
  expect(await textOf(first, entry)).not.toContain('second@');
});

test('row 43: the payment page shows the contact typed on the bill page to that visit only', async ({
  account,
  openVisit,
}) => {
  const [payer, other] = [await openVisit(), await openVisit()];
  const bill = await payer.lookUp(account('01'));
  const typed = { ...bill, payOption: 'current', email: 'bill.payer@ebill.example', phoneNumber: '0123456789' };
  const entry = (await payer.post('/api/bill/pay', typed)).headers()['location'] ?? '';
  const formOf = (visit: typeof payer) => visit.readForm(entry, '/api/payment/pay');
  expect(await formOf(payer)).toMatchObject({
    userEmailAddress: 'bill.payer@ebill.example',
    phoneNumber: '123456789',
  });
  expect(await formOf(other)).toMatchObject({ userEmailAddress: '', phoneNumber: '' });
});

test('row 43: at a kiosk the next payer sees nothing of the contact that the last one typed', async ({
  page,
  sandbox,
  payment,
}) => {
  const openOrder = async () => {
    const items = [{ name: 'Decoder', amount: 12_900 }];
    const { url } = await sandbox.createOrder({ partnerKey: 'KIOSK', items, currency: 'MYR', charges: [] });
    await page.goto(url);
    await expect(payment.pay).toBeVisible();
  };
  await openOrder();
  await payment.email.fill('first@example.com');
  await payment.email.blur();
  await openOrder();
  await expect(payment.email).toHaveValue('');
  expect(await page.evaluate(() => localStorage.getItem('ebill.user'))).toBeNull();
});
