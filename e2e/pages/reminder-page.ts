import { expect, type Page } from '@playwright/test';
import { routes } from '../../lib/routes';
import type { Sandbox } from '../fixtures/sandbox';

/** The pages of reminders by e-mail, and the e-mails. */
export class ReminderPage {
  /** On the bill and on a result. */
  readonly offer;
  readonly email;
  readonly ask;
  readonly confirm;
  readonly title;
  readonly status;
  readonly errorSummary;

  constructor(
    readonly page: Page,
    private readonly sandbox: Sandbox,
  ) {
    this.offer = page.getByTestId('ask-reminder');
    this.email = page.locator('[name="reminderEmail"]');
    this.ask = page.getByTestId('ask-reminder');
    this.confirm = page.getByTestId('confirm');
    this.title = page.getByRole('heading', { level: 1 });
    this.status = page.getByRole('status');
    this.errorSummary = page.getByTestId('error-summary');
  }

  /** Asks for reminders, from the bill or result that is shown. */
  async askFor(email: string): Promise<void> {
    await this.offer.click();
    await expect(this.email).toBeVisible();
    await this.email.fill(email);
    await this.ask.click();
    await this.page.waitForURL(`**${routes.askedReminder}`);
  }

  /** The e-mails about reminders to an address, newest first. */
  async mails(email: string): Promise<readonly string[]> {
    const sent = (await this.sandbox.messages(email)).filter(({ kind }) => kind === 'bill-reminder');
    return sent.map(({ text }) => text);
  }

  /** Waits for an e-mail, and returns the link in the newest one that opens a page. */
  async findLink(email: string, page: 'confirm' | 'stop'): Promise<string> {
    const route = page === 'confirm' ? routes.confirmReminder : routes.stopReminder;
    const read = async () => {
      const [text = ''] = await this.mails(email);
      return [...text.matchAll(/https?:\S+/g)].map(([link]) => link).find((link) => link.includes(route)) ?? '';
    };
    await expect.poll(read).toContain(route);
    return read();
  }
}
