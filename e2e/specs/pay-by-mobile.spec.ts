import { findAxeViolations } from '../fixtures/accessibility';
import { expect, test } from '../fixtures/journey';
import en from '../../messages/en.json';

/** A different number for each test, so that their messages do not mix. */
const numbers = {
  wrong: '012-000 0011',
  refused: '60120000099',
  cancelled: '60130000031',
  typed: '60120000041',
  left: '60120000051',
} as const;

test('a wrong number and a wrong TAC show the specified messages @both', async ({
  account,
  startPayment,
  payment,
  payByMobile,
}) => {
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await payByMobile.requestTac('0312345678');
  await expect(payByMobile.errorSummary).toContainText('Invalid Phone Number (mobile number format e.g 601XXXXXXXXX)');
  await expect(payByMobile.number).toHaveAttribute('aria-invalid', 'true');
  await payByMobile.reload();
  await payByMobile.requestTac(numbers.refused);
  await expect(payByMobile.errorSummary).toContainText('Invalid Phone Number');
  await payByMobile.requestTac(numbers.wrong);
  await expect(payByMobile.page.getByText('We have sent a code by text message to +60 12-000 0011.')).toBeVisible();
  await payByMobile.enterTac('000000');
  await expect(payByMobile.errorSummary).toContainText('Invalid verification code, Please try again');
  await expect(payByMobile.tac).toHaveAttribute('aria-invalid', 'true');
});

test('cancelling pay by mobile warns and allows another method @both', async ({
  account,
  startPayment,
  payment,
  payByMobile,
  result,
}) => {
  const refid = await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-b');
  await payment.pay.click();
  await payByMobile.requestTac(numbers.cancelled);
  await expect(payByMobile.tac).toBeVisible();
  await expect(payByMobile.page).toHaveURL(/\/view\/dcb\?/);
  await payByMobile.page.getByTestId('cancel').click();
  await expect(payByMobile.page.getByText('an action you have taken may be repeated')).toBeVisible();
  await payByMobile.page.getByTestId('confirm').click();
  await expect(result.page).toHaveURL(new RegExp(`/cancelDCBPayment\\?refid=${refid}$`));
  await expect(result.status).toHaveAttribute('data-status', 'cancelled');
  await result.page.getByTestId('try-again').click();
  expect(await payment.refid()).toBe(refid);
  // The cancelled attempt's TAC is not valid for the next attempt.
  await payment.chooseProvider('dcb', 'carrier-b');
  await payment.pay.click();
  await expect(payByMobile.sendCode).toBeVisible();
  await expect(payByMobile.tac).toHaveCount(0);
});

test('leaving after a TAC was sent warns: a link on the page, the back button by the browser', async ({
  page,
  account,
  startPayment,
  payment,
  payByMobile,
}) => {
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await expect(payByMobile.number).toBeVisible();
  await payByMobile.requestTac(numbers.left);
  await expect(payByMobile.tac).toBeVisible();
  await payByMobile.tac.fill('1');
  const question = page.getByRole('dialog', { name: en.payByMobile.cancelTitle });
  await page.getByTestId('provider-logo').click();
  await expect(question).toContainText('an action you have taken may be repeated');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(payByMobile.tac).toHaveValue('1');
  const dialogs: string[] = [];
  page.once('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await page.goBack({ timeout: 5_000 }).catch(() => null);
  expect(dialogs).toEqual(['beforeunload']);
  await expect(payByMobile.tac).toBeVisible();
  await page.getByRole('link', { name: en.layout.terms }).click();
  await question.getByTestId('confirm').click();
  await expect(page).toHaveURL(/\/legal\/terms-and-conditions$/);
});

test('another TAC can be requested only after the countdown', async ({
  account,
  startPayment,
  payment,
  payByMobile,
}) => {
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-c');
  await payment.pay.click();
  await payByMobile.requestTac('60180000001');
  await expect(payByMobile.resendCode).toBeDisabled();
  await expect(payByMobile.countdown).toHaveAttribute('data-seconds', /^[1-5]\d$/);
});

test('validates the number and the TAC while typing', async ({ account, startPayment, payment, payByMobile }) => {
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await payByMobile.number.pressSequentially('0312345678');
  await payByMobile.sendCode.click();
  await expect(payByMobile.errorSummary).toBeFocused();
  await payByMobile.number.fill('');
  await payByMobile.number.pressSequentially(numbers.typed);
  await expect(payByMobile.errorSummary).toBeHidden();
  await payByMobile.sendCode.click();
  await expect(payByMobile.tac).toBeFocused();
  await payByMobile.tac.pressSequentially('12345');
  await payByMobile.verifyCode.click();
  await expect(payByMobile.errorSummary).toContainText(en.validation.tac);
  await expect(payByMobile.errorSummary).toBeFocused();
});

test('paths below /view/dcb are pay by mobile, other paths are not pages', async ({ page, allowConsoleError }) => {
  allowConsoleError(/status of 404/);
  expect((await page.goto('/view/dcbmore/and/more'))?.status()).toBe(200);
  await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'session-expired');
  expect((await page.goto('/view/other'))?.status()).toBe(404);
});
