import type { Page } from '@playwright/test';

/** `/pay/ebill` and `/pay/direct/ebill`: a bill and the amount to pay. */
export class BillPage {
  readonly amount;
  readonly email;
  readonly phoneNumber;
  readonly pay;
  readonly errorSummary;
  readonly recentPayments;
  readonly ownPayment;
  readonly outstanding;
  readonly payAgain;

  constructor(readonly page: Page) {
    this.amount = page.locator('[name="amount"]');
    this.email = page.locator('[name="email"]');
    this.phoneNumber = page.locator('[name="phoneNumber"]');
    this.pay = page.getByTestId('pay');
    this.errorSummary = page.getByTestId('error-summary');
    this.recentPayments = page.getByTestId('recent-payment');
    this.outstanding = page.getByTestId('outstanding');
    this.ownPayment = page.getByTestId('own-payment');
    this.payAgain = page.locator('[name="payAgain"]');
  }

  value(
    name:
      | 'account-number'
      | 'account-name'
      | 'account-status'
      | 'current-balance'
      | 'overdue-balance'
      | 'due-date'
      | 'bill-message'
      | 'bill-barcode'
      | 'bill-new',
  ) {
    return this.page.getByTestId(name);
  }

  option(value: 'current' | 'overdue' | 'other') {
    return this.page.locator(`[name="payOption"][value="${value}"]`);
  }

  async payOther(amount: string) {
    await this.option('other').check();
    await this.amount.fill(amount);
    await this.pay.click();
  }
}
