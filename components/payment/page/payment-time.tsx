'use client';

import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { formatClock } from '@/components/ui/countdown/format-clock';
import { pageAge } from '@/components/ui/countdown/page-age';
import { extensionMs } from '@/lib/domain/payment/time-extension';
import { findAnnouncedMinutes, type AnnouncedMinutes } from '../minutes-left';

/** Milliseconds until the next reload when the server has not processed the deadline yet. */
const reloadDelay = 5_000;

interface PaymentTime {
  /** Fewer minutes than these are left; undefined: more than any that is announced. */
  readonly minutes: AnnouncedMinutes | undefined;
  /** False on the server and before hydration. */
  readonly isCounting: boolean;
  /** How often the payer got more time on this page, and may still ask for it. */
  readonly extensions: number;
  readonly extensionsLeft: number;
  /** The server has extended the deadline. */
  readonly extend: () => void;
}

const PaymentTimeContext = createContext<PaymentTime | null>(null);
/** By itself, so that only clocks are rendered each second. */
const SecondsContext = createContext(0);

interface PaymentTimeProviderProps {
  /** Time left to pay when the page was made, ms. */
  readonly remaining: number;
  readonly extensionsLeft: number;
  readonly children: ReactNode;
}

/** Counts down the time left to pay by the server's clock, and reloads the page at the end. */
export function PaymentTimeProvider({ remaining: first, extensionsLeft, children }: PaymentTimeProviderProps) {
  const [extensions, setExtensions] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(Math.max(0, Math.ceil(first / 1_000)));
  const [isCounting, setIsCounting] = useState(false);
  const remaining = first + extensions * extensionMs;

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

  const minutes = findAnnouncedMinutes(secondsLeft * 1_000);
  const time = useMemo(
    () => ({
      minutes,
      isCounting,
      extensions,
      extensionsLeft: extensionsLeft - extensions,
      extend: () => {
        setExtensions((count) => count + 1);
        setSecondsLeft((seconds) => seconds + extensionMs / 1_000);
      },
    }),
    [minutes, isCounting, extensions, extensionsLeft],
  );
  return (
    <PaymentTimeContext value={time}>
      <SecondsContext value={secondsLeft}>{children}</SecondsContext>
    </PaymentTimeContext>
  );
}

/** Returns the time left to pay; null outside of a `PaymentTimeProvider`. */
export function usePaymentTime(): PaymentTime | null {
  return use(PaymentTimeContext);
}

/** The time left to pay, `m:ss`. */
export function PaymentClock() {
  return formatClock(use(SecondsContext));
}
