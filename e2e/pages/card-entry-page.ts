import { expect, type Page } from '@playwright/test';

/** A card as a payer types it. */
interface TypedCard {
  readonly number: string;
  readonly expiry?: string;
  readonly cvv?: string;
  readonly name?: string;
}

/** The page on which a card is typed in that is posted to CHIP, with CHIP's names of the fields. */
export class CardEntryPage {
  readonly pay;
  readonly errorSummary;
  /** Offered to a payer who has asked for the card to be saved. */
  readonly saveCard;

  constructor(readonly page: Page) {
    this.pay = page.getByTestId('pay');
    this.errorSummary = page.getByTestId('error-summary');
    this.saveCard = page.locator('[name="remember_card"]');
  }

  async arrive() {
    await expect(this.page).toHaveURL(/\/epayment\/entry\/card\?/);
  }

  field(name: 'card_number' | 'expires' | 'cvc' | 'cardholder_name') {
    return this.page.locator(`[name="${name}"]`);
  }

  async fill({ number, expiry = '12/39', cvv = '123', name = 'Aminah binti Ali' }: TypedCard) {
    await this.field('card_number').fill(number);
    await this.field('expires').fill(expiry);
    await this.field('cvc').fill(cvv);
    await this.field('cardholder_name').fill(name);
  }

  /** Fills in a card and lets the browser post it. */
  async payWith(card: TypedCard) {
    await this.arrive();
    await this.fill(card);
    await this.pay.click();
  }
}
