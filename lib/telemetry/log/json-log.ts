import pino, { type DestinationStream, type Logger } from 'pino';
import { scrubCardNumbers } from '@/lib/domain/card/detect-card-number';

export type { DestinationStream, Logger };

/**
 * Makes a log of lines of JSON, to the standard output unless another destination is given. What a line may say is for its caller to list; a
 * card number that got into one all the same is taken out of it. Security, row 31.
 */
export function createJsonLog(service: string, level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service },
      // In words: milliseconds since 1970 have as many digits as a card number.
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: scrubCardNumbers },
    },
    destination,
  );
}
