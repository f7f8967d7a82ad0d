import { expect, type Page } from '@playwright/test';

/** `/`: the bill lookup. */
export class HomePage {
  readonly accountNumber;
  readonly errorSummary;

  constructor(readonly page: Page) {
    this.accountNumber = page.locator('#look-up [name="accountNumber"]');
    this.errorSummary = page.getByTestId('error-summary');
  }

  async open() {
    await this.page.goto('/');
  }

  /** Resolves when the form is hydrated: it then shows the error of an invalid account number on blur. */
  async waitForHydration() {
    await expect(async () => {
      await this.accountNumber.focus();
      await this.accountNumber.blur();
      await expect(this.accountNumber).toHaveAttribute('aria-invalid', 'true', { timeout: 200 });
    }).toPass({ timeout: 30_000 });
  }

  async lookUp(accountNumber: string) {
    await this.accountNumber.fill(accountNumber);
    await this.page.locator('#look-up button[type="submit"]').click();
  }
}
