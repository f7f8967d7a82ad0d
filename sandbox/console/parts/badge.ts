import { formatRinggit, sen } from '@/lib/domain/money';
import { outcomeTable, type Outcome } from '@/lib/domain/payment/outcomes';
import { hasEnded, type AttemptState } from '@/lib/domain/payment/payment-states';
import type { RefundState } from '@/lib/domain/payment/refund-states';
import type { PostingState } from '@/lib/domain/payment/posting-states';
import type { Payment } from '../../../backend/payments/model';
import { html, type Markup } from '../../html/markup';
import { consoleStatusOf } from './payment-list';

const styles = { success: 'ok', danger: 'bad', warning: 'wait', neutral: 'quiet' } as const;

/** The status of a payment, by the names of `data-status`; `open` where there is no attempt yet. */
export function renderStatus(payment: Payment): Markup {
  const status = consoleStatusOf(payment);
  return status === 'open' ? html`<span class="badge untried">open</span>` : renderOutcome(status);
}

function renderOutcome(outcome: Outcome): Markup {
  return html`<span class="badge ${styles[outcomeTable[outcome].tone]}">${outcome}</span>`;
}

/** What was refunded of a payment and what is on its way back, in sen; null: neither. */
export function renderRefunded(refunded: number | undefined, onItsWay: number | undefined): Markup | null {
  if (!refunded && !onItsWay) return null;
  return html`${refunded ? html`<span class="badge wait">refunded ${formatRinggit(sen(refunded))}</span>` : null}
  ${onItsWay ? html`<span class="badge wait">being refunded ${formatRinggit(sen(onItsWay))}</span>` : null}`;
}

const refundStyles = {
  ...{ requested: 'wait', approved: 'wait', sent: 'wait', manual: 'wait' },
  ...{ succeeded: 'ok', rejected: 'quiet', failed: 'bad' },
} as const satisfies Record<RefundState, string>;

/** The state of a refund. */
export function renderRefundState(state: RefundState): Markup {
  return html`<span class="badge ${refundStyles[state]}">${state}</span>`;
}

/** The state of one attempt. */
export function renderAttemptState(state: AttemptState): Markup {
  return html`<span class="badge ${hasEnded(state) ? styles[outcomeTable[state].tone] : 'wait'}">${state}</span>`;
}

const postingStyles = {
  ...{ accepted: 'ok', refused: 'bad', unknown: 'bad', cancelled: 'quiet' },
  ...{ queued: 'wait', sent: 'wait', pending: 'wait' },
} as const satisfies Record<PostingState, string>;

/** The state of a posting to the biller. */
export function renderPostingState(state: PostingState): Markup {
  return html`<span class="badge ${postingStyles[state]}">${state}</span>`;
}
