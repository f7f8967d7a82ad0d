import type { Outcome } from '@/lib/domain/payment/outcomes';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { canPayBillAgain } from '@/lib/domain/payment/pay-bill-again';
import { isRefundedInFull } from '@/lib/domain/payment/refund-states';
import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';

/** The message key of each outcome, below `result`. */
export const outcomeMessageKeys = {
  successful: 'successful',
  failed: 'failed',
  pending: 'pending',
  'pending-approval': 'pendingApproval',
  expired: 'expired',
  cancelled: 'cancelled',
  'session-expired': 'sessionExpired',
  processed: 'processed',
  blacklisted: 'blacklisted',
  review: 'review',
  error: 'error',
} as const satisfies Record<Outcome, string>;

/** The outcomes whose texts invite to pay this order again: their texts where that is not possible. */
const closedMessages = {
  failed: { title: 'failed.title', text: 'failed.closedText', next: 'failed.closedNext' },
  cancelled: { title: 'cancelled.title', text: 'cancelled.text', next: 'cancelled.closedNext' },
} as const;

const expiredMessages = { title: 'expired.title', text: 'expired.text' } as const;

/** The next steps of unpaid ends whose bill can be paid again by the button below. */
const againMessages = {
  failed: 'failed.againNext',
  cancelled: 'cancelled.againNext',
  expired: 'expired.againNext',
} as const;

/** The next steps of unpaid ends of a partner's order: it begins again there. */
const partnerMessages = {
  failed: 'failed.partnerNext',
  cancelled: 'cancelled.partnerNext',
  expired: 'expired.partnerNext',
} as const;

/** What a company's approver reads of a payment that waits, or has ended unpaid: the next step is not the payer's. */
const approverMessages = {
  'pending-approval': { title: 'pendingApproval.title', text: 'pendingApproval.text', next: 'approver.next' },
  failed: { ...closedMessages.failed, next: 'approver.ended' },
  cancelled: { ...closedMessages.cancelled, next: 'approver.ended' },
  expired: { title: 'expired.title', text: 'expired.unknownText', next: 'approver.ended' },
} as const;

function isForApproversAction(outcome: Outcome): outcome is keyof typeof approverMessages {
  return outcome in approverMessages;
}

/** Whether a result offers to pay its bill again. A kiosk's visit ends with its result. */
function offersBillAgain(result: PaymentResult): boolean {
  return canPayBillAgain(result) && !isKioskReference(result.refid);
}

/** Whether all that was paid has been returned to the payer. */
export function isFullyRefunded({ amount, outcome, refunds }: PaymentResult): boolean {
  return outcome === 'successful' && isRefundedInFull(amount, refunds);
}

/**
 * Returns the message keys of a result: title, text and next step, which names what its buttons do; of a failed payment that can be tried again the
 * next step is null, since its text says it. Texts that invite to try again are used only where that is possible, and
 * not when money may have moved in an attempt with an unknown outcome. An open order without an attempt is 'not paid yet', not 'no longer
 * valid'. While the posting of a paid bill needs a review there is no next step either: what is said of the posting would contradict it.
 */
export function outcomeMessages(result: PaymentResult) {
  const { outcome, method, canTryAgain, posting, unappliedPayments } = result;
  if (isFullyRefunded(result))
    return { title: 'refunded.title', text: 'refunded.text', next: 'refunded.next' } as const;
  const isInReview = unappliedPayments.some(({ status }) => status === 'in-review');
  if (outcome === 'review' && unappliedPayments.length > 0 && !isInReview) {
    const key = unappliedPayments.every(({ status }) => status === 'returned') ? 'moneyReturned' : 'returningMoney';
    return { title: `${key}.title`, text: `${key}.text`, next: `${key}.next` } as const;
  }
  if (outcome === 'successful' && unappliedPayments.length > 0) {
    const next = isInReview ? 'secondPayment.next' : 'returningMoney.next';
    return { title: 'successful.title', text: 'successful.text', next } as const;
  }
  if (outcome === 'successful' && posting?.status === 'review') {
    return { title: 'successful.title', text: 'successful.text', next: null } as const;
  }
  if (result.isForApprover && isForApproversAction(outcome)) return approverMessages[outcome];
  const isUncertain = method !== null && (outcome === 'expired' || outcome === 'error');
  if (isUncertain) {
    return {
      title: `${outcome}.title`,
      text: `${outcome}.unknownText`,
      next: `${outcome}.unknownNext`,
    } as const;
  }
  if ((outcome === 'failed' || outcome === 'cancelled' || outcome === 'expired') && !canTryAgain) {
    const closed = outcome === 'expired' ? expiredMessages : closedMessages[outcome];
    if (offersBillAgain(result)) return { ...closed, next: againMessages[outcome] };
    if (result.returnToMerchant !== null || result.paidTo !== null)
      return { ...closed, next: partnerMessages[outcome] };
  }
  if ((outcome === 'failed' || outcome === 'cancelled') && !canTryAgain) return closedMessages[outcome];
  if (outcome === 'failed') return { title: 'failed.title', text: 'failed.text', next: null } as const;
  const key = outcome === 'session-expired' && canTryAgain ? 'notTried' : outcomeMessageKeys[outcome];
  return { title: `${key}.title`, text: `${key}.text`, next: `${key}.next` } as const;
}
