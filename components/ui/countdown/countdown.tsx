import { formatClock } from './format-clock';

interface CountdownProps {
  label: string;
  /** Whole seconds left when the server rendered the page. */
  seconds: number;
  /** When it ends, ISO 8601. */
  endsAt: string;
  testId?: string;
}

/**
 * Shows the time left. `role="timer"` is not announced on each change (ARIA).
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
