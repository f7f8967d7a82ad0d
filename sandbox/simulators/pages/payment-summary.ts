import { formatRinggit, sen } from '@/lib/domain/money';
import { html, type Markup } from '../../html/markup';

/** What every page shows of a payment; the amount is in sen. */
export interface PaymentSummary {
  readonly merchant: string;
  /** The merchant's number. */
  readonly number: string;
  readonly description: string;
  readonly amount: number;
}

/** Merchant, reference and amount of a payment. */
export function renderPaymentSummary(payment: PaymentSummary): Markup {
  return html`<dl>
    <div>
      <dt>Merchant</dt>
      <dd data-testid="bank-merchant">${payment.merchant}</dd>
    </div>
    <div>
      <dt>Reference</dt>
      <dd data-testid="bank-reference">${payment.number}</dd>
    </div>
    <div>
      <dt>For</dt>
      <dd>${payment.description || '—'}</dd>
    </div>
    <div>
      <dt>Amount</dt>
      <dd class="amount" data-testid="bank-amount">${formatRinggit(sen(payment.amount))}</dd>
    </div>
  </dl>`;
}
