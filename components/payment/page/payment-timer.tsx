'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { formatClock } from '@/components/ui/countdown/format-clock';
import { joinClasses } from '@/components/ui/join-classes';
import { pageAge } from '@/components/ui/countdown/page-age';

/** Seconds left from which the clock stands out. */
const warningSeconds = 60;
/** Minutes left at which a screen reader is told, fewest first. */
const announcedMinutes = [1, 2, 5] as const;
/** Milliseconds after which a deadline that the server has not carried out yet is asked about again. */
const reloadDelay = 5_000;

/**
 * Counts down the time to pay, by the server's clock: nothing moves when it begins to count. At the end the page is loaded again: the server
 * says what is true then. `remaining` in milliseconds. Without scripts the clock would stand still, and is hidden.
 */
export function PaymentTimer({ remaining }: { readonly remaining: number }) {
  const t = useTranslations('payment');
  const [secondsLeft, setSecondsLeft] = useState(Math.max(0, Math.ceil(remaining / 1_000)));
  const [isCounting, setIsCounting] = useState(false);

  useEffect(() => {
    const end = Math.max(remaining, reloadDelay);
    const timer = window.setInterval(tick, 1_000);
    function tick() {
      const left = end - pageAge();
      setIsCounting(true);
      setSecondsLeft(Math.max(0, Math.ceil(Math.min(left, remaining) / 1_000)));
      if (left > 0) return;
      window.clearInterval(timer);
      window.location.reload();
    }
    return () => window.clearInterval(timer);
  }, [remaining]);

  const minutes = announcedMinutes.find((limit) => secondsLeft <= limit * 60);
  return (
    <>
      <span
        role="timer"
        className={joinClasses('figures font-semibold noscript:hidden', secondsLeft <= warningSeconds && 'text-danger')}
      >
        {formatClock(secondsLeft)}
      </span>
      {/* A change is announced: nothing is there before the first. */}
      <span role="status" className="sr-only">
        {isCounting && minutes !== undefined ? t('minutesLeft', { minutes }) : ''}
      </span>
    </>
  );
}
