'use client';

import { useEffect, useState, type ReactNode } from 'react';
import { Countdown } from './countdown';
import { pageAge } from './page-age';

interface ResendCountdownProps {
  readonly countdownLabel: string;
  /** Whole seconds left when the server rendered the page. */
  readonly seconds: number;
  /** When another code may be requested, ISO 8601. */
  readonly endsAt: string;
  /** Replaces the countdown without scripts. */
  readonly availableText: string;
  /** What screen readers are told when the countdown has ended. */
  readonly endedText: string;
  /** The button that requests another code. */
  readonly children: (isEarly: boolean) => ReactNode;
}

/**
 * Counts down until another code may be requested; until then its button is disabled. Without scripts that is always enabled, and the server
 * rejects a request that is too early.
 */
export function ResendCountdown({
  countdownLabel,
  seconds,
  endsAt,
  availableText,
  endedText,
  children,
}: ResendCountdownProps) {
  // Null on the server and before hydration.
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);

  useEffect(() => {
    const timer = window.setInterval(tick, 500);
    function tick() {
      const left = Math.max(0, Math.ceil(seconds - pageAge() / 1_000));
      setSecondsLeft(left);
      if (left === 0) window.clearInterval(timer);
    }
    tick();
    return () => window.clearInterval(timer);
  }, [seconds]);

  return (
    <>
      <Countdown testId="resend-countdown" label={countdownLabel} seconds={secondsLeft ?? seconds} endsAt={endsAt} />
      <span role="status" className="sr-only">
        {seconds > 0 && secondsLeft === 0 ? endedText : ''}
      </span>
      {seconds > 0 ? (
        <noscript>
          <p className="text-ink-soft">{availableText}</p>
        </noscript>
      ) : null}
      {children(secondsLeft !== null && secondsLeft > 0)}
    </>
  );
}
