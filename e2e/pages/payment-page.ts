import { expect, type FrameLocator, type Page } from '@playwright/test';

export interface CardInput {
  readonly number: string;
  readonly expiry?: string;
  readonly cvv?: string;
  readonly name?: string;
}

/** `/epayment/entry`: the payment page. */
export class PaymentPage {
  readonly email;
  readonly pay;
  readonly total;
  readonly errorSummary;

  constructor(
    readonly page: Page,
    /** The frame with the page, if any. */
    private readonly root: Page | FrameLocator = page,
  ) {
    this.email = root.locator('[name="userEmailAddress"]');
    this.pay = root.getByTestId('pay');
    this.total = root.getByTestId('total-amount');
    this.errorSummary = root.getByTestId('error-summary');
  }

  /** Waits for the payment page and returns its refid. */
  async refid(): Promise<string> {
    await expect(this.page).toHaveURL(/\/epayment\/entry\?/);
    const refid = new URL(this.page.url()).searchParams.get('refid');
    if (refid === null) throw new Error(`no refid in ${this.page.url()}`);
    return refid;
  }

  field(name: string) {
    return this.root.locator(`[name="${name}"]`);
  }

  method(value: string) {
    return this.root.locator(`[name="selectedPaymentMethod"][value="${value}"]`);
  }

  async chooseBank(method: 'fpx' | 'fpxCorporate', bank: string, email = 'payer@ebill.example') {
    await this.method(method).check();
    await this.chooseValue(method === 'fpx' ? 'fpxBankID' : 'fpxBankCorporateID', bank);
    await this.email.fill(email);
  }

  /** Chooses a value in a select or a radio group. */
  private async chooseValue(name: string, value: string) {
    const select = this.root.locator(`select[name="${name}"]`);
    if ((await select.count()) > 0) await select.selectOption(value);
    else await this.root.locator(`[name="${name}"][value="${value}"]`).check();
  }

  /** Chooses a wallet or a carrier. */
  async chooseProvider(method: 'wallet' | 'dcb', provider: string, email = 'payer@ebill.example') {
    await this.method(method).check();
    await this.chooseValue(method === 'wallet' ? 'selectedWallet' : 'selectedDCB', provider);
    await this.email.fill(email);
  }

  /** Chooses a method without further fields. */
  async choosePlain(method: 'newCard' | 'm2u' | 'counter' | 'duitnowQr', email = 'payer@ebill.example') {
    await this.method(method).check();
    await this.email.fill(email);
  }

  async chooseSavedCard(lastFour: string, cvv: string | null = '123', email = 'payer@ebill.example') {
    await this.method('savedCard').check();
    await this.root.getByRole('radio', { name: lastFour }).check();
    if (cvv !== null) await this.field('savedCardCvv').fill(cvv);
    await this.email.fill(email);
  }

  async fillInstalments(card: CardInput, plan: { bank: string; months: number }, email = 'payer@ebill.example') {
    await this.method('epp').check();
    await this.chooseValue('eppBank', plan.bank);
    await this.chooseValue('monthTerm', String(plan.months));
    await this.field('eppCardNumber').fill(card.number);
    await this.field('eppCardExpiry').fill(card.expiry ?? '12/39');
    await this.field('eppCardCvv').fill(card.cvv ?? '123');
    await this.field('eppCardName').fill(card.name ?? 'Aminah binti Ali');
    await this.email.fill(email);
  }

  async fillCard(card: CardInput, email = 'payer@ebill.example') {
    await this.method('newCard').check();
    await this.field('cardNumber').fill(card.number);
    await this.field('cardExpiry').fill(card.expiry ?? '12/39');
    await this.field('cardCvv').fill(card.cvv ?? '123');
    await this.field('cardName').fill(card.name ?? 'Aminah binti Ali');
    await this.email.fill(email);
  }
}
