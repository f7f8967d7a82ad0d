import { expect, type BrowserContext, type Page } from '@playwright/test';

const codes = {
  counter: { path: '/epayment/entry/counter', testId: 'counter-barcode', pattern: /^\d{16}$/ },
  duitnow: { path: '/epayment/entry/qr', testId: 'duitnow-qr', pattern: /^000202.*6304[0-9A-F]{4}$/ },
} as const;

/** The page with a barcode or QR code, and the simulated page of the counter or bank that accepts it. */
export class PresentmentPage {
  constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly banks: string,
  ) {}

  /** Waits for the page and returns the content of the code. */
  async read(kind: keyof typeof codes): Promise<string> {
    const { path, testId, pattern } = codes[kind];
    await expect(this.page).toHaveURL((url) => url.pathname === path);
    const code = this.page.getByTestId(testId);
    const content = kind === 'counter' ? await code.textContent() : await code.getAttribute('data-payload');
    expect(content?.trim()).toMatch(pattern);
    return content?.trim() ?? '';
  }

  /** Enters the code at the counter or in the bank's app and presses a button there. */
  async decide(kind: keyof typeof codes, label: string) {
    const code = await this.read(kind);
    const other = await this.context.newPage();
    await other.goto(`${this.banks}/${kind}`);
    await other.locator(`[name="${kind === 'counter' ? 'text' : 'payload'}"]`).fill(code);
    await other.getByRole('button', { name: label, exact: true }).click();
    await expect(other.getByTestId('settled')).toBeVisible();
  }
}
