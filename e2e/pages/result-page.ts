import type { Page } from '@playwright/test';

/** The result screen, on every result route. */
export class ResultPage {
  readonly status;

  constructor(readonly page: Page) {
    this.status = page.getByTestId('payment-status');
  }

  async open(route: string, refid?: string) {
    await this.page.goto(refid === undefined ? route : `${route}?refid=${refid}`);
  }
}
