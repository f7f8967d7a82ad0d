import type { z } from 'zod';
import type { tracingVariables } from './variables';

/** Where traces go, and how many. */
export interface TracingConfiguration {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the traces that begin in the process, from 0 to 1. */
  readonly sampleRatio: number;
}

/** Settles whether a process traces: only where it has somewhere to send it to. */
export function resolveTracing(values: z.output<typeof tracingVariables>): TracingConfiguration | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = values;
  return endpoint === undefined ? null : { endpoint, headers, sampleRatio: values.OTEL_TRACES_SAMPLER_ARG };
}
