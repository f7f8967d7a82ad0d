import { expect, type Page } from '@playwright/test';

/** The simulated page of a bank or card issuer, and the site's redirect page before it. */
export class BankPage {
  constructor(
    readonly page: Page,
    private readonly banks: string,
    private readonly scripts: boolean,
  ) {}

  /** Continues to the bank: automatic with scripts, by the button without. */
  async arrive() {
    if (!this.scripts) await this.page.getByTestId('continue').click();
    await expect(this.page).toHaveURL((url) => url.origin === this.banks);
  }

  /** Fills in CHIP's own form of a card, and continues to the issuer's page. */
  async typeCard(number?: string) {
    await this.page.getByRole('link', { name: 'Card', exact: true }).click();
    await this.fillCard(number);
    await this.page.getByRole('button', { name: 'Pay', exact: true }).click();
  }

  /** Fills in the provider's form of a card that it keeps, and continues to the issuer's page. */
  async saveCard(provider: 'chip' | 'stripe') {
    if (provider === 'chip') return this.typeCard();
    await this.fillCard();
    await this.page.getByRole('button', { name: 'Save card', exact: true }).click();
  }

  private async fillCard(number = '4111111111111111') {
    await this.page.getByLabel('Name on card').fill('Aminah binti Ali');
    await this.page.getByLabel('Card number').fill(number);
    await this.page.getByLabel('Expiry (MM/YY)').fill('12/39');
    await this.page.getByLabel('CVC').fill('123');
  }

  /** Presses a button of the bank and returns to the site, unless that button does not redirect back. */
  async press(label: string) {
    await this.page.getByRole('button', { name: label, exact: true }).click();
    if (label === 'Approve, never return') return;
    if (!this.scripts) await this.page.getByTestId('continue').click();
    await expect(this.page).toHaveURL((url) => url.origin !== this.banks);
  }
}
