interface CountdownProps {
  label: string;
  /** Whole seconds left when the server wrote the page. */
  seconds: number;
  /** The moment it ends, ISO 8601. A script that ticks goes by this and the server's clock, never by the device's alone. */
  endsAt: string;
  testId?: string;
}

/** Writes seconds as a clock does: `14:59`, `1:02:03`. Below zero is zero. */
export function writeClock(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
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
        {writeClock(seconds)}
      </time>
    </p>
  );
}
