import type { Page } from '@playwright/test';
import type { BillPage } from './bill-page';

/** `/pay/accounts`: the accounts of one payment, and the buttons of the bill page that lead there. */
export class AccountsPage {
  readonly rows;
  readonly total;
  readonly accountNumber;
  readonly email;
  readonly pay;
  readonly errorSummary;

  constructor(readonly page: Page) {
    this.rows = page.getByTestId('chosen-account');
    this.total = page.getByTestId('accounts-total');
    this.accountNumber = page.locator('#account-look-up [name="accountNumber"]');
    this.email = page.locator('#pay-accounts [name="email"]');
    this.pay = page.getByTestId('pay-accounts');
    // Each form of the page has its own; the empty ones are hidden.
    this.errorSummary = page.getByTestId('error-summary').filter({ visible: true });
  }

  /** On a bill's page: puts its account on a new list, with what is chosen. */
  async begin() {
    await this.page.getByTestId('add-account').click();
    await this.rows.first().waitFor();
  }

  /** Looks up another account and puts it on the list: all of its balance, or an amount in ringgit. */
  async add(bill: BillPage, accountNumber: string, ringgit?: string) {
    const before = await this.rows.count();
    await this.accountNumber.fill(accountNumber);
    await this.page.getByTestId('look-up-account').click();
    await this.choose(bill, ringgit);
    await this.rows.nth(before).waitFor();
  }

  /** On a bill's page: chooses what is paid of it, for the list. */
  async choose(bill: BillPage, ringgit?: string) {
    await this.page.getByTestId('add-to-payment').waitFor();
    await bill.option(ringgit === undefined ? 'current' : 'other').check();
    if (ringgit !== undefined) await bill.amount.fill(ringgit);
    await this.page.getByTestId('add-to-payment').click();
  }

  async change(position: number) {
    await this.rows
      .nth(position - 1)
      .getByTestId('change-account')
      .click();
  }

  async remove(position: number) {
    await this.rows
      .nth(position - 1)
      .getByTestId('remove-account')
      .click();
  }
}
