import { expect, test } from '../fixtures/journey';

/** These tests change the common config for all visits, so they run serially after the others. */

test.afterEach(async ({ sandbox }) => {
  await sandbox.reset();
});

test('row 27: the custom message is shown on the home page as text', async ({ page, sandbox }) => {
  const message = 'Counters are closed <b>today</b>';
  await sandbox.configure({ quickPayCustomMessageEnabled: true, quickPayCustomMessageContent: message });
  await expect(async () => {
    await page.goto('/');
    await expect(page.getByText(message)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 6_000 });
});

test('row 27: a hostile config is shown as text, and its links are http or https only', async ({
  account,
  sandbox,
  paymentApi,
  openVisit,
}) => {
  const markup = '</p><script>alert(1)</script><img src=x onerror=alert(1)>';
  await sandbox.configure({
    quickPayCustomMessageEnabled: true,
    quickPayCustomMessageContent: markup,
    autoDebitBannerEnabled: true,
    autoDebitBannerLink: 'javascript:alert(2)',
    myastroUrl: 'javascript:alert(3)',
    myastroImageUrl: 'data:text/html,alert(4)',
    autoDebitType: 'ulm',
    ulmAuthorizeUrl: 'javascript:alert(5)',
    isUserFeedbackEnabled: true,
    userbackAccessToken: '"></script><script>alert(6)</script>',
  });
  const visit = await openVisit();
  const home = async () => (await visit.get('/')).text();
  await expect.poll(home, { timeout: 6_000 }).toContain('&lt;script&gt;alert(1)');
  await visit.post('/api/bill/lookup', { accountNumber: account('01') });
  const refid = await paymentApi.payAtBank(account('01'));
  for (const path of ['/', '/pay/ebill', `/bankResultFPX?refid=${refid}`, `/ulm/autodebit/register?refid=${refid}`]) {
    const html = await (await visit.get(path)).text();
    expect(html, path).not.toMatch(/<script>alert|<img src=x|javascript:alert|data:text/);
  }
  // The site caches the config for seconds, and the next test's result would still load the widget.
  await sandbox.reset();
  await expect.poll(home, { timeout: 6_000 }).not.toContain('alert(1)');
});

test('row 38: an expired payment page accepts no payment, whatever the payer’s clock says', async ({
  page,
  account,
  startPayment,
  payment,
  result,
  sandbox,
}) => {
  const refid = await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  await page.clock.setSystemTime(new Date('2001-01-01T00:00:00Z'));
  await sandbox.advanceClock('PT16M');
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'expired');
  expect(await sandbox.history(refid)).toMatchObject({ state: 'expired', attempts: [] });
  await page.goto(`/epayment/entry?refid=${refid}`);
  await expect(result.status).toHaveAttribute('data-status', 'expired');
});

test('row 38: a payer’s clock that is ahead does not shorten the timer', async ({
  page,
  account,
  startPayment,
  payment,
  bank,
}) => {
  await page.clock.install({ time: new Date('2099-01-01T00:00:00Z') });
  await startPayment(account('01'));
  await expect(page.getByTestId('payment-timer')).toContainText(/1[45]/);
  await payment.chooseBank('fpx', 'MB2U0227');
  await payment.pay.click();
  await bank.arrive();
});

test('row 7: money that arrives after the order has expired is credited once', async ({
  account,
  paymentApi,
  sandbox,
}) => {
  const refid = await paymentApi.createPayment(account('01'));
  const way = await paymentApi.begin(refid, { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' });
  await sandbox.advanceClock('PT20M');
  expect((await sandbox.history(refid)).state).toBe('expired');
  const back = await paymentApi.pressAtBank(way, 'return-only');
  await paymentApi.returnFromBank(back);
  await paymentApi.sendCallback('fpx', back.fields);
  expect(await sandbox.history(refid)).toMatchObject({ state: 'paid', reviews: [] });
  const { credits, balanced } = await sandbox.ledger();
  expect([credits.filter((credit) => credit.refid === refid).length, balanced]).toEqual([1, true]);
});
