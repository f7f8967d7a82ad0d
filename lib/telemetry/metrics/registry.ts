import { collectDefaultMetrics, Registry } from 'prom-client';

/** The sampling interval of the event loop delay, ms. */
const eventLoopPrecision = 50;

/** Seconds: from the time of a static file to the timeout of a call. */
export const durationBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 40];

/** Creates a registry with the default metrics of the process. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopPrecision });
  return registry;
}
