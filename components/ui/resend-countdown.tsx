'use client';

import { useEffect, useState } from 'react';
import { ageOfPage } from './page-age';
import { Countdown } from './countdown';

interface ResendCountdownProps {
  readonly label: string;
  /** Whole seconds left when the server wrote the page. */
  readonly seconds: number;
  /** ISO 8601. */
  readonly endsAt: string;
  /** The button that waits for the end. */
  readonly buttonId: string;
}

/** Ticks until another code may be asked for, and holds the button until then. */
export function ResendCountdown({ label, seconds, endsAt, buttonId }: ResendCountdownProps) {
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    const button = document.getElementById(buttonId);
    const timer = window.setInterval(tick, 500);
    function tick() {
      const now = Math.max(0, Math.ceil(seconds - ageOfPage() / 1_000));
      setLeft(now);
      if (button instanceof HTMLButtonElement) button.disabled = now > 0;
      if (now === 0) window.clearInterval(timer);
    }
    tick();
    return () => window.clearInterval(timer);
  }, [seconds, buttonId]);

  return <Countdown testId="resend-countdown" label={label} seconds={left} endsAt={endsAt} />;
}
