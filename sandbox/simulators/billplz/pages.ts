import { html } from '../../html/markup';
import type { Page } from '../pages/layout';
import { renderPaymentSummary, type PaymentSummary } from '../pages/payment-summary';
import { billplzBanks, isBillplzBank } from './banks';
import type { StoredBill, Visit } from './bill';

/** What the pages show of a bill. */
export function summaryOf({ id, request }: StoredBill, merchant: string): PaymentSummary {
  return { merchant, number: request.reference_2 ?? id, description: request.description, amount: request.amount };
}

/** The heading of a bank's page. */
export function headingOf({ bank }: Visit): string {
  return isBillplzBank(bank) ? billplzBanks[bank] : bank;
}

/** Billplz's own page of a bill, on which the payer chooses a bank. */
export function buildChoicePage(bill: StoredBill, merchant: string, banks: readonly string[]): Page {
  const links = banks.map(
    (bank) =>
      html`<a class="link" href="/billplz/bills/${bill.id}/banks/${bank}"
        >${isBillplzBank(bank) ? billplzBanks[bank] : bank}</a
      >`,
  );
  return {
    title: 'Billplz',
    body: html`<h1>Billplz</h1>
      <p>Choose your bank.</p>
      ${renderPaymentSummary(summaryOf(bill, merchant))}
      <div class="buttons">${links}</div>`,
  };
}

/** Billplz's receipt of a paid bill, and what it shows of a deleted one and of one without a redirect. */
export function buildReceiptPage(bill: StoredBill, merchant: string): Page {
  const words = { paid: 'Payment successful', due: 'Payment not completed', deleted: 'This bill was deleted' } as const;
  return {
    title: 'Billplz',
    body: html`<h1>${words[bill.state]}</h1>
      <p data-testid="billplz-state">${bill.state}</p>
      ${renderPaymentSummary(summaryOf(bill, merchant))}`,
  };
}
