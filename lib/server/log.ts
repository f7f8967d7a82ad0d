import 'server-only';
import { scrubCardNumbers } from '@/lib/domain/card-number-guard';

/** The only things that a log line of the site may hold: names, codes and counts, never what a payer typed. */
export interface LogFields {
  readonly call?: string;
  readonly method?: string;
  /** Without its query string. */
  readonly path?: string;
  readonly reason?: string;
  readonly code?: string;
  readonly status?: number;
  readonly tries?: number;
  readonly milliseconds?: number;
  readonly requestId?: string | null;
  readonly form?: string;
  /** Of the Content-Security-Policy, and what it held back: an origin or a word. */
  readonly directive?: string;
  readonly blocked?: string;
}

/** Writes one line of JSON to the error stream; a card number that got into it is taken out. */
export function logProblem(event: string, fields: LogFields): void {
  console.error(scrubCardNumbers(JSON.stringify({ level: 'error', at: new Date().toISOString(), event, ...fields })));
}
