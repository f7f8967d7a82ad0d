import { createProcessChannel } from './process-channel';

/** A line of a log, written or left out by the limit of its kind. `event` is a literal of the code. */
export interface LogLineMessage {
  readonly service: string;
  readonly event: string;
  readonly isWritten: boolean;
}

export const { publish: publishLogLine, subscribe: onLogLine } = createProcessChannel<LogLineMessage>(
  'ebill.log-line',
  ['service', 'event', 'isWritten'],
);
