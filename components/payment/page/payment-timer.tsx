'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { formatClock } from '@/components/ui/countdown/format-clock';
import { joinClasses } from '@/components/ui/join-classes';
import { pageAge } from '@/components/ui/countdown/page-age';

/** Seconds left from which the timer is highlighted. */
const warningSeconds = 60;
/** Minutes left that are announced to screen readers, fewest first. */
const announcedMinutes = [1, 2, 5] as const;
/** Milliseconds until the next reload when the server has not processed the deadline yet. */
const reloadDelay = 5_000;

/**
 * Counts down the time left to pay by the server's clock, and reloads the page at the end. `remaining` in milliseconds. Hidden without
 * scripts, because it would not count.
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
      {/* Screen readers announce changes only, so it is empty at first. */}
      <span role="status" className="sr-only">
        {isCounting && minutes !== undefined ? t('minutesLeft', { minutes }) : ''}
      </span>
    </>
  );
}
