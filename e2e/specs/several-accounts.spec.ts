import { expect, test } from '../fixtures/journey';
import { AccountsPage } from '../pages/accounts-page';
import { balanceOfAccount } from '../../sandbox/scenarios/accounts';
import { formatRinggit, sen } from '../../lib/domain/money';
import en from '../../messages/en.json';

/* One payment of several accounts: decision 30. */

const masked = (accountNumber: string) => `••••••${accountNumber.slice(-4)}`;

test('a list is not paid while a number that was not looked up is typed beside it', async ({
  page,
  account,
  home,
  payment,
}) => {
  const accounts = new AccountsPage(page);
  await home.open();
  await home.lookUp(account('01'));
  await accounts.begin();
  await accounts.email.fill('payer@ebill.example');
  await accounts.accountNumber.pressSequentially(account('01', 1));
  await accounts.pay.click();
  await expect(accounts.errorSummary).toBeInViewport({ ratio: 1 });
  // Its field is marked, in the window, and has the number.
  await expect(accounts.accountNumber).toHaveAttribute('aria-invalid', 'true');
  await expect(accounts.accountNumber).toHaveAccessibleDescription(new RegExp(en.errors.accountNotListed));
  await expect(accounts.accountNumber).toHaveValue(account('01', 1));
  await expect(accounts.accountNumber).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: en.errors.accountNotListed }).click();
  await expect(accounts.accountNumber).toBeFocused();
  await expect(accounts.email).toHaveValue('payer@ebill.example');
  await accounts.accountNumber.clear();
  await accounts.pay.click();
  expect(await payment.refid()).toBeTruthy();
});

test('three accounts are paid by one payment, each with its own amount, credit and receipt number @both', async ({
  browser,
  page,
  account,
  home,
  bill,
  payment,
  payAtBank,
  result,
  sandbox,
}) => {
  test.slow();
  const accounts = new AccountsPage(page);
  const numbers = [account('01'), account('01', 1), account('03', 2)] as const;
  const [first, second, third] = numbers;
  // As docs/sandbox.md computes it.
  const balance = balanceOfAccount(first);
  await home.open();
  await home.lookUp(first);
  await bill.option('current').check();
  await bill.email.fill('payer@ebill.example');
  await accounts.begin();
  await expect(accounts.total).toHaveText(formatRinggit(balance));
  await expect(accounts.email).toHaveValue('payer@ebill.example');

  await accounts.add(bill, second, '1.50');
  await accounts.add(bill, third, '2.50');
  const total = formatRinggit(sen(balance + 400));
  await expect(accounts.rows).toHaveText([
    new RegExp(first),
    new RegExp(`${second}.*RM1\\.50`),
    new RegExp(`${third}.*RM2\\.50`),
  ]);
  await expect(accounts.total).toHaveText(total);

  await accounts.pay.click();
  const refid = await payment.refid();
  await expect(page.getByTestId('total-amount').first()).toHaveText(total);
  for (const [index, number] of numbers.entries()) {
    await expect(page.getByTestId(`account-${index + 1}`)).toBeVisible();
    expect(await page.content()).not.toContain(number);
  }
  // The masked names of the holders are for the visit that was shown the bills: whoever has the link is not told them.
  const names = page.getByTestId('account-name');
  await expect(names).toHaveText(Array(3).fill(/^(\S\*{3} ?)+$/));
  const stranger = await browser.newContext();
  const shown = await stranger.newPage();
  await shown.goto(page.url());
  await expect(shown.getByTestId('account-3')).toBeVisible();
  await expect(shown.getByTestId('account-name')).toHaveCount(0);
  await stranger.close();

  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expect(names).toHaveCount(3);
  const paid = page.getByTestId('paid-account');
  await expect(paid).toHaveCount(3);
  for (const [index, number] of numbers.entries()) await expect(paid.nth(index)).toContainText(masked(number));
  await expect(page.getByTestId('posting-status')).toHaveAttribute('data-status', 'accepted', { timeout: 20_000 });
  await expect(page.getByTestId('receipt-number')).toHaveCount(3);

  const { credits, balanced } = await sandbox.ledger();
  expect(credits.filter((credit) => credit.refid === refid).map(({ amount }) => amount)).toEqual([balance, 150, 250]);
  expect(balanced).toBe(true);

  await page.getByTestId('official-receipt').click();
  const receipt = page.getByTestId('receipt');
  await expect(names).toHaveCount(3);
  for (const [index, number] of numbers.entries()) {
    await expect(receipt.getByTestId(`receipt-account-${index + 1}-receipt-number`)).toHaveText(/^R\d{8}$/);
    await expect(receipt).toContainText(number.slice(-4));
  }
  // Their sheets have the payment's ID at the end.
  const paymentId = await receipt.getByTestId('receipt-payment-id').innerText();
  expect(await page.locator('main style').textContent()).toMatch(
    new RegExp(`@bottom-left.*${paymentId}.*counter\\(page\\)`),
  );
});

test('an account of the list is changed, removed, and there once @both', async ({ page, account, home, bill }) => {
  const accounts = new AccountsPage(page);
  const [first, second] = [account('01'), account('01', 1)];
  await home.open();
  await home.lookUp(first);
  await bill.option('current').check();
  await accounts.begin();
  await accounts.add(bill, second, '1.50');

  await accounts.change(2);
  await expect(page.getByTestId('account-list-notice')).toHaveText(en.accounts.changing);
  await expect(bill.value('account-number')).toHaveText(second);
  await expect(bill.amount).toHaveValue('1.50');
  await accounts.choose(bill, '2');
  await expect(accounts.rows).toHaveCount(2);
  await expect(accounts.rows.nth(1)).toContainText('RM2.00');
  await expect(page.getByTestId('accounts-changed')).toContainText(`Account ${second} is changed to RM2.00.`);

  // Looked up again, it is the same entry.
  await accounts.accountNumber.fill(second);
  await page.getByTestId('look-up-account').click();
  await accounts.choose(bill, '3');
  await expect(accounts.rows).toHaveCount(2);
  await expect(accounts.rows.nth(1)).toContainText('RM3.00');

  await accounts.remove(1);
  await expect(accounts.rows).toHaveCount(1);
  await expect(accounts.total).toHaveText('RM3.00');
  await accounts.remove(1);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/pay/accounts');
  await expect(page).toHaveURL(/\/$/);
});

test.describe('in a desktop’s window', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the button to pay is in view from the load on @both', async ({ page, account, home, bill }) => {
    const accounts = new AccountsPage(page);
    await home.open();
    await home.lookUp(account('01'));
    await bill.option('current').check();
    await accounts.begin();
    await accounts.add(bill, account('01', 1), '1.50');
    await expect(accounts.pay).toBeInViewport({ ratio: 1 });
  });
});

test('the payment page leads back to the list @both', async ({ page, account, home, bill, payment }) => {
  const accounts = new AccountsPage(page);
  await home.open();
  await home.lookUp(account('01'));
  await bill.option('current').check();
  await accounts.begin();
  await accounts.add(bill, account('01', 1), '1.50');
  await accounts.pay.click();
  await payment.refid();
  await page.getByTestId('change-amount').click();
  await expect(accounts.rows).toHaveCount(2);
  await accounts.remove(2);
  await expect(accounts.rows).toHaveCount(1);
});

test('the payment page leads to no other list than its own @both', async ({ page, account, home, bill, payment }) => {
  const accounts = new AccountsPage(page);
  await home.open();
  await home.lookUp(account('01'));
  await bill.option('current').check();
  await accounts.begin();
  await accounts.add(bill, account('01', 1), '1.50');
  await accounts.pay.click();
  const refid = await payment.refid();
  await home.open();
  await home.lookUp(account('01', 2));
  await bill.option('current').check();
  await accounts.begin();
  await page.goto(`/epayment/entry?refid=${refid}`);
  await page.getByTestId('change-amount').click();
  await expect(page.getByTestId('accounts-expired')).toContainText(en.errors.accountsExpired);
});

test('an invalid amount, an unknown account and an account that cannot be paid say so, and the list stays @both', async ({
  page,
  account,
  home,
  bill,
}) => {
  const accounts = new AccountsPage(page);
  await home.open();
  await home.lookUp(account('01'));
  await bill.option('other').check();
  await bill.amount.fill('0.50');
  await page.getByTestId('add-account').click();
  await expect(bill.errorSummary).toContainText(en.validation.amountMinimumOf.replace('{min}', '1'));
  await bill.amount.fill('1');
  await accounts.begin();

  await expect(accounts.accountNumber).toBeFocused();
  await expect(accounts.accountNumber).toBeInViewport();
  await accounts.accountNumber.fill(account('40'));
  await page.getByTestId('look-up-account').click();
  await expect(accounts.errorSummary).toContainText(en.validation.accountNumberUnknown);
  await accounts.add(bill, account('43'));
  await accounts.pay.click();
  await expect(accounts.errorSummary).toContainText(account('43'));
  // What is typed stays, whatever button is pressed.
  await expect(accounts.email).toHaveValue('');
  await accounts.email.fill('payer@ebill.example');
  await accounts.remove(2);
  await expect(accounts.rows).toHaveCount(1);
  await expect(accounts.email).toHaveValue('payer@ebill.example');
  await accounts.change(1);
  await accounts.choose(bill, '2');
  await expect(accounts.email).toHaveValue('payer@ebill.example');
});

test('a payment of one account that begins meanwhile is said, and the payer decides @both', async ({
  page,
  account,
  paymentApi,
  home,
  bill,
  payment,
}) => {
  const accounts = new AccountsPage(page);
  const [first, second] = [account('01'), account('01', 1)];
  await home.open();
  await home.lookUp(first);
  await bill.option('current').check();
  await accounts.begin();
  await accounts.add(bill, second);
  await paymentApi.begin(await paymentApi.createPayment(second), {
    selectedPaymentMethod: 'fpx',
    fpxBankID: 'MB2U0227',
  });
  await accounts.pay.click();
  await expect(accounts.errorSummary).toContainText(second);
  await accounts.change(2);
  await expect(bill.recentPayments).toHaveCount(1);
  await bill.option('current').check();
  await bill.payAgain.check();
  await page.getByTestId('add-to-payment').click();
  await accounts.pay.click();
  await payment.refid();
});

test('accounts that are paid meanwhile are marked, and the list is shown as its bills are now @both', async ({
  page,
  account,
  paymentApi,
  home,
  bill,
  payment,
  sandbox,
}) => {
  const accounts = new AccountsPage(page);
  const [first, second, third] = [account('01'), account('01', 1), account('01', 2)];
  await home.open();
  await home.lookUp(first);
  await bill.option('current').check();
  await accounts.begin();
  await accounts.add(bill, second);
  await accounts.add(bill, third);
  const before = balanceOfAccount(second);
  await paymentApi.approveAtBank(await paymentApi.createPayment(second, 1_000));
  await paymentApi.payAtBank(third, 'another@ebill.example');
  await expect.poll(async () => (await sandbox.biller(second)).balance).toBe(before - 1_000);
  await expect.poll(async () => (await sandbox.biller(third)).balance).toBe(0);
  await accounts.email.fill('payer@ebill.example');
  await accounts.pay.click();

  const [changed, paid] = [accounts.rows.nth(1), accounts.rows.nth(2)];
  await expect(changed).toContainText(`${formatRinggit(sen(before - 1_000))} instead of ${formatRinggit(sen(before))}`);
  await expect(changed).toBeFocused();
  await expect(paid).toContainText(en.errors.accountPaid.replace('{account}', third));
  await expect(accounts.total).toHaveText(formatRinggit(sen(3 * before - 1_000)));
  await expect(accounts.email).toHaveValue('payer@ebill.example');
  await accounts.errorSummary.getByRole('link', { name: third }).click();
  await expect(paid).toBeInViewport();
  await expect(paid.getByTestId('remove-account')).toHaveAccessibleDescription(
    en.errors.accountPaid.replace('{account}', third),
  );
  await accounts.remove(3);
  await accounts.pay.click();
  await payment.refid();
  await expect(page.getByTestId('total-amount').first()).toHaveText(formatRinggit(sen(2 * before - 1_000)));
});

test('a refund is of one account, and the result says so @both', async ({
  page,
  account,
  paymentApi,
  home,
  bill,
  payment,
  result,
  sandbox,
}) => {
  const accounts = new AccountsPage(page);
  const [first, second] = [account('01'), account('01', 1)];
  await home.open();
  await home.lookUp(first);
  await bill.option('current').check();
  await accounts.begin();
  await accounts.add(bill, second, '1.50');
  await accounts.pay.click();
  const refid = await payment.refid();
  const wallet = { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' };
  await paymentApi.returnFromBank(await paymentApi.pressAtBank(await paymentApi.begin(refid, wallet), 'approve'));
  await sandbox.refundAccount(refid, second, 150);
  await result.open('/bankResultEGHL', refid);
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  const refund = page.getByTestId('refund-status');
  await expect(refund).toHaveAttribute('data-status', 'succeeded');
  await expect(refund).toContainText(masked(second));
  const paid = page.getByTestId('paid-account');
  await expect(paid).toHaveCount(2);
  await expect(paid.nth(0)).toContainText(masked(first));
  await expect(paid.nth(0)).not.toContainText(en.result.accountPosting.refunded);
  await expect(paid.nth(1)).toContainText(masked(second));
  await expect(paid.nth(1)).toHaveAttribute('data-status', 'refunded');
  await expect(paid.nth(1)).toContainText(en.result.accountPosting.refunded);
  await expect(page.getByText(en.result.postings.accepted, { exact: true })).toHaveCount(0);
  expect((await sandbox.biller(second)).balance).toBe(balanceOfAccount(second));
  expect((await sandbox.biller(first)).balance).toBe(0);
});
