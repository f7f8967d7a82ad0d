import type { z } from 'zod';
import type { tracingVariables } from './variables';

/** Where traces are exported to, and the sampling ratio. */
export interface TracingConfiguration {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the traces that begin in the process, from 0 to 1. */
  readonly sampleRatio: number;
}

/** Resolves the tracing configuration; null without an endpoint. */
export function resolveTracing(values: z.output<typeof tracingVariables>): TracingConfiguration | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = values;
  return endpoint === undefined ? null : { endpoint, headers, sampleRatio: values.OTEL_TRACES_SAMPLER_ARG };
}
