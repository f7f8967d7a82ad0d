import pino, { type DestinationStream } from 'pino';
import { scrubCardNumber } from '@/lib/domain/card/detect-card-number';
import { publishLogLine } from '../metrics/log-lines';
import { createLineLimit } from './line-limit';

export type { DestinationStream };

/** The fields of a line. `event` (in the front, `msg`) is its kind, always a literal in the code. */
export type LogLineFields = Readonly<Record<string, unknown>>;

export interface JsonLog {
  info(line: LogLineFields): void;
  warn(line: LogLineFields): void;
  error(line: LogLineFields): void;
}

/** Lines per kind, minute and process. */
export const logLineLimits = {
  ordinary: 60,
  /** One line per request: 200 requests/s. */
  requests: 12_000,
} as const;

const requestKinds: ReadonlySet<string> = new Set(['request', 'answered']);

/** The maximum length of a text field, in characters. */
const maxTextLength = 4_096;

/** A request id (UUID): random, or made from a trace id. Some look like a card number; almost all contain a letter. */
const requestId = /^(?=.*[a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function scrub(value: unknown): unknown {
  if (typeof value === 'string') {
    return requestId.test(value) ? value : scrubCardNumber(value).slice(0, maxTextLength);
  }
  if (typeof value === 'number') {
    const scrubbed = scrubCardNumber(String(value));
    return scrubbed === String(value) ? value : scrubbed;
  }
  if (Array.isArray(value)) return value.map(scrub);
  return typeof value === 'object' && value !== null ? scrubFields(value) : value;
}

function scrubFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, scrub(value)]));
}

function kindOf({ event, msg }: LogLineFields): string {
  const kind = event ?? msg;
  return typeof kind === 'string' ? kind : 'other';
}

/**
 * Creates a log of JSON lines, written to standard output by default. The caller selects the fields; card numbers are scrubbed from all of
 * them (security, row 31). Each kind of line has a limit per minute: further lines are suppressed, and one line at the end of the minute
 * gives their count. The metrics count every line, written or suppressed (security, row 47).
 */
export function createJsonLog(service: string, level: string, destination?: DestinationStream): JsonLog {
  const logger = pino(
    {
      level,
      base: { service },
      // ISO 8601: milliseconds since 1970 have as many digits as a card number.
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: scrubFields },
    },
    destination,
  );
  const mayWrite = createLineLimit({
    linesPerMinute: (kind) => (requestKinds.has(kind) ? logLineLimits.requests : logLineLimits.ordinary),
    onSuppressed: (kind, count) => logger.warn({ event: 'lines left out', of: kind, count }),
  });
  const writeAt = (at: 'info' | 'warn' | 'error') => (line: LogLineFields) => {
    if (!logger.isLevelEnabled(at)) return;
    const event = kindOf(line);
    const isWritten = mayWrite(event);
    publishLogLine({ service, event, isWritten });
    if (isWritten) logger[at](line);
  };
  return { info: writeAt('info'), warn: writeAt('warn'), error: writeAt('error') };
}
