import { collectDefaultMetrics, Registry } from 'prom-client';

/** Milliseconds between two looks at how late the event loop is: often enough for a figure, seldom enough to cost nothing. */
const eventLoopPrecision = 50;

/** Seconds. From a static file to the time limit of a call. */
export const durationBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 40];

/** Makes what one process measures, with what Node tells of it. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopPrecision });
  return registry;
}
