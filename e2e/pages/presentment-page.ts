import { expect, type BrowserContext, type Page } from '@playwright/test';

const shown = {
  counter: { path: '/epayment/entry/counter', testId: 'counter-barcode', form: /^\d{16}$/ },
  duitnow: { path: '/epayment/entry/qr', testId: 'duitnow-qr', form: /^000202.*6304[0-9A-F]{4}$/ },
} as const;

/** Where a barcode or QR code waits to be paid, and the simulators' page of whoever takes it. */
export class PresentmentPage {
  constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly banks: string,
  ) {}

  /** Waits for the page with the code and gives what the code says. */
  async read(kind: keyof typeof shown): Promise<string> {
    const { path, testId, form } = shown[kind];
    await expect(this.page).toHaveURL((url) => url.pathname === path);
    const code = this.page.getByTestId(testId);
    const says = kind === 'counter' ? await code.textContent() : await code.getAttribute('data-payload');
    expect(says?.trim()).toMatch(form);
    return says?.trim() ?? '';
  }

  /** Takes the code to the counter or into a bank's app, and presses a button there. */
  async decide(kind: keyof typeof shown, label: string) {
    const code = await this.read(kind);
    const other = await this.context.newPage();
    await other.goto(`${this.banks}/${kind}`);
    await other.locator(`[name="${kind === 'counter' ? 'text' : 'payload'}"]`).fill(code);
    await other.getByRole('button', { name: label, exact: true }).click();
    await expect(other.getByTestId('settled')).toBeVisible();
  }
}
