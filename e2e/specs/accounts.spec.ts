import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import { balanceOfAccount } from '../../sandbox/scenarios/accounts';
import { formatRinggit } from '../../lib/domain/money';
import en from '../../messages/en.json';

async function text(page: Page, name: string) {
  return (await page.getByTestId(name).innerText()).trim();
}

test('1234567801 owes RM138.78 @both', async ({ page, home }) => {
  await home.open();
  await home.lookUp('1234567801');
  await expect(page).toHaveURL(/\/pay\/ebill$/);
  expect(await text(page, 'account-number')).toBe('1234567801');
  expect(await text(page, 'current-balance')).toBe('RM138.78');
});

for (const ending of ['08', '09', '10', '11', '99']) {
  test(`${ending}: shows the same bill as 01 @both`, async ({ home, bill, account }) => {
    const accountNumber = account(ending);
    await home.open();
    await home.lookUp(accountNumber);
    await expect(bill.value('current-balance')).toHaveText(formatRinggit(balanceOfAccount(accountNumber)));
    await expect(bill.value('bill-message')).toContainText(en.billMessages.active);
  });
}

test('00: nothing outstanding @both', async ({ page, home, bill, account }) => {
  await home.open();
  await home.lookUp(account('00'));
  await expect(bill.value('current-balance')).toHaveText('RM0.00');
  await expect(bill.value('bill-message')).toContainText(en.billMessages.noneOutstanding);
  await expect(page.getByTestId('overdue-balance')).toHaveText('RM0.00');
  await expect(page.getByTestId('bill-barcode')).toHaveCount(0);
});

test('01: active, due in 14 days @both', async ({ home, bill, account }) => {
  const accountNumber = account('01');
  await home.open();
  await home.lookUp(accountNumber);
  await expect(bill.value('current-balance')).toHaveText(formatRinggit(balanceOfAccount(accountNumber)));
  await expect(bill.value('overdue-balance')).toHaveText('RM0.00');
  await expect(bill.value('account-status')).toHaveText(en.accountStatus.active);
});

test('02: suspended, the whole balance overdue @both', async ({ home, bill, account }) => {
  const accountNumber = account('02');
  await home.open();
  await home.lookUp(accountNumber);
  await expect(bill.value('overdue-balance')).toHaveText(formatRinggit(balanceOfAccount(accountNumber)));
  await expect(bill.value('account-status')).toHaveText(en.accountStatus.suspended);
  await expect(bill.value('bill-message')).toContainText(en.billMessages.overdue);
  for (const option of ['current', 'overdue'] as const) await expect(bill.option(option)).toBeVisible();
  await expect(bill.option('overdue')).toHaveAccessibleName(
    `${en.bill.wholeBalanceOverdue} ${formatRinggit(balanceOfAccount(accountNumber))}`,
  );
});

test('03: half overdue, the newest bill not yet due @both', async ({ home, bill, account }) => {
  await home.open();
  await home.lookUp(account('03'));
  await expect(bill.value('bill-message')).toContainText(en.billMessages.overdueBeforeDueDate);
  await expect(bill.option('overdue')).toBeVisible();
});

test('04: has the New marker, 01 does not @both', async ({ page, home, bill, account }) => {
  await home.open();
  await home.lookUp(account('04'));
  await expect(bill.value('bill-new')).toBeVisible();
  await home.open();
  await home.lookUp(account('01'));
  await expect(bill.value('current-balance')).toBeVisible();
  await expect(page.getByTestId('bill-new')).toHaveCount(0);
});

test('05: rejects more than the current balance @both', async ({ home, bill, account }) => {
  await home.open();
  await home.lookUp(account('05'));
  await bill.payOther('20000');
  await expect(bill.errorSummary).toContainText(en.validation.amountAboveBalance);
});

test('06: credit balance, accepts an advance payment @both', async ({ page, home, bill, payment, account }) => {
  await home.open();
  await home.lookUp(account('06'));
  await expect(page.getByText(en.bill.inCredit.replace('{amount}', 'RM20.00'))).toBeVisible();
  await expect(page.getByTestId('bill-barcode')).toHaveCount(0);
  await expect(bill.value('current-balance')).toHaveText('-RM20.00');
  await bill.payOther('50');
  await payment.refid();
  await expect(payment.total).toContainText('RM50.00');
});

test('07: rejects more than RM200 @both', async ({ home, bill, account }) => {
  await home.open();
  await home.lookUp(account('07'));
  await bill.payOther('200.01');
  await expect(bill.errorSummary).toContainText('Maximum amount allowed is RM200');
});

test('01: rejects more than the advance payment limit @both', async ({ home, bill, account }) => {
  await home.open();
  await home.lookUp(account('01'));
  await bill.payOther('2999');
  await expect(bill.errorSummary).toContainText(
    "Oh no! You've exceeded the advance payment limit of RM 500/-. Please change the amount to proceed.",
  );
});

test('40: unknown account @both', async ({ home, account }) => {
  await home.open();
  const accountNumber = account('40');
  await home.lookUp(accountNumber);
  await expect(home.errorSummary).toContainText('Invalid account number');
  await expect(home.accountNumber).toHaveValue(accountNumber);
});

test('41: closed account, shown but not payable @both', async ({ page, home, bill, account }) => {
  await home.open();
  await home.lookUp(account('41'));
  await expect(bill.value('account-status')).toHaveText(en.accountStatus.closed);
  await expect(page.getByTestId('pay')).toHaveCount(0);
});

test('43: blacklisted, leads to /blacklisted @both', async ({ page, home, bill, result, account }) => {
  await home.open();
  await home.lookUp(account('43'));
  await bill.option('current').check();
  await bill.pay.click();
  await expect(page).toHaveURL(/\/blacklisted\?refid=/);
  await expect(result.status).toHaveAttribute('data-status', 'blacklisted');
});

test('44: already being processed, leads to /processed @both', async ({ page, home, bill, result, account }) => {
  await home.open();
  await home.lookUp(account('44'));
  await bill.option('current').check();
  await bill.pay.click();
  await expect(page).toHaveURL(/\/processed\?refid=/);
  await expect(result.status).toHaveAttribute('data-status', 'processed');
});

for (const ending of ['50', '53']) {
  test(`${ending}: a backend error shows the specified message and keeps the input @both`, async ({
    home,
    account,
  }) => {
    await home.open();
    const accountNumber = account(ending);
    await home.lookUp(accountNumber);
    await expect(home.errorSummary).toContainText('Technical error occurred. Try again later.');
    await expect(home.accountNumber).toHaveValue(accountNumber);
  });
}

for (const ending of ['50', '53']) {
  test(`${ending}: a direct link shows the specified message @both`, async ({ page, sandbox, account }) => {
    await page.goto((await sandbox.createLink(account(ending), null)).url);
    await expect(page.getByText('Technical error occurred. Try again later.')).toBeVisible();
    await expect(page.getByTestId('account-number')).toHaveCount(0);
  });
}

test('51: a direct link waits for a slow backend @both', async ({ page, sandbox, bill, account }) => {
  const accountNumber = account('51');
  await page.goto((await sandbox.createLink(accountNumber, null)).url);
  await expect(bill.value('account-number')).toHaveText(accountNumber);
});

test('51: waits for a slow backend @both', async ({ page, home, bill, account }) => {
  await home.open();
  await home.lookUp(account('51'));
  await expect(page).toHaveURL(/\/pay\/ebill$/, { timeout: 15_000 });
  await expect(bill.value('current-balance')).toBeVisible();
});

test('51: a payer who edits the number while it is looked up aborts the request', async ({ page, home, account }) => {
  await home.open();
  const slow = account('51');
  await home.lookUp(slow);
  await expect(page.locator('button[aria-busy="true"]')).toBeVisible();
  await home.accountNumber.press('End');
  await home.accountNumber.press('Backspace');
  await expect(home.errorSummary).toContainText('Request aborted');
  await expect(home.accountNumber).toBeFocused();
  await home.lookUp(account('01'));
  await expect(page).toHaveURL(/\/pay\/ebill$/);
});

test('52: times out after 40 s without a response and keeps the input', async ({ page, home, account }) => {
  // Replaces the browser's timeout of 40 s by 400 ms; the server's timeout has its own test.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const replaced = (handler: TimerHandler, milliseconds?: number) =>
      wait(handler, milliseconds === 40_000 ? 400 : milliseconds);
    Object.assign(window, { setTimeout: replaced });
  });
  await home.open();
  const accountNumber = account('52');
  await home.lookUp(accountNumber);
  await expect(home.errorSummary).toContainText('timeout of 40000ms exceeded');
  await expect(home.accountNumber).toHaveValue(accountNumber);
});
