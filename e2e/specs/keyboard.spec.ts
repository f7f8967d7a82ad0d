import { tabTo, type } from '../fixtures/keyboard';
import { expect, test as journey } from '../fixtures/journey';
import en from '../../messages/en.json';

/*
 * Journeys by keyboard on a desktop: focus order, a visible focus ring, no keyboard trap, and what screen readers announce.
 */

interface KeyboardFixtures {
  /** On a newly opened page: expects its heading, and follows the skip link, the first tab stop. */
  skipTo: (heading: string) => Promise<void>;
}

const test = journey.extend<KeyboardFixtures>({
  skipTo: async ({ page }, use) => {
    await use(async (heading) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      const skip = page.getByRole('link', { name: en.layout.skipToContent });
      expect(await tabTo(skip)).toEqual([en.layout.skipToContent]);
      await expect(skip).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Enter');
      await expect(page.locator('#main')).toBeFocused();
    });
  },
});

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false });

test('pays by FPX from home to the result', async ({ page, skipTo, home, bill, payment, bank, result, account }) => {
  await home.open();
  await skipTo(en.home.title);
  expect(await tabTo(home.accountNumber)).toEqual(['accountNumber']);
  await type(page, '12345');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: en.validation.accountNumberFormat })).toBeVisible();
  await expect(home.errorSummary).toBeFocused();
  await expect(home.accountNumber).toHaveAccessibleDescription(new RegExp(en.validation.accountNumberFormat));
  const errorLink = home.errorSummary.getByRole('link');
  expect(await tabTo(errorLink)).toEqual([en.validation.accountNumberFormat]);
  await page.keyboard.press('Enter');
  await expect(home.accountNumber).toBeFocused();
  await type(page, account('11'));
  await page.keyboard.press('Enter');

  await skipTo(en.bill.title);
  expect(await tabTo(bill.pay)).toEqual(['payOption=current', 'email', 'phoneNumber', 'add-account', 'pay']);
  await page.keyboard.press('Enter');

  await skipTo(en.payment.title);
  expect(await tabTo(payment.pay)).toEqual([
    ...['change-amount', 'more-time', 'continue-on-phone', 'userEmailAddress'],
    ...['selectedPaymentMethod=fpx', 'phoneNumber', 'pay'],
  ]);
  // Passing the methods by is no error yet.
  await expect(payment.errorSummary).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: en.validation.methodRequired })).toBeVisible();
  await expect(payment.errorSummary).toBeFocused();
  await tabTo(payment.email);
  await type(page, 'payer@ebill.example');
  await tabTo(payment.method('fpx'));
  do await page.keyboard.press('ArrowDown');
  while (!(await payment.method('fpx').isChecked()));
  expect(await tabTo(payment.field('fpxBankID'))).toEqual([
    ...['Maybank2U', 'CIMB Clicks', 'Public Bank', 'RHB', 'Hong Leong Bank', 'Bank Islam'],
    ...[en.payment.searchBank, 'fpxBankID'],
  ]);
  await page.keyboard.type('Maybank');
  await expect(payment.field('fpxBankID')).toHaveValue('MB2U0227');
  expect(await tabTo(payment.pay)).toEqual([
    `FPX’s terms and conditions ${en.layout.opensInNewTab}`,
    'phoneNumber',
    'pay',
  ]);
  await page.keyboard.press('Enter');

  await bank.arrive();
  await page.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expect(page.getByRole('status').filter({ has: page.getByRole('heading', { level: 1 }) })).toContainText(
    en.result.successful.title,
  );
  await skipTo(en.result.successful.title);
  expect(await tabTo(page.getByRole('link', { name: en.layout.goHome, exact: true }))).toEqual([
    ...['official-receipt', en.result.share],
    // The copy button of the payment id; the others are under 'References'.
    ...[en.result.copy, en.result.moreDetails, en.layout.goHome],
  ]);
});

test('pays by card after an error that is announced and linked', async ({
  page,
  skipTo,
  payment,
  paymentApi,
  account,
  result,
}) => {
  await page.goto(`/epayment/entry?refid=${await paymentApi.createPayment(account('11'))}`);
  await skipTo(en.payment.title);
  await tabTo(payment.email);
  await type(page, 'payer@ebill.example');
  await tabTo(payment.method('fpx'));
  // The chosen method is in view, whatever panels open and close.
  for (const height of [800, 640]) {
    await page.setViewportSize({ width: height === 800 ? 1280 : 360, height });
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('ArrowDown');
      await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 });
    }
  }
  while (!(await payment.method('newCard').isChecked())) await page.keyboard.press('ArrowDown');
  const fields = ['cardNumber', 'cardExpiry', 'cardCvv', 'cardName', 'saveCard'];
  expect(await tabTo(payment.field('saveCard'))).toEqual(fields);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: en.validation.cardNumber })).toBeVisible();
  // The summary, and the first field below the window: that has the focus, in view.
  await expect(payment.field('cardNumber')).toBeFocused();
  await expect(payment.field('cardNumber')).toBeInViewport({ ratio: 1 });
  await payment.errorSummary.getByRole('link', { name: en.validation.cardNumber }).press('Enter');
  await expect(payment.field('cardNumber')).toBeFocused();
  await expect(payment.field('cardNumber')).toHaveAccessibleDescription(new RegExp(en.validation.cardNumber));
  await type(page, '4242424242424242');
  for (const [field, text] of [
    ['cardExpiry', '1239'],
    ['cardCvv', '123'],
    ['cardName', 'AMINAH BINTI ALI'],
  ] as const) {
    expect(await tabTo(payment.field(field))).toEqual([field]);
    await type(page, text);
  }
  await page.keyboard.press('Enter');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await skipTo(en.result.successful.title);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  for (const method of ['fpx', 'newCard', 'wallet'] as const) {
    test(`nothing covers what has the focus on the payment page, forwards and backwards: ${method}`, async ({
      page,
      payment,
      startOrder,
      account,
    }) => {
      await startOrder(account('09'), { partnerKey: 'DEMO-SHOP' });
      await payment.method(method).check();
      // The bar with the pay button is over the page, at the window's lower edge.
      const bar = page.locator('.sticky-bar');
      await expect(bar).toHaveCSS('position', 'fixed');
      await page.evaluate(() => {
        window.scrollTo(0, 0);
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      const skip = page.getByRole('link', { name: en.layout.skipToContent });
      const last = page.locator('footer a, footer button').last();
      await skip.focus();
      const forwards = await tabTo(last);
      expect(forwards).toContain('pay');
      expect(forwards.length).toBeGreaterThan(8);
      expect(await tabTo(skip, 'Shift+Tab')).toContain('pay');
    });
  }

  test('more time, asked for in the bar, leaves the focus in the bar', async ({
    page,
    payment,
    startOrder,
    account,
  }) => {
    await page.clock.install();
    await startOrder(account('09'), { partnerKey: 'DEMO-SHOP' });
    await payment.method('newCard').check();
    await page.clock.runFor(11 * 60_000);
    await payment.field('cardName').focus();
    const more = page.getByTestId('time-warning').getByRole('button', { name: en.payment.moreTime });
    await tabTo(more);
    await page.keyboard.press('Enter');
    const countSoon = async () => {
      await page.clock.runFor(1_000);
      return more.count();
    };
    await expect.poll(countSoon).toBe(0);
    await expect(payment.pay).toBeFocused();
    await expect(payment.pay).toBeInViewport({ ratio: 1 });
    const deadline = page.getByTestId('payment-timer');
    const said = await deadline.getByRole('status').innerText();
    expect(said).toMatch(/\d:\d\d (am|pm)/);
    await expect(deadline.getByText(said, { exact: true })).toHaveCount(2);
    expect(await tabTo(page.getByTestId('cancel'))).toEqual(['cancel']);
  });

  test('more time, asked for above the form, moves the focus to the deadline, which is in view', async ({
    page,
    sandbox,
  }) => {
    const items = ['Decoder', 'Dish'].map((name) => ({ name, amount: 12_900 }));
    const { url } = await sandbox.createOrder({ partnerKey: 'DEMO-SHOP', items });
    await page.goto(url);
    const deadline = page.getByTestId('payment-timer').locator('p').first();
    const before = await deadline.innerText();
    expect((await deadline.boundingBox())?.height).toBeGreaterThan(12);
    await page.getByTestId('more-time').press('Enter');
    await expect(deadline).toBeFocused();
    await expect(deadline).toBeInViewport({ ratio: 1 });
    expect(await deadline.innerText()).not.toBe(before);
    await page.keyboard.press('Tab');
    await expect(page.getByTestId('more-time')).toBeFocused();
  });

  test('the link of an error about the methods leads to the first one, below their question', async ({
    page,
    payment,
    startOrder,
    account,
  }) => {
    await startOrder(account('01'), { partnerKey: 'DEMO-SHOP' });
    await payment.pay.focus();
    await page.keyboard.press('Enter');
    await expect(payment.errorSummary).toBeFocused();
    await tabTo(payment.errorSummary.getByRole('link', { name: en.validation.methodRequired }));
    await page.keyboard.press('Enter');
    await expect(page.locator('[name="selectedPaymentMethod"]:enabled').first()).toBeFocused();
    await expect(page.getByRole('heading', { name: en.payment.methodLegend })).toBeInViewport({ ratio: 1 });
  });

  test('what is said once no saved card is left is in view', async ({ page, payment, startOrder, account }) => {
    await startOrder(account('09'), { partnerKey: 'DEMO-SHOP' });
    await payment.method('savedCard').check();
    const cards = page.locator('[name="uniqueCardId"]');
    for (let left = await cards.count(); left > 0; left -= 1) {
      await page.getByTestId('remove-card').first().press('Enter');
      await page.getByTestId('confirm').first().press('Enter');
      await expect(cards).toHaveCount(left - 1);
    }
    await expect(page.getByRole('radiogroup', { name: en.payment.methodLegend })).toBeFocused();
    await expect(page.getByText(en.payment.removedLastCard)).toBeInViewport({ ratio: 1 });
  });
});

test('cancels a partner’s order', async ({ page, skipTo, payment, startOrder, account, result }) => {
  await startOrder(account('09'), { partnerKey: 'DEMO-SHOP' });
  await skipTo(en.payment.title);
  await tabTo(payment.pay);
  const cancel = page.getByTestId('cancel');
  expect(await tabTo(cancel)).toEqual(['cancel']);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: en.payment.cancelTitle });
  const keep = question.getByRole('button', { name: en.payment.cancelKeep });
  const confirm = question.getByTestId('confirm');
  await expect(keep).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(keep).toBeFocused();
  await expect(question).toHaveAccessibleDescription(en.payment.cancelText);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  // The focus stays inside.
  for (const [key, button] of [
    ['Shift+Tab', confirm],
    ['Shift+Tab', keep],
    ['Tab', confirm],
    ['Tab', keep],
    ['Tab', confirm],
  ] as const) {
    await page.keyboard.press(key);
    await expect(button).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(result.status).toHaveAttribute('data-status', 'cancelled');
  await skipTo(en.result.cancelled.text);
});

test('removes a saved card after a confirmation', async ({ page, skipTo, payment, startOrder, account }) => {
  await startOrder(account('09'));
  await skipTo(en.payment.title);
  await tabTo(payment.method('savedCard'));
  await page.keyboard.press('Space');
  const remove = page.getByTestId('remove-card').first();
  expect(await tabTo(remove)).toEqual([expect.stringMatching(/^uniqueCardId=card-/), 'remove-card']);
  await page.keyboard.press('Enter');
  await page.getByTestId('confirm').waitFor();
  expect(await tabTo(page.getByRole('button', { name: en.payment.removeKeep }))).toEqual([en.payment.removeKeep]);
  await page.keyboard.press('Enter');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await tabTo(page.getByTestId('confirm').first())).toEqual([en.payment.removeKeep, 'confirm']);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('remove-card')).toHaveCount(2);
  const cards = page.getByRole('radiogroup', { name: en.payment.savedCard });
  await expect(cards).toBeFocused();
  await expect(cards).toHaveAccessibleDescription(/ending in \d{4} is removed\.$/);
});
