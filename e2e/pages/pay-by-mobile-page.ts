import type { Page } from '@playwright/test';

/** `/view/dcb`: pay by mobile. */
export class PayByMobilePage {
  readonly number;
  readonly tac;
  readonly sendCode;
  readonly verifyCode;
  readonly resendCode;
  readonly countdown;
  readonly errorSummary;

  constructor(readonly page: Page) {
    this.number = page.locator('[name="mobileNumber"]');
    this.tac = page.locator('[name="tac"]');
    this.sendCode = page.getByTestId('send-code');
    this.verifyCode = page.getByTestId('verify-code');
    this.resendCode = page.getByTestId('resend-code');
    this.countdown = page.getByTestId('resend-countdown');
    this.errorSummary = page.getByTestId('error-summary');
  }

  async requestTac(number: string) {
    await this.number.fill(number);
    await this.sendCode.click();
  }

  async enterTac(code: string) {
    await this.tac.fill(code);
    await this.verifyCode.click();
  }

  async cancel() {
    await this.page.getByTestId('cancel').click();
    await this.page.getByTestId('confirm').click();
  }
}
