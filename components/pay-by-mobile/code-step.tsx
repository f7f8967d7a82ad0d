'use client';

import { useState } from 'react';
import type { FormState } from '@/components/forms/form-state';
import { usePaymentStatus } from '@/components/layout/use-payment-status';
import { formatMobileNumber } from '@/lib/domain/contact/phone';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { payByMobilePath, paymentStatusPath } from '@/lib/routes';
import { LeaveDialog } from './leave-dialog';
import { ResendTacForm, type SentTac } from './resend-tac-form';
import { TacForm } from './tac-form';
import { useLeaveWarning } from './use-leave-warning';

interface CodeStepProps {
  readonly page: Pick<PaymentPage, 'refid' | 'serverTime'>;
  readonly sent: SentTac;
  /** Formatted. */
  readonly amount: string;
  readonly form: FormState;
  readonly idempotencyKeys: Readonly<Record<'send' | 'verify', string>>;
}

/**
 * A TAC was sent: it is entered, or another one requested. The payer is warned before leaving in another way. Where the answer to a TAC was lost, the
 * payment may be charged: its status is polled until it says so.
 */
export function CodeStep({ page, sent, amount, form, idempotencyKeys }: CodeStepProps) {
  const { destination, stay, leave } = useLeaveWarning();
  const [isUnknown, setUnknown] = useState(false);
  usePaymentStatus(isUnknown ? paymentStatusPath(page.refid) : null, (body) => {
    if (!('status' in body) || body.status === 'pending') return false;
    // Leads to the payment's current step.
    leave(payByMobilePath(page.refid));
    return true;
  });
  return (
    <>
      <TacForm
        refid={page.refid}
        mobileNumber={formatMobileNumber(sent.mobileNumber)}
        amount={amount}
        form={form}
        idempotencyKey={idempotencyKeys.verify}
        isUnknown={isUnknown}
        onUnknown={() => setUnknown(true)}
        onAccepted={leave}
      />
      <ResendTacForm page={page} sent={sent} form={form} idempotencyKey={idempotencyKeys.send} onAccepted={leave} />
      {destination === null ? null : <LeaveDialog onLeave={() => leave(destination)} onStay={stay} />}
    </>
  );
}
