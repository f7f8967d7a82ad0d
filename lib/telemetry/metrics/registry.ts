import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { onLogLine } from './log-lines';

/** The sampling interval of the event loop delay, ms. */
const eventLoopPrecision = 50;

/** Seconds: from the time of a static file to the timeout of a call. */
export const durationBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 40];

/** Creates a registry with the default metrics of the process and the count of its log lines. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopPrecision });
  const lines = new Counter({
    name: 'ebill_log_lines_total',
    help: 'Lines of the log by service and event, written, or left out by the limit of their event',
    labelNames: ['service', 'event', 'outcome'],
    registers: [registry],
  });
  onLogLine(({ service, event, isWritten }) => {
    lines.inc({ service, event, outcome: isWritten ? 'written' : 'left-out' });
  });
  return registry;
}
