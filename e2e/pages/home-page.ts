import type { Page } from '@playwright/test';

/** `/`: where a bill is looked up. */
export class HomePage {
  readonly accountNumber;
  readonly errorSummary;

  constructor(readonly page: Page) {
    this.accountNumber = page.locator('[name="accountNumber"]');
    this.errorSummary = page.getByTestId('error-summary');
  }

  async open() {
    await this.page.goto('/');
  }

  async lookUp(accountNumber: string) {
    await this.accountNumber.fill(accountNumber);
    await this.page.locator('form:has([name="accountNumber"]) button[type="submit"]').click();
  }
}
