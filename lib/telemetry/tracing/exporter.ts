import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span as OpenSpan } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Span, SpanStart } from './spans';

export interface TracingSettings {
  /** Where an OpenTelemetry collector takes OTLP over HTTP, without a slash at its end. */
  readonly endpoint: string;
  /** Sent with each export. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the traces that begin here, from 0 to 1. */
  readonly sampleRatio: number;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** W3C Trace Context, version 00: trace, parent, flags. */
const traceparentPattern = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** How long an export may take, and how long the last ones at the end, ms. */
const exportTimeout = 5_000;
const shutdownTimeout = 2_000;

function makeTraceparent(span: OpenSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/**
 * Begins to trace this process and to export what is traced. The packages of OpenTelemetry are loaded here and nowhere else, and registered
 * nowhere: Next, which would write addresses with all that is in them, finds none of it.
 *
 * @param service the name that its spans are under
 * @param onFault told when exports begin to fail; payers notice nothing
 * @returns ends it, once what is left has been exported or two seconds are over
 */
export async function startTracing(
  service: string,
  { endpoint, headers, sampleRatio: share }: TracingSettings,
  onFault: () => void,
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
    timeoutMillis: exportTimeout,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(reportFirstFailure(exporter, onFault))],
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
    const timeIsUp = new Promise<void>((resolve) => setTimeout(resolve, shutdownTimeout).unref());
    await Promise.race([provider.shutdown().catch(() => {}), timeIsUp]);
  };
}

/** The same exporter, which tells of the first export that fails after one that did not. */
function reportFirstFailure(exporter: SpanExporter, onFault: () => void): SpanExporter {
  let isFailing = false;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) onFault();
        isFailing = hasFailed;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
