import type { Page } from '@playwright/test';

/** The offer of auto debit on a result, the screen of its one-time PIN, and that of its card. */
export class AutoDebitPage {
  readonly offer;
  readonly enable;
  readonly later;
  readonly pin;
  readonly verifyCode;
  readonly resendCode;
  readonly countdown;
  readonly errorSummary;

  constructor(readonly page: Page) {
    this.offer = page.getByTestId('auto-debit-offer');
    this.enable = page.getByTestId('auto-debit-enable');
    this.later = page.getByTestId('auto-debit-later');
    this.pin = page.locator('[name="otp"]');
    this.verifyCode = page.getByTestId('verify-code');
    this.resendCode = page.getByTestId('resend-code');
    this.countdown = page.getByTestId('resend-countdown');
    this.errorSummary = page.getByTestId('error-summary');
  }

  async enterPin(code: string) {
    await this.pin.fill(code);
    await this.verifyCode.click();
  }

  async giveCard(number: string) {
    await this.page.locator('[name="cardNumber"]').fill(number);
    await this.page.locator('[name="cardExpiry"]').fill('12/39');
    await this.page.locator('[name="cardCvv"]').fill('123');
    await this.page.locator('[name="cardName"]').fill('Aminah binti Ali');
    await this.page.getByTestId('auto-debit-card').click();
  }
}
