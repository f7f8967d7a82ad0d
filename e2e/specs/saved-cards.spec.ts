import { openWithScriptsHeld } from '../fixtures/held-scripts';
import { expect, test } from '../fixtures/journey';

const expired =
  'The selected card has expired. Please update the expired card details or use other payment method to proceed.';

test('rejects an expired saved card and disables one whose issuer is offline @both', async ({
  account,
  startOrder,
  payment,
  page,
}) => {
  await startOrder(account('09'));
  await payment.method('savedCard').check();
  await expect(page.getByRole('radio', { name: 'ending in 0077' })).toBeDisabled();
  await payment.chooseSavedCard('4444', null);
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText(expired);
  await expect(page.locator('#uniqueCardId')).toHaveAttribute('aria-invalid', 'true');
});

test('an expired saved card says in its box that it is refused, and leads to a new card @both', async ({
  account,
  startOrder,
  payment,
  page,
  javaScriptEnabled,
}) => {
  await startOrder(account('09'));
  const card = page.locator('.choice', { has: page.locator('> input[name="uniqueCardId"]') });
  const [usable, refused] = [card.filter({ hasText: '1111' }), card.filter({ hasText: '4444' })];
  await expect(refused.getByText(expired)).toBeHidden();
  await refused.getByRole('radio').check();
  await expect(refused.getByText(expired)).toBeVisible();
  await payment.email.fill('payer@ebill.example');
  await payment.field('savedCardCvv').fill('123');
  await payment.pay.click();
  // Without scripts the window begins at what has the focus.
  if (javaScriptEnabled === false) await expect(refused.getByText(expired)).toBeInViewport({ ratio: 1 });
  // Once more in the summary, which links to the card.
  await expect(page.getByText(expired).filter({ visible: true })).toHaveCount(2);
  await payment.errorSummary.getByRole('link', { name: expired }).click();
  await expect(refused.getByText(expired)).toBeInViewport({ ratio: 1 });
  await usable.getByRole('radio').check();
  await expect(refused.getByText(expired)).toBeHidden();
  await refused.getByRole('radio').check();
  await refused.getByRole('link', { name: 'Use a new card' }).click();
  await expect(payment.method('newCard')).toBeFocused();
  await expect(payment.method('newCard')).toBeInViewport();
  if (javaScriptEnabled === false) return;
  await expect(payment.method('newCard')).toBeChecked();
  await expect(payment.field('cardNumber')).toBeInViewport({ ratio: 1 });
});

test('the removal of a saved card is confirmed in view @both', async ({
  account,
  startOrder,
  page,
  javaScriptEnabled,
}) => {
  await startOrder(account('09'));
  await page.getByRole('button', { name: 'Remove Mastercard ending in 4444' }).click();
  await page.getByTestId('confirm').click();
  const confirmation =
    javaScriptEnabled === false
      ? page.getByTestId('card-removed')
      : page.getByText('Mastercard ending in 4444 is removed.');
  await expect(confirmation).toBeInViewport({ ratio: 1 });
});

test('removes a saved card after confirmation and keeps the other cards and the input @both', async ({
  account,
  startOrder,
  payment,
  page,
}) => {
  await startOrder(account('09'));
  await payment.method('savedCard').check();
  await expect(page.getByTestId('remove-card')).toHaveCount(3);
  await payment.email.fill('typed@ebill.example');
  await payment.field('phoneNumber').fill('12 345 6789');
  const removeButton = page.getByRole('button', { name: 'Remove Mastercard ending in 4444' });
  await removeButton.click();
  // The confirmation is in place with scripts, and a separate page without.
  await page.getByText('No, keep it').click();
  await expect(payment.email).toHaveValue('typed@ebill.example');
  await removeButton.click();
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('remove-card')).toHaveCount(2);
  await expect(payment.method('savedCard')).toBeChecked();
  await expect(page.getByRole('radio', { name: 'ending in 1111' })).toBeChecked();
  await expect(payment.email).toHaveValue('typed@ebill.example');
  await expect(payment.field('phoneNumber')).toHaveValue('12 345 6789');
  await expect(page.getByRole('radio', { name: 'ending in 4444' })).toHaveCount(0);
});

test('where no saved card can be used, the row of the method says so @both', async ({
  account,
  startOrder,
  payment,
  page,
}) => {
  await startOrder(account('09'));
  const row = page.locator('label[for="selectedPaymentMethod-savedCard"]');
  await expect(row).toContainText('Visa ending in 1111');
  for (const card of ['Visa ending in 1111', 'Mastercard ending in 4444']) {
    await page.getByRole('button', { name: `Remove ${card}` }).click();
    await page.getByTestId('confirm').click();
    await expect(page.getByRole('button', { name: `Remove ${card}` })).toHaveCount(0);
    // What is below the removed card has moved up.
    await expect(payment.field('savedCardCvv')).toBeHidden();
  }
  await expect(row).toContainText('None of these cards can be used now');
  await page.reload();
  await expect(row).toContainText('None of these cards can be used now');
});

test('at the maximum of saved cards another cannot be saved, and the page says why @both', async ({
  account,
  startOrder,
  payment,
  page,
}) => {
  await startOrder(account('10'));
  await payment.method('newCard').check();
  await expect(payment.field('saveCard')).toBeDisabled();
  await expect(page.getByText('You have reached the maximum number of saved cards.')).toBeVisible();
});

test('a customer with saved cards has one chosen, also where nothing is remembered @both', async ({
  account,
  startOrder,
  payment,
  page,
  bank,
}) => {
  await startOrder(account('09'));
  await expect(payment.method('savedCard')).toBeChecked();
  await expect(page.getByRole('radio', { name: 'ending in 1111' })).toBeChecked();
  await payment.field('savedCardCvv').fill('123');
  await payment.email.fill('payer@ebill.example');
  await payment.pay.click();
  await bank.arrive();
});

test('the CVV is between the chosen card and the next one', async ({ account, startOrder, payment, page }) => {
  await startOrder(account('09'));
  const cards = page.locator('.choice:has(> [name="uniqueCardId"])');
  await expect(payment.field('savedCardCvv')).toBeVisible();
  const [chosen, cvv, next] = await Promise.all(
    [cards.nth(0), payment.field('savedCardCvv'), cards.nth(1)].map((part) => part.boundingBox()),
  );
  expect(cvv?.y).toBeGreaterThan((chosen?.y ?? NaN) + (chosen?.height ?? NaN));
  expect((cvv?.y ?? NaN) + (cvv?.height ?? NaN)).toBeLessThan(next?.y ?? NaN);
});

test('the CVV of a saved card that is typed while the scripts load keeps its digits and the focus', async ({
  account,
  startOrder,
  payment,
  page,
}) => {
  await startOrder(account('09'));
  const releaseScripts = await openWithScriptsHeld(page, page.url());
  const cvv = payment.field('savedCardCvv');
  await cvv.pressSequentially('12');
  await releaseScripts();
  // A fieldset of another method is disabled once the page works by scripts.
  await expect(payment.field('cardNumber')).toBeDisabled();
  await expect(cvv).toBeFocused();
  await page.keyboard.press('3');
  await expect(cvv).toHaveValue('123');
});

test('where the device remembers another method, that is chosen', async ({
  account,
  startOrder,
  startPayment,
  payment,
  bank,
}) => {
  await startPayment(account('01'));
  await payment.choosePlain('m2u');
  await payment.pay.click();
  await bank.arrive();
  await startOrder(account('09'));
  await expect(payment.method('m2u')).toBeChecked();
  await payment.method('savedCard').check();
  await payment.page.reload();
  await expect(payment.method('savedCard')).toBeChecked();
});

test('row 31: the CVV of a saved card leaves the browser only encrypted', async ({
  account,
  startOrder,
  payment,
  page,
  bank,
}) => {
  await startOrder(account('09'));
  const submission = page.waitForRequest('**/api/payment/pay');
  await payment.chooseSavedCard('1111', '987');
  await payment.pay.click();
  const body = new URLSearchParams((await submission).postData() ?? '');
  expect(body.get('savedCardCvv')?.split('.')).toHaveLength(5);
  await bank.arrive();
});

test('Enter in a field of a form with remove buttons pays and removes nothing @both', async ({
  account,
  startOrder,
  payment,
  page,
  bank,
}) => {
  await startOrder(account('09'));
  await payment.chooseSavedCard('1111');
  await payment.email.press('Enter');
  await bank.arrive();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
});

test('row 15: a card is saved on the device that asks for it, and offered only there @both', async ({
  account,
  startPayment,
  payment,
  result,
  page,
  browser,
}) => {
  await startPayment(account('01'));
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await payment.field('saveCard').check();
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'successful');

  await startPayment(account('02'));
  await payment.chooseSavedCard('4242');
  const otherContext = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.77' } });
  const otherPage = await otherContext.newPage();
  await otherPage.goto(page.url());
  await expect(otherPage.getByTestId('pay')).toBeVisible();
  await expect(otherPage.getByText('ending in 4242')).toHaveCount(0);
  await otherContext.close();
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'successful');
});
