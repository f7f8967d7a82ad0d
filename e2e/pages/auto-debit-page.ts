import { expect, type FrameLocator, type Page } from '@playwright/test';
import type { Sandbox } from '../fixtures/sandbox';

/** The number on an account: see the scenario table. */
const mobileNumberOf = (accountNumber: string) => `6012${accountNumber.slice(0, 7)}`;

/** The offer of auto debit on a result, and the screens of its registration: PIN, account link, card, thanks. */
export class AutoDebitPage {
  readonly offer;
  readonly enable;
  readonly later;
  readonly pin;
  readonly verifyCode;
  readonly resendCode;
  readonly countdown;
  readonly errorSummary;
  readonly continue;
  readonly cardNumber;
  readonly title;
  readonly thanks;

  /** `shown` is where its screens are: the page itself, or a frame of it. */
  constructor(
    readonly shown: Page | FrameLocator,
    private readonly sandbox: Sandbox,
  ) {
    this.offer = shown.getByTestId('auto-debit-offer');
    this.enable = shown.getByTestId('auto-debit-enable');
    this.later = shown.getByTestId('auto-debit-later');
    this.pin = shown.locator('[name="otp"]');
    this.verifyCode = shown.getByTestId('verify-code');
    this.resendCode = shown.getByTestId('resend-code');
    this.countdown = shown.getByTestId('resend-countdown');
    this.errorSummary = shown.getByTestId('error-summary');
    this.continue = shown.getByTestId('continue');
    this.cardNumber = shown.locator('[name="cardNumber"]');
    this.title = shown.getByRole('heading', { level: 1 });
    this.thanks = shown.getByRole('status');
  }

  /** Asks for the PIN and gives it as it came: the digits, and the words around them. */
  async requestPin(accountNumber: string): Promise<{ readonly code: string; readonly text: string }> {
    await this.enable.click();
    await expect(this.pin).toBeVisible();
    return this.readPin(accountNumber);
  }

  async readPin(accountNumber: string): Promise<{ readonly code: string; readonly text: string }> {
    const code = await this.sandbox.findCode(mobileNumberOf(accountNumber));
    const [message] = await this.sandbox.messages(mobileNumberOf(accountNumber));
    return { code, text: message?.text ?? '' };
  }

  async enterPin(code: string) {
    await this.pin.fill(code);
    await this.verifyCode.click();
  }

  async submitCard(number: string) {
    await this.cardNumber.fill(number);
    await this.shown.locator('[name="cardExpiry"]').fill('12/39');
    await this.shown.locator('[name="cardCvv"]').fill('123');
    await this.shown.locator('[name="cardName"]').fill('Aminah binti Ali');
    await this.shown.getByTestId('auto-debit-card').click();
  }
}

/** Six digits that are not these. */
export function wrongPin(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
