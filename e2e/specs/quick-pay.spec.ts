import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import en from '../../messages/en.json';

test('a declined payment can be retried with another method on the same order @both', async ({
  account,
  startPayment,
  payment,
  payAtBank,
  result,
  sandbox,
}) => {
  const refid = await startPayment(account('01'));
  await payment.fillCard({ number: '4000 0000 0000 0002' });
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'failed');
  await result.page.getByTestId('try-again').click();
  expect(await payment.refid()).toBe(refid);
  await expect(result.page.getByTestId('failed-attempt')).toBeFocused();
  await expect(payment.method('newCard')).toBeChecked();
  await expect(result.page.getByTestId('failed-attempt')).toContainText(en.reasons.declined);
  await expect(result.page.getByTestId('failed-attempt')).toContainText('Visa ending in 0002');
  await result.page.getByRole('link', { name: en.payment.cardAgain }).click();
  await expect(payment.field('cardNumber')).toBeFocused();
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  const credits = (await sandbox.ledger()).credits.filter((credit) => credit.refid === refid);
  expect(credits).toHaveLength(1);
});

test('a payer who tries again after cancelling at the bank reads first that nothing was paid @both', async ({
  account,
  startPayment,
  payment,
  payAtBank,
  result,
}) => {
  const refid = await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Cancel');
  await expect(result.status).toHaveAttribute('data-status', 'cancelled');
  await result.page.getByTestId('try-again').click();
  expect(await payment.refid()).toBe(refid);
  const notice = result.page.getByTestId('cancelled-attempt');
  await expect(notice).toBeFocused();
  await expect(notice).toContainText('Payment cancelled');
  await expect(notice).toContainText('We have not received any money for it.');
});

test('a pending payment changes to successful when the bank settles it @both', async ({
  account,
  startPayment,
  payment,
  payAtBank,
  result,
  sandbox,
}) => {
  const refid = await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Leave pending');
  await expect(result.status).toHaveAttribute('data-status', 'pending');
  await sandbox.settle(refid, 'successful');
  await expect(result.status).toHaveAttribute('data-status', 'successful', { timeout: 10_000 });
});

test('after paying, back and reload show the payment’s status, never the form @both', async ({
  page,
  account,
  startPayment,
  payment,
  payAtBank,
  result,
}) => {
  const refid = await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await page.goto(`/epayment/entry?refid=${refid}`);
  await expect(page).toHaveURL(new RegExp(`/bankResultFPX\\?refid=${refid}$`));
  await page.reload();
  await expect(result.status).toHaveAttribute('data-status', 'successful');
});

test('Cancel aborts the start of a payment under way', async ({ page, account, startPayment, payment, result }) => {
  await startPayment(account('01'));
  await page.route('**/api/payment/pay', () => undefined);
  await payment.chooseBank('fpx', 'MB2U0227');
  await payment.pay.click();
  await expect(page.locator('button[aria-busy="true"]')).toBeVisible();
  await page.getByTestId('cancel').click();
  await expect(page.getByTestId('error-summary')).toContainText('Request aborted');
  // The question has the focus, not the error.
  await expect(page.getByRole('button', { name: en.payment.cancelKeep })).toBeFocused();
  await expect(payment.pay).not.toHaveAttribute('aria-busy');
  await page.getByTestId('confirm').click();
  await expect(result.status).toHaveAttribute('data-status', 'cancelled');
});

test('a payer gets five more minutes, twice @both', async ({ page, account, startPayment, payment }) => {
  await startPayment(account('01'));
  const timer = page.getByTestId('payment-timer');
  const more = page.getByTestId('more-time');
  await payment.email.fill('payer@ebill.example');
  const deadlines = [await timer.innerText()];
  for (const isLast of [false, true]) {
    await more.click();
    await expect.poll(async () => (await timer.innerText()).split('\n')[0]).not.toBe(deadlines.at(-1)?.split('\n')[0]);
    deadlines.push(await timer.innerText());
    await expect(more).toHaveCount(isLast ? 0 : 1);
  }
  const minutes = deadlines.map((text) => {
    const [, hour = '', minute = '', half = ''] = /(\d+):(\d\d) (am|pm)/.exec(text) ?? [];
    return ((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(minute);
  });
  const dayLength = 24 * 60;
  expect(minutes.map((at) => (at - (minutes[0] ?? NaN) + dayLength) % dayLength)).toEqual([0, 5, 10]);
  await page.reload();
  await expect(more).toHaveCount(0);
});

test('a payer who has cancelled gets to the same bill by one button, a stranger with the link does not @both', async ({
  page,
  browser,
  account,
  startPayment,
  bill,
}) => {
  const refid = await startPayment(account('01'));
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`/epayment/entry?refid=${refid}`);
  await page.getByTestId('cancel').click();
  await page.getByTestId('confirm').click();
  await stranger.goto(`/cancelPayment?refid=${refid}`);
  await stranger.getByTestId('pay-bill-again').click();
  await expect(stranger).toHaveURL(/\/$/);
  await expect(stranger.getByTestId('account-number')).toHaveCount(0);
  await stranger.context().close();
  await page.getByTestId('pay-bill-again').click();
  await expect(page).toHaveURL(/\/pay\/ebill$/);
  await expect(bill.value('account-number')).toHaveText(account('01'));
});

test('a cancelled payment accepts no method @both', async ({ page, account, startPayment, result }) => {
  const refid = await startPayment(account('01'));
  await page.getByTestId('cancel').click();
  await page.getByTestId('confirm').click();
  await expect(page).toHaveURL(new RegExp(`/cancelPayment\\?refid=${refid}$`));
  await expect(result.status).toHaveAttribute('data-status', 'cancelled');
  await page.goto(`/epayment/entry?refid=${refid}`);
  await expect(result.status).toHaveAttribute('data-status', 'cancelled');
});

test('an account number is stored on request and removed again', async ({ account, home, bill, page }) => {
  await home.open();
  await page.getByLabel(en.home.remember).check();
  await home.lookUp(account('01'));
  await bill.pay.waitFor();
  await home.open();
  await page.getByRole('button', { name: en.rememberedAccount.remove }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('ebill.user'))).toBeNull();
});

test('a receipt is sent to the e-mail address', async ({ account, startPayment, payment, result, sandbox }) => {
  const accountNumber = account('01');
  await startPayment(accountNumber);
  const address = `payer-${accountNumber}@ebill.example`;
  await payment.fillCard({ number: '4242 4242 4242 4242' }, address);
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expect.poll(async () => (await sandbox.messages(address)).map(({ kind }) => kind)).toEqual(['receipt']);
});

test('a payer who returns from the bank without paying chooses another method and pays once @both', async ({
  page,
  account,
  startPayment,
  payment,
  bank,
  result,
  sandbox,
}) => {
  const refid = await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  await payment.pay.click();
  await bank.arrive();
  await page.goto(`/epayment/entry?refid=${refid}`);
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  const { attempts } = await sandbox.history(refid);
  expect(attempts.map(({ state }) => state)).toEqual(['cancelled', 'successful']);
});

for (const locale of ['en', 'ta'] as const) {
  test(`on a phone the button of a bill is in view on load and at the end of the page: ${locale} @both`, async ({
    home,
    bill,
    account,
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'ebill-locale', value: locale, url: baseURL ?? '' }]);
    await home.open();
    await home.lookUp(account('01'));
    await bill.value('current-balance').waitFor();
    const bar = page.locator('.sticky-bar');
    /** Pixels from the top of the viewport. */
    const barEdges = async () => {
      const box = await bar.boundingBox();
      return { top: box?.y ?? NaN, bottom: (box?.y ?? NaN) + (box?.height ?? NaN) };
    };
    for (const height of [900, 780, 740, 640, 560]) {
      await page.setViewportSize({ width: 360, height });
      await expect(bar.getByRole('button'), `in ${height} px`).toBeInViewport({ ratio: 1 });
      expect((await barEdges()).bottom, `in ${height} px`).toBeCloseTo(height, 0);
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const footer = await page.getByTestId('site-footer').boundingBox();
    expect((footer?.y ?? NaN) + (footer?.height ?? NaN)).toBeLessThanOrEqual((await barEdges()).top);
  });
}

test('in a wide window a result and its receipt have details and actions beside them, in the first view @both', async ({
  account,
  startPayment,
  payment,
  result,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await startPayment(account('11'));
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await payment.pay.click();
  const right = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return (box?.x ?? NaN) + (box?.width ?? NaN);
  };
  const receiptLink = page.getByTestId('official-receipt');
  for (const part of [receiptLink, page.getByTestId('payment-id')]) await expect(part).toBeInViewport({ ratio: 1 });
  expect(await right(result.status)).toBeLessThan((await page.getByTestId('payment-id').boundingBox())?.x ?? NaN);
  await receiptLink.click();
  const download = page.getByTestId('receipt-pdf');
  for (const part of [download, page.getByTestId('back-to-result')]) await expect(part).toBeInViewport({ ratio: 1 });
  expect(await right(page.getByTestId('receipt'))).toBeLessThan((await download.boundingBox())?.x ?? NaN);
});
