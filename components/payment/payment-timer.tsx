'use client';

import { useEffect } from 'react';
import { ageOfPage } from '@/components/ui/page-age';
import { setPaymentClock } from './payment-clock';

/** The few moments at which a listener is told how much time is left. */
export interface TimerAnnouncement {
  readonly secondsLeft: number;
  readonly text: string;
}

interface PaymentTimerProps {
  /** Milliseconds, by the backend's clock, when the page was made. */
  readonly remaining: number;
  /** The longest first. */
  readonly announcements: readonly TimerAnnouncement[];
}

/** A deadline that the server has not carried out yet is asked about again after this many milliseconds, not at once. */
const rest = 5_000;

/** Counts the clock down that the server wrote. When it is over the page is asked for again: the server says what is true then. */
export function PaymentTimer({ remaining, announcements }: PaymentTimerProps) {
  useEffect(() => {
    const end = Math.max(remaining, rest);
    const timer = window.setInterval(tick, 1_000);
    function tick() {
      const left = end - ageOfPage();
      const secondsLeft = Math.max(0, Math.ceil(Math.min(left, remaining) / 1_000));
      setPaymentClock(secondsLeft, announcements.findLast((moment) => secondsLeft <= moment.secondsLeft)?.text ?? '');
      if (left > 0) return;
      window.clearInterval(timer);
      window.location.reload();
    }
    tick();
    return () => window.clearInterval(timer);
  }, [remaining, announcements]);

  return null;
}
