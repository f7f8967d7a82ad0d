'use client';

import { joinClasses } from '@/components/ui/join-classes';
import { MinutesLeft } from '../minutes-left';
import { PaymentClock, usePaymentTime } from './payment-time';

interface PaymentTimerProps {
  /** What screen readers are told while enough time is left. */
  readonly announced?: string;
}

/** The time left to pay, highlighted in the last minute and announced to screen readers. Hidden without scripts, because it would not count. */
export function PaymentTimer({ announced }: PaymentTimerProps) {
  const time = usePaymentTime();
  const minutes = time?.minutes;
  return (
    <>
      <span
        role="timer"
        className={joinClasses('figures font-semibold noscript:hidden', minutes === 1 && 'text-danger')}
      >
        <PaymentClock />
      </span>
      <MinutesLeft minutes={time?.isCounting ? minutes : undefined} otherwise={announced} />
    </>
  );
}
