import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { onLogLine } from './log-lines';

/** Milliseconds between two looks at how late the event loop is: often enough for a figure, seldom enough to cost nothing. */
const eventLoopPrecision = 50;

/** Seconds. From a static file to the time limit of a call. */
export const durationBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 40];

/** Makes what one process measures, with what Node tells of it and the count of the lines of its logs. */
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
