'use client';

import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';

interface HandOverCountdownProps {
  /** Id of the form or link that takes the payer back. */
  readonly wayBackId: string;
  /** The words for each number of seconds left, from 0 on. */
  readonly texts: readonly string[];
  readonly pauseLabel: string;
  readonly resumeLabel: string;
  /** The form or link itself, which works without this. */
  readonly children: ReactNode;
}

function takeBack(wayBackId: string): void {
  const way = document.getElementById(wayBackId);
  if (way instanceof HTMLFormElement) HTMLFormElement.prototype.submit.call(way);
  else way?.click();
}

/**
 * Counts down and takes the payer back to the partner. It can be stopped and gone on with (WCAG 2.2.1); it is a timer, which is not
 * read out by itself. Without scripts there is no countdown, only the button.
 */
export function HandOverCountdown({ wayBackId, texts, pauseLabel, resumeLabel, children }: HandOverCountdownProps) {
  const [secondsLeft, setSecondsLeft] = useState(texts.length - 1);
  const [isPaused, setIsPaused] = useState(false);

  useEffect(() => {
    if (isPaused) return undefined;
    const timer = window.setTimeout(() => {
      if (secondsLeft === 0) takeBack(wayBackId);
      else setSecondsLeft(secondsLeft - 1);
    }, 1_000);
    return () => window.clearTimeout(timer);
  }, [isPaused, secondsLeft, wayBackId]);

  useEffect(() => {
    const stop = () => setIsPaused(true);
    // Who comes back with the back button wants to read this page, kept or loaded anew: the countdown does not start over by itself.
    const [visit] = performance.getEntriesByType('navigation');
    if (visit && 'type' in visit && visit.type === 'back_forward') stop();
    const stopWhenRestored = (event: PageTransitionEvent) => event.persisted && stop();
    // Nobody is taken away from a receipt that is being printed.
    window.addEventListener('pageshow', stopWhenRestored);
    window.addEventListener('beforeprint', stop);
    return () => {
      window.removeEventListener('pageshow', stopWhenRestored);
      window.removeEventListener('beforeprint', stop);
    };
  }, []);

  return (
    <div className="grid gap-3">
      <p role="timer" data-testid="redirect-countdown" className="figures text-center noscript:hidden">
        {texts[secondsLeft]}
      </p>
      {children}
      <div className="grid noscript:hidden">
        <Button type="button" variant="quiet" onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? resumeLabel : pauseLabel}
        </Button>
      </div>
    </div>
  );
}
