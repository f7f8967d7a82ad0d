import { createJsonLog, type DestinationStream } from '@/lib/telemetry/log/json-log';

/** What a log line may say: nothing else is ever written, and no body, query, header or message of an error. */
export interface LogLine {
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

/** Says what kind of error it was and where, without its message: a database's or a parser's may quote what a payer typed. */
export function describeError(error: unknown): NonNullable<LogLine['error']> {
  if (!(error instanceof Error)) return { name: typeof error };
  const at = error.stack
    ?.split('\n')
    .find((line) => line.trimStart().startsWith('at '))
    ?.trim();
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, ...(code !== undefined && { code }), ...(at !== undefined && { at }) };
}

/** Makes the backend's log, on the standard output unless another destination is given. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const logger = createJsonLog('backend', level, destination);
  return {
    info: (line) => logger.info({ ...line }),
    warn: (line) => logger.warn({ ...line }),
    error: (line) => logger.error({ ...line }),
  };
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };
