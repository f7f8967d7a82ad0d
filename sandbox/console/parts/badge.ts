import { formatRinggit, sen } from '@/lib/domain/money';
import { outcomeTable, type Outcome } from '@/lib/domain/payment/outcomes';
import { hasEnded, type AttemptState } from '@/lib/domain/payment/payment-states';
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

/** What was refunded of a payment, in sen; null: nothing. */
export function renderRefunded(amount: number | undefined): Markup | null {
  return amount ? html`<span class="badge wait">refunded ${formatRinggit(sen(amount))}</span>` : null;
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
