import { chooseLocale, findAxeViolations } from '../fixtures/accessibility';
import { interpolate } from '../fixtures/interpolate';
import { expect, test } from '../fixtures/journey';
import { routes } from '../../lib/routes';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';
import ta from '../../messages/ta.json';
import zh from '../../messages/zh-Hans.json';

/* Reminders of bills by e-mail, as far as they need no clock: asked for, confirmed and stopped. */

const words = en.emailReminder;
const masked = (accountNumber: string) => `••••••${accountNumber.slice(-4)}`;
/** A message with three days in it. */
const inDays = (text: string, days: string, values: Record<string, string> = {}) =>
  interpolate(text.replace(/\{days, plural, .*?\}\}/, days), values);

test('reminders are asked for on the bill, confirmed and stopped by links @both', async ({
  account,
  home,
  bill,
  reminder,
  page,
  javaScriptEnabled,
}) => {
  test.slow();
  const expectAccessible = async () => {
    // axe awaits promises in the page, which are never settled without scripts.
    if (javaScriptEnabled !== false) expect(await findAxeViolations(page)).toEqual([]);
  };
  const accountNumber = account('01');
  const email = `bill-${accountNumber}@ebill.example`;
  await home.open();
  await home.lookUp(accountNumber);
  await expect(bill.pay).toBeVisible();
  await reminder.offer.click();
  await expect(reminder.title).toHaveText(words.title);
  await reminder.email.fill('no address');
  await reminder.ask.click();
  await expect(reminder.errorSummary).toContainText(en.validation.email);
  expect(await reminder.email.inputValue()).toBe('no address');
  await reminder.email.fill(email);
  await reminder.ask.click();
  await expect(reminder.title).toHaveText(words.askedTitle);
  await expect(reminder.status).toHaveText(words.askedText);
  await expectAccessible();

  const confirmLink = await reminder.findLink(email, 'confirm');
  await page.goto(confirmLink);
  await expect(reminder.title).toHaveText(words.confirmTitle);
  expect(await page.content()).not.toContain(accountNumber.slice(-4));
  await expectAccessible();
  await reminder.confirm.click();
  await expect(reminder.title).toHaveText(words.confirmedTitle);
  await expect(reminder.status).toHaveText(inDays(words.confirmedText, '3 days', { account: masked(accountNumber) }));

  await page.goto(await reminder.findLink(email, 'stop'));
  await expect(page.getByText(interpolate(words.stopText, { account: masked(accountNumber) }))).toBeVisible();
  await expectAccessible();
  await reminder.confirm.click();
  await expect(reminder.title).toHaveText(words.stoppedTitle);
  await page.goto(confirmLink);
  await expect(reminder.title).toHaveText(words.stoppedTitle);
  expect(await reminder.mails(email)).toHaveLength(1);
});

test('after a payment reminders of the next bill are offered to the visit that has paid @both', async ({
  account,
  startPayment,
  payment,
  payAtBank,
  reminder,
  result,
  page,
  browser,
}) => {
  const accountNumber = account('01');
  const email = `paid-${accountNumber}@ebill.example`;
  await startPayment(accountNumber);
  await payment.chooseBank('fpx', 'MB2U0227', email);
  await payAtBank('Approve');
  await expect(reminder.offer).toHaveText(en.result.emailReminder);
  const shared = page.url();
  await reminder.askFor(email);
  await page.goto(await reminder.findLink(email, 'confirm'));
  await reminder.confirm.click();
  await expect(reminder.status).toContainText(masked(accountNumber));

  const stranger = await browser.newContext();
  const opened = await stranger.newPage();
  await opened.goto(shared);
  await expect(opened.getByTestId('payment-status')).toBeVisible();
  await expect(opened.getByTestId('ask-reminder')).toHaveCount(0);
  await stranger.close();
  expect(result.page.url()).not.toContain(accountNumber);
});

test('a link that is not one of ours is not found @both', async ({ page, reminder, allowConsoleError }) => {
  allowConsoleError(/status of 404/);
  for (const route of [routes.confirmReminder, routes.stopReminder]) {
    for (const query of ['', '?token=', `?token=${'a'.repeat(26)}.${'b'.repeat(43)}`, '?token=%3Cb%3E']) {
      const opened = await page.goto(route + query);
      expect(opened?.status()).toBe(404);
      await expect(reminder.title).toHaveText(words.invalidTitle);
    }
  }
});

test('without a bill the page leads to the look-up @both', async ({ page }) => {
  await page.goto(routes.askReminder);
  expect(new URL(page.url()).pathname).toBe(routes.home);
});

for (const [locale, texts] of [
  ['ms', ms],
  ['zh-Hans', zh],
  ['ta', ta],
] as const) {
  test(`e-mails and pages are in the payer’s language: ${locale}`, async ({ account, home, bill, reminder, page }) => {
    const accountNumber = account('01');
    const email = `${locale}-${accountNumber}@ebill.example`;
    await home.open();
    await chooseLocale(page.context(), locale, page.url());
    await home.lookUp(accountNumber);
    await expect(bill.pay).toBeVisible();
    await expect(reminder.offer).toHaveText(texts.bill.emailReminder);
    await reminder.askFor(email);
    await expect(reminder.title).toHaveText(texts.emailReminder.askedTitle);
    await page.goto(await reminder.findLink(email, 'confirm'));
    expect((await reminder.mails(email))[0]?.split('\n')[0]).toBe(texts.emailReminderMessage.confirm);
    await reminder.confirm.click();
    await expect(reminder.title).toHaveText(texts.emailReminder.confirmedTitle);
  });
}
