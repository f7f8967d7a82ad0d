import { writeClock } from '@/components/ui/countdown';
import { joinClasses } from '@/components/ui/join-classes';

/** Seconds left from which the clock stands out. */
const nearEnd = 60;
const standsOut = 'text-danger';

const ids = { clock: 'payment-clock', spoken: 'payment-clock-spoken' } as const;

/**
 * The time left, as the server saw it: so nothing moves when it begins to count. `remaining` in milliseconds. Where scripts are off, it
 * would only stand still, and is not shown.
 */
export function PaymentClock({ remaining }: { readonly remaining: number }) {
  const secondsLeft = Math.max(0, Math.ceil(remaining / 1_000));
  return (
    <>
      <span
        id={ids.clock}
        role="timer"
        className={joinClasses('figures font-semibold noscript:hidden', secondsLeft <= nearEnd && standsOut)}
      >
        {writeClock(secondsLeft)}
      </span>
      <span id={ids.spoken} role="status" className="sr-only" />
    </>
  );
}

/** Sets the clock on the page. `spoken` is said aloud: by a change, so nothing stands there before the first. */
export function setPaymentClock(secondsLeft: number, spoken: string): void {
  const clock = document.getElementById(ids.clock);
  const status = document.getElementById(ids.spoken);
  if (clock === null || status === null) return;
  clock.textContent = writeClock(secondsLeft);
  clock.classList.toggle(standsOut, secondsLeft <= nearEnd);
  if (status.textContent !== spoken) status.textContent = spoken;
}
