import { createProcessChannel } from './process-channel';

/** A log line, written, or suppressed by the limit of its event. `event` is a literal in the code. */
export interface LogLineMessage {
  readonly service: string;
  readonly event: string;
  readonly isWritten: boolean;
}

export const { publish: publishLogLine, subscribe: onLogLine } = createProcessChannel<LogLineMessage>(
  'ebill.log-line',
  ['service', 'event', 'isWritten'],
);
