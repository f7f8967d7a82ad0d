import 'server-only';
import { createJsonLog, type JsonLog } from '@/lib/telemetry/log/json-log';
import { processSingleton } from './process-singleton';

declare module './process-singleton' {
  interface ProcessSingletons {
    log: JsonLog;
  }
}

/** The allowed fields of the site's log lines: names, codes and counts, never a payer's input. */
export interface LogFields {
  readonly call?: string;
  readonly method?: string;
  /** Without its query string. */
  readonly path?: string;
  readonly reason?: string;
  readonly code?: string;
  /** Of an error, without anything from a request or a response body. */
  readonly message?: string;
  readonly status?: number;
  readonly tries?: number;
  readonly milliseconds?: number;
  readonly requestId?: string | null;
  readonly form?: string;
  /** Versions of the contract. */
  readonly ours?: number;
  readonly theirs?: number;
  /** Of the Content-Security-Policy, and what it blocked: an origin or a keyword. */
  readonly directive?: string;
  readonly blocked?: string;
}

/** One log for all of the bundles that a process runs. The console goes to the front's own log. */
const openLog = () => createJsonLog('site', 'info', { write: (line) => void process.stderr.write(line) });

/** Writes one line of JSON to the error stream, within the limit of its event. `event` is a literal. */
export function logProblem(event: string, fields: LogFields): void {
  processSingleton('log', openLog).error({ event, ...fields });
}
