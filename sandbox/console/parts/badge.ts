import { outcomeTable, type Outcome } from '@/lib/domain/payment/outcomes';
import { hasEnded, type AttemptState } from '@/lib/domain/payment/payment-states';
import type { Payment } from '../../../backend/payments/model';
import { outcomeOf } from '../../../backend/payments/outcome';
import { html, type Markup } from '../../html/markup';

const styles = { success: 'ok', danger: 'bad', warning: 'wait', neutral: 'quiet' } as const;

/** The status of a payment, by the names of `data-status`; `open` where there is no attempt yet. */
export function renderStatus(payment: Payment): Markup {
  const { order, attempts } = payment;
  const isUntried = order.state === 'open' && order.refusal === null && attempts.length === 0;
  return isUntried ? html`<span class="badge quiet">open</span>` : renderOutcome(outcomeOf(payment));
}

function renderOutcome(outcome: Outcome): Markup {
  return html`<span class="badge ${styles[outcomeTable[outcome].tone]}">${outcome}</span>`;
}

/** The state of one attempt. */
export function renderAttemptState(state: AttemptState): Markup {
  return html`<span class="badge ${hasEnded(state) ? styles[outcomeTable[state].tone] : 'wait'}">${state}</span>`;
}
