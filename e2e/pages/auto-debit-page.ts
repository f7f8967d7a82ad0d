import { expect, type FrameLocator, type Page } from '@playwright/test';
import { routes } from '../../lib/routes';
import type { Sandbox } from '../fixtures/sandbox';

/** The mobile number on file of an account: docs/sandbox.md, Accounts. */
const mobileNumberOf = (accountNumber: string) => `6012${accountNumber.slice(0, 7)}`;

/** The auto-debit offer on the result, and the screens of the registration. */
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
  readonly cardAtGateway;
  readonly title;
  readonly thanks;

  /** `root` is the page or the frame with the screens. */
  constructor(
    readonly root: Page | FrameLocator,
    private readonly sandbox: Sandbox,
  ) {
    this.offer = root.getByTestId('auto-debit-offer');
    this.enable = root.getByTestId('auto-debit-enable');
    this.later = root.getByTestId('auto-debit-later');
    this.pin = root.locator('[name="otp"]');
    this.verifyCode = root.getByTestId('verify-code');
    this.resendCode = root.getByTestId('resend-code');
    this.countdown = root.getByTestId('resend-countdown');
    this.errorSummary = root.getByTestId('error-summary');
    this.continue = root.getByTestId('continue');
    this.cardNumber = root.locator('[name="cardNumber"]');
    this.cardAtGateway = root.getByTestId('auto-debit-card');
    this.title = root.getByRole('heading', { level: 1 });
    this.thanks = root.getByRole('status');
  }

  /** Requests the PIN and returns its digits and the message. */
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

  /** Waits for the confirmation of a registration and returns its link, by which it is cancelled. */
  async findCancelLink(email: string): Promise<string> {
    const read = async () => {
      const sent = (await this.sandbox.messages(email)).find(({ kind }) => kind === 'auto-debit');
      return /https?:\S+/.exec(sent?.text ?? '')?.[0] ?? '';
    };
    await expect.poll(read).toContain(routes.cancelAutoDebit);
    return read();
  }

  async enterPin(code: string) {
    await this.pin.fill(code);
    await this.verifyCode.click();
  }

  async submitCard(number: string) {
    await this.cardNumber.fill(number);
    await this.root.locator('[name="cardExpiry"]').fill('12/39');
    await this.root.locator('[name="cardCvv"]').fill('123');
    await this.root.locator('[name="cardName"]').fill('Aminah binti Ali');
    await this.cardAtGateway.click();
  }
}

/** Returns a PIN that differs from `code`. */
export function wrongPin(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
