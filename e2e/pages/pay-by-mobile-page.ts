import { expect, type FrameLocator, type Page } from '@playwright/test';

/** `/view/dcb`: pay by mobile. */
export class PayByMobilePage {
  readonly number;
  readonly tac;
  readonly sendCode;
  readonly verifyCode;
  readonly resendCode;
  readonly countdown;
  readonly errorSummary;

  constructor(
    readonly page: Page,
    /** The frame with the page, if any. */
    private readonly root: Page | FrameLocator = page,
  ) {
    this.number = root.locator('[name="mobileNumber"]');
    this.tac = root.locator('[name="tac"]');
    this.sendCode = root.getByTestId('send-code');
    this.verifyCode = root.getByTestId('verify-code');
    this.resendCode = root.getByTestId('resend-code');
    this.countdown = root.getByTestId('resend-countdown');
    this.errorSummary = root.getByTestId('error-summary');
  }

  async requestTac(number: string) {
    await this.number.fill(number);
    await this.sendCode.click();
  }

  /** Loads the page again, without the errors of the number that was sent last. */
  async reload() {
    await this.page.reload();
    await expect(this.errorSummary).toBeHidden();
  }

  async enterTac(code: string) {
    await this.tac.fill(code);
    await this.verifyCode.click();
  }

  async cancel() {
    await this.root.getByTestId('cancel').click();
    await this.root.getByTestId('confirm').click();
  }
}
