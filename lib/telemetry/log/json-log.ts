import pino, { type DestinationStream } from 'pino';
import { scrubCardNumber } from '@/lib/domain/card/detect-card-number';
import { publishLogLine } from '../metrics/log-lines';
import { createLineLimit } from './line-limit';

export type { DestinationStream };

/** Fields of a line: `event`, or `msg` at the front, is its kind and a literal of the code. */
export type LogLineFields = Readonly<Record<string, unknown>>;

export interface JsonLog {
  info(line: LogLineFields): void;
  warn(line: LogLineFields): void;
  error(line: LogLineFields): void;
}

/** Lines of one kind in a minute, of one process. */
export const logLineLimits = {
  ordinary: 60,
  /** One for each request that is answered: two hundred a second. */
  requests: 12_000,
} as const;

const requestKinds: ReadonlySet<string> = new Set(['request', 'answered']);

/** The longest text in a line, in characters. */
const maxTextLength = 4_096;

/** Request ids: of random or a trace's digits, and hardly ever without a letter. A few of them look like a card number. */
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
 * Makes a log of lines of JSON, to the standard output unless another destination is given. What a line may say is for its caller to list; a
 * text with a card number that got into one all the same is taken out (security, row 31). Each kind of line has a limit per minute, and at
 * its end a line with the count of those that were left out; all of them are counted as metrics (security, row 47).
 */
export function createJsonLog(service: string, level: string, destination?: DestinationStream): JsonLog {
  const logger = pino(
    {
      level,
      base: { service },
      // In words: milliseconds since 1970 have as many digits as a card number.
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: scrubFields },
    },
    destination,
  );
  const mayWrite = createLineLimit({
    linesPerMinute: (kind) => (requestKinds.has(kind) ? logLineLimits.requests : logLineLimits.ordinary),
    onLeftOut: (kind, count) => logger.warn({ event: 'lines left out', of: kind, count }),
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
