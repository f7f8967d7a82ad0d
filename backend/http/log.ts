import { createJsonLog, type DestinationStream } from '@/lib/telemetry/log/json-log';

/** The fields of a log line. Bodies, queries, headers and error messages are never logged. */
export interface LogLine {
  /** A literal: lines of an event have a limit per minute. */
  readonly event: string;
  readonly call?: string;
  readonly gateway?: string;
  readonly job?: string;
  readonly partner?: string;
  readonly requestId?: string;
  readonly status?: number;
  readonly code?: string;
  readonly milliseconds?: number;
  readonly error?: { readonly name: string; readonly code?: string; readonly at?: string };
}

export interface Log {
  info(line: LogLine): void;
  warn(line: LogLine): void;
  error(line: LogLine): void;
}

/** Describes an error without its message, which may contain a payer's input. */
export function describeError(error: unknown): NonNullable<LogLine['error']> {
  if (!(error instanceof Error)) return { name: typeof error };
  const at = error.stack
    ?.split('\n')
    .find((line) => line.trimStart().startsWith('at '))
    ?.trim();
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, ...(code !== undefined && { code }), ...(at !== undefined && { at }) };
}

/** Creates the backend's log, on standard output unless a destination is given. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const log = createJsonLog('backend', level, destination);
  return {
    info: (line) => log.info({ ...line }),
    warn: (line) => log.warn({ ...line }),
    error: (line) => log.error({ ...line }),
  };
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };
