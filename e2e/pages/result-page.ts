import type { Page } from '@playwright/test';

/** The result screen, on every result route. */
export class ResultPage {
  readonly status;

  constructor(readonly page: Page) {
    this.status = page.getByTestId('payment-status');
  }

  /** The value of a row of the payment's details. */
  fact(term: string) {
    return this.page
      .locator('dt')
      .filter({ hasText: new RegExp(`^${term}$`) })
      .locator('xpath=following-sibling::dd');
  }

  /** Opens the rows that are folded: references, date and time of the transaction. */
  async openDetails() {
    await this.page
      .locator('details')
      .filter({ has: this.page.locator('dt') })
      .locator('summary')
      .click();
  }

  async open(route: string, refid?: string) {
    await this.page.goto(refid === undefined ? route : `${route}?refid=${refid}`);
  }
}
