import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import en from '../../messages/en.json';
import { paymentPath } from '../../lib/routes';

/** A payer whose fields and taps are counted. */
function countSteps() {
  const steps = { fields: 0, taps: 0 };
  return {
    steps,
    async tap(target: Locator) {
      steps.taps += 1;
      await target.click();
    },
    async type(field: Locator, text: string) {
      steps.fields += 1;
      // A saved card is chosen by what the device remembers, once the page is hydrated.
      await expect(field).toBeVisible();
      await field.pressSequentially(text);
    },
  };
}

const bankTile = (page: Page, name: string) =>
  page.getByRole('group', { name: en.payment.mainBanks }).getByRole('button', { name, exact: true });

test('on a first visit online banking takes at most 2 fields and 4 taps from a bill’s link to the bank', async ({
  account,
  sandbox,
  page,
  bill,
  payment,
  bank,
}) => {
  const { steps, tap, type } = countSteps();
  await page.goto((await sandbox.createLink(account('01'), null)).url);
  await tap(bill.pay);
  await payment.refid();
  await type(payment.email, 'payer@ebill.example');
  await tap(page.getByText(en.methods.fpx, { exact: true }));
  await tap(bankTile(page, 'Maybank2U'));
  await tap(payment.pay);
  await bank.arrive();
  expect(steps.fields).toBeLessThanOrEqual(2);
  expect(steps.taps).toBeLessThanOrEqual(4);
});

test('a mistyped mail domain is questioned without moving what is pressed, and corrected by one press', async ({
  account,
  page,
  startPayment,
  payment,
}) => {
  await startPayment(account('01'));
  await payment.email.clear();
  await payment.email.pressSequentially('payer@gmial.com');
  await page.getByText(en.methods.fpx, { exact: true }).click();
  await expect(payment.method('fpx')).toBeChecked();
  const suggestion = page.getByTestId('correct-email');
  await expect(suggestion).toHaveText(en.layout.didYouMean.replace('{email}', 'payer@gmail.com'));
  await suggestion.click();
  await expect(payment.email).toHaveValue('payer@gmail.com');
  await expect(payment.email).toBeFocused();
  await expect(suggestion).toHaveCount(0);
});

test('on a first visit a card takes at most 5 fields and 2 taps from a link with an amount to the result', async ({
  account,
  sandbox,
  page,
  payment,
  result,
}) => {
  const { steps, tap, type } = countSteps();
  await page.goto((await sandbox.createLink(account('01'), 5_000)).url);
  await payment.refid();
  await type(payment.email, 'payer@ebill.example');
  await tap(page.getByText(en.methods.newCard, { exact: true }));
  await type(payment.field('cardNumber'), '4242424242424242');
  await type(payment.field('cardExpiry'), '1239');
  await type(payment.field('cardCvv'), '123');
  await type(payment.field('cardName'), 'Aminah binti Ali');
  await tap(payment.pay);
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  expect(steps.fields).toBeLessThanOrEqual(5);
  expect(steps.taps).toBeLessThanOrEqual(2);
});

for (const [method, provider, name] of [
  ['m2u', null, en.methods.m2u],
  ['fpx', 'PBB0233', 'Public Bank'],
  ['wallet', 'touchngo', en.wallets.touchngo],
] as const) {
  test(`a payer who has paid with ${name} on this device pays by one tap on a button that says so`, async ({
    account,
    sandbox,
    page,
    payment,
    bank,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto((await sandbox.createLink(account('01'), 5_000)).url);
    if (method === 'fpx') await payment.chooseBank(method, provider);
    else if (method === 'wallet') await payment.chooseProvider(method, provider);
    else await payment.choosePlain(method);
    await payment.pay.click();
    await bank.arrive();

    await page.goto((await sandbox.createLink(account('02'), 6_000)).url);
    const button = page.getByRole('button', { name: `Pay RM60.00 with ${name}` });
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.click();
    await bank.arrive();
    await expect(page.getByText('60.00').first()).toBeVisible();
  });
}

test('a payer who has saved a card on this device pays with its CVV and one tap', async ({
  account,
  startPayment,
  payment,
  result,
  page,
}) => {
  await startPayment(account('01'));
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await payment.field('saveCard').check();
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'successful');

  await startPayment(account('02'));
  const { steps, tap, type } = countSteps();
  await type(payment.field('savedCardCvv'), '123');
  await tap(page.getByRole('button', { name: /^Pay RM[\d,.]+ with Visa ending in 4242$/ }));
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  expect(steps).toEqual({ fields: 1, taps: 1 });
});

test('the account, the masked name of its holder and the amount can be checked, and the amount changed @both', async ({
  account,
  home,
  bill,
  payment,
  page,
  javaScriptEnabled,
}) => {
  await home.open();
  await home.lookUp(account('01'));
  const name = await bill.value('account-name').innerText();
  await bill.email.fill('payer@ebill.example');
  await bill.payOther('50');
  const first = await payment.refid();
  await expect(page.getByTestId('account-ending')).toContainText(account('01').slice(-4));
  await expect(page.getByTestId('account-name')).toHaveText(name);
  expect(name).toContain('***');
  // The biller's name on the official receipt.
  await expect(page.getByTestId('paid-to')).toHaveText('Example TV Sdn. Bhd.');
  await payment.field('phoneNumber').fill('12 345 6789');
  await page.getByTestId('change-amount').click();

  await expect(page).toHaveURL(/\/pay\/ebill$/);
  await expect(bill.option('other')).toBeChecked();
  await expect(bill.amount).toHaveValue('50.00');
  await expect(bill.email).toHaveValue('payer@ebill.example');
  await expect(bill.phoneNumber).toHaveValue(javaScriptEnabled === false ? '' : '12 345 6789');
  await bill.payOther('60');
  expect(await payment.refid()).not.toBe(first);
  await expect(payment.total).toHaveText('RM60.00');
  await expect(payment.email).toHaveValue('payer@ebill.example');
});

test('neither the name nor another amount is offered to who has only the link, nor for a partner’s order @both', async ({
  account,
  startPayment,
  startOrder,
  payment,
  page,
  browser,
}) => {
  await startPayment(account('01'));
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByTestId('account-ending')).toBeVisible();
  await expect(stranger.getByTestId('account-name')).toHaveCount(0);
  await expect(stranger.getByTestId('change-amount')).toHaveCount(0);
  await stranger.context().close();
  await startOrder(account('02'));
  await expect(payment.total).toBeVisible();
  await expect(page.getByTestId('change-amount')).toHaveCount(0);
});

/** Returns the height of the bar with the pay button (CSS pixels). */
const barHeight = async (page: Page) => (await page.locator('.sticky-bar').boundingBox())?.height;

for (const [width, height] of [
  [360, 640],
  [1280, 800],
] as const) {
  test(`at ${width} × ${height} the pay button is in view on load, and the total is stated twice @both`, async ({
    account,
    startPayment,
    payment,
    page,
    javaScriptEnabled,
  }) => {
    await page.setViewportSize({ width, height });
    await startPayment(account('01'));
    const total = await payment.total.innerText();
    await expect(payment.pay).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(total).filter({ visible: true })).toHaveCount(2);
    if (width > 360) return;
    expect(await barHeight(page)).toBeLessThanOrEqual(64);
    if (javaScriptEnabled === false) return;
    await payment.method('m2u').check();
    await expect(payment.pay).toContainText(en.methods.m2u);
    // Its label has two lines.
    expect(await barHeight(page)).toBeLessThanOrEqual(72);
  });
}

test('the six main banks are in two rows of three on a desktop', async ({ account, startPayment, payment, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await startPayment(account('01'));
  await payment.method('fpx').check();
  const tiles = page.getByRole('group', { name: en.payment.mainBanks }).getByRole('button');
  await expect(tiles).toHaveCount(6);
  const tops = await tiles.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(tops.filter((top) => top === tops[0])).toHaveLength(3);
  expect(new Set(tops).size).toBe(2);
});

test.describe('after an attempt, on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('the reason why it has not paid is in view before anything is scrolled @both', async ({
    account,
    startPayment,
    payment,
    payAtBank,
    result,
    page,
  }) => {
    await startPayment(account('01'));
    await payment.chooseBank('fpx', 'MB2U0227');
    await payAtBank('Decline');
    await expect(result.status).toHaveAttribute('data-status', 'failed');
    await page.getByTestId('try-again').click();
    await payment.refid();
    await expect(page.getByTestId('failed-attempt')).toBeInViewport({ ratio: 1 });
  });

  test('back from the bank the notice of the attempt under way is in view and has the focus, and the button pays again', async ({
    account,
    startPayment,
    payment,
    bank,
    page,
  }) => {
    const refid = await startPayment(account('01'));
    await payment.chooseBank('fpx', 'MB2U0227');
    await payment.pay.scrollIntoViewIfNeeded();
    await payment.pay.click();
    await bank.arrive();
    await page.goBack();
    await expect(page).toHaveURL(paymentPath(refid));
    const notice = page.getByTestId('attempt-in-progress');
    await expect(notice).toBeFocused();
    await expect(notice.getByText(en.payment.inProgressTitle)).toBeInViewport({ ratio: 1 });
    // FPX accepts a request once: nothing leads back to it.
    await expect(notice.getByRole('link')).toHaveText([en.payment.inProgressCheck]);
    await expect(payment.pay).toContainText(en.payment.payAgain.replace('{amount}', await payment.total.innerText()));
    // Its label has two lines.
    expect(await barHeight(page)).toBeLessThanOrEqual(72);
    await page.mouse.wheel(0, 4_000);
    await expect(notice).not.toBeInViewport();
    await page.reload();
    await expect(notice.getByText(en.payment.inProgressTitle)).toBeInViewport({ ratio: 1 });
  });
});
