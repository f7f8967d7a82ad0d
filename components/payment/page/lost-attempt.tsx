'use client';

import { use } from 'react';
import { SubmissionContext } from '@/components/forms/form-context';
import { PaymentStatusPoller } from '@/components/layout/payment-status-poller';
import type { Outcome } from '@/lib/domain/payment/outcomes';
import { paymentStatusPath } from '@/lib/routes';
import type { PaymentView } from './payment-view';

/** The outcomes of a payment whose last attempt is not the lost one, unless it is later than the page. */
const unstartedOutcomes: readonly Outcome[] = ['session-expired', 'failed', 'cancelled', 'error'];

interface LostAttemptProps {
  readonly page: Pick<PaymentView, 'refid' | 'serverTime'>;
  /** The request was not repeated before. */
  readonly canRepeat: boolean;
  readonly onRepeat: () => void;
  /** No attempt was found for about 8 s. */
  readonly onNotFound: () => void;
}

/**
 * Finds the attempt of a press of 'Pay' whose answer was lost. One that is under way goes on to its bank: the same request, which is sent once more, is
 * answered as it was. Where the form was edited since, the payer is about to cancel, or the attempt has ended, the page is reloaded and tells of it.
 */
export function LostAttempt({ page, canRepeat, onRepeat, onNotFound }: LostAttemptProps) {
  const { repeat } = use(SubmissionContext);

  function goOn(outcome: unknown): boolean {
    if (outcome !== 'pending' || !canRepeat || !repeat()) return false;
    onRepeat();
    return true;
  }

  return (
    <PaymentStatusPoller
      currentOutcomes={unstartedOutcomes}
      statusUrl={paymentStatusPath(page.refid)}
      renderedAt={page.serverTime}
      onLaterAttempt={goOn}
      onUnchanged={onNotFound}
    />
  );
}
