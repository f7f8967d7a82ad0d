'use client';

import { useEffect, useState } from 'react';
import { writeClock } from '@/components/ui/countdown';
import { ageOfPage } from '@/components/ui/page-age';

/** The few moments at which a listener is told how much time is left. */
export interface TimerAnnouncement {
  readonly secondsLeft: number;
  readonly text: string;
}

/** A deadline that the server has not carried out yet is asked about again after this many milliseconds, not at once. */
const rest = 5_000;

/** Seconds left from which the timer stands out. */
const nearEnd = 60;

/**
 * Counts down beside the deadline that the server wrote. `remaining` is in milliseconds, by the backend's clock, when the page was
 * made. When it is over the page is asked for again: the server says what is true then.
 */
export function PaymentTimer({
  remaining,
  announcements,
}: {
  readonly remaining: number;
  readonly announcements: readonly TimerAnnouncement[];
}) {
  const [counted, setCounted] = useState<number | null>(null);
  // The server writes the first figure, so that nothing moves when it begins to count. Where scripts are off it is not shown.
  const secondsLeft = counted ?? Math.max(0, Math.ceil(remaining / 1_000));

  useEffect(() => {
    const end = Math.max(remaining, rest);
    const timer = window.setInterval(tick, 1_000);
    function tick() {
      const left = end - ageOfPage();
      setCounted(Math.max(0, Math.ceil(Math.min(left, remaining) / 1_000)));
      if (left > 0) return;
      window.clearInterval(timer);
      window.location.reload();
    }
    tick();
    return () => window.clearInterval(timer);
  }, [remaining]);

  // What is said aloud is said by a change: nothing stands there before it counts.
  const due = announcements.findLast((moment) => counted !== null && counted <= moment.secondsLeft);
  return (
    <>
      <span
        role="timer"
        className={`figures font-semibold noscript:hidden ${secondsLeft <= nearEnd ? 'text-danger' : ''}`}
      >
        {writeClock(secondsLeft)}
      </span>
      <span role="status" className="sr-only">
        {due?.text}
      </span>
    </>
  );
}
