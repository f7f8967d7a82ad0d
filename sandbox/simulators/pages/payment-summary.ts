import { formatRinggit, sen } from '@/lib/domain/money';
import type { BankPayment } from '../bank/bank-payment';
import { html, type Markup } from '../../html/markup';

/** Merchant, reference and amount of a payment. */
export function renderPaymentSummary(payment: BankPayment): Markup {
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
