import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span as OpenSpan } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Span, SpanStart } from './spans';

export interface TracingSettings {
  /** The OTLP/HTTP endpoint of an OpenTelemetry collector, without a trailing slash. */
  readonly endpoint: string;
  /** Sent with each export. */
  readonly headers: Readonly<Record<string, string>>;
  /** The share of new traces that is sampled, from 0 to 1. */
  readonly sampleRatio: number;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** W3C Trace Context, version 00: trace, parent, flags. */
const traceparentPattern = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** Timeouts of an export, and of the last exports on shutdown. */
const exportTimeoutMs = 5_000;
const shutdownTimeoutMs = 2_000;

function makeTraceparent(span: OpenSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/**
 * Starts tracing of this process and the export of its spans. OpenTelemetry is loaded only here, and not registered globally: otherwise Next would
 * add spans with full URLs.
 *
 * @param service the service name of its spans
 * @param onError called when exports begin to fail; payers are not affected
 * @returns a function that stops tracing after the remaining spans are exported, or after two seconds
 */
export async function startTracing(
  service: string,
  { endpoint, headers, sampleRatio }: TracingSettings,
  onError: () => void,
): Promise<() => Promise<void>> {
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const random = new sdk.RandomIdGenerator();
  let chosenTraceId: string | null = null;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new sdk.BatchSpanProcessor(reportFirstFailure(exporter, onError))],
    idGenerator: {
      generateTraceId: () => chosenTraceId ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
  });
  const tracer = provider.getTracer('ebill');
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };
  const openSpans = new WeakMap<Span, OpenSpan>();

  function open({ name, kind, attributes = {} }: SpanStart, context: Context): Span {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, context);
    const opened: Span = {
      traceId: span.spanContext().traceId,
      traceparent: makeTraceparent(span),
      rename: (newName) => void span.updateName(newName),
      setAttributes: (more) => void span.setAttributes({ ...more }),
      end(isFailure = false) {
        if (isFailure) span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      },
    };
    openSpans.set(opened, span);
    return opened;
  }

  function openRootSpan(start: SpanStart, requestId: string | undefined): Span {
    chosenTraceId =
      requestId !== undefined && uuid.test(requestId) ? requestId.replaceAll('-', '').toLowerCase() : null;
    try {
      return open(start, api.ROOT_CONTEXT);
    } finally {
      chosenTraceId = null;
    }
  }

  globalThis.ebillTracer = {
    current: new AsyncLocalStorage<Span>(),
    startSpan(start, parent) {
      const span = parent === null ? undefined : openSpans.get(parent);
      return span === undefined
        ? openRootSpan(start, undefined)
        : open(start, api.trace.setSpan(api.ROOT_CONTEXT, span));
    },
    startTrace(start, { traceparent, requestId }) {
      const [, traceId, spanId, flags] = traceparentPattern.exec(traceparent ?? '') ?? [];
      if (traceId === undefined || spanId === undefined) return openRootSpan(start, requestId);
      const traceFlags = Number.parseInt(flags ?? '0', 16) & api.TraceFlags.SAMPLED;
      return open(start, api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true }));
    },
  };
  return async () => {
    globalThis.ebillTracer = undefined;
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, shutdownTimeoutMs).unref());
    await Promise.race([provider.shutdown().catch(() => {}), timeout]);
  };
}

/** Wraps an exporter: calls `onError` for the first failure after a success. */
function reportFirstFailure(exporter: SpanExporter, onError: () => void): SpanExporter {
  let isFailing = false;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) onError();
        isFailing = hasFailed;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
