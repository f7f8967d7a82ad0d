import { formatClock } from './format-clock';

interface CountdownProps {
  label: string;
  /** Whole seconds left when the server wrote the page. */
  seconds: number;
  /** The moment it ends, ISO 8601. A script that ticks goes by this and the server's clock, never by the device's alone. */
  endsAt: string;
  testId?: string;
}

/**
 * The time left, as the server saw it. A script may make it tick: it writes into `[data-clock]`. A timer is not announced by
 * itself (ARIA), so ticking does not talk over the payer.
 */
export function Countdown({ label, seconds, endsAt, testId }: CountdownProps) {
  return (
    <p data-testid={testId} role="timer" data-ends-at={endsAt} data-seconds={seconds} className="figures">
      <span className="text-ink-soft">{label}</span>{' '}
      <time dateTime={`PT${Math.max(0, Math.floor(seconds))}S`} data-clock="" className="font-semibold">
        {formatClock(seconds)}
      </time>
    </p>
  );
}
