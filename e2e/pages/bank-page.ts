import { expect, type Page } from '@playwright/test';

/** The simulators' page of a bank or card issuer, and the small page of ours in front of it. */
export class BankPage {
  constructor(
    readonly page: Page,
    private readonly banks: string,
    private readonly scripts: boolean,
  ) {}

  /** Goes on from our own page to the bank: by itself with scripts, by the button without. */
  async arrive() {
    if (!this.scripts) await this.page.getByTestId('continue').click();
    await expect(this.page).toHaveURL((url) => url.origin === this.banks);
  }

  /** Presses one of the bank's buttons and, unless the bank sends nobody back, comes back to the site. */
  async press(label: string) {
    await this.page.getByRole('button', { name: label, exact: true }).click();
    if (label === 'Approve, never return') return;
    if (!this.scripts) await this.page.getByTestId('continue').click();
    await expect(this.page).toHaveURL((url) => url.origin !== this.banks);
  }
}
