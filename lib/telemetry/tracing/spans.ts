import type { AsyncLocalStorage } from 'node:async_hooks';

/** Attributes of a span: route patterns, names of the contract, statuses; never a payer's input. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** An operation within a trace. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The `traceparent` header that continues the trace (W3C Trace Context). */
  readonly traceparent: string;
  rename(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  end(isFailure?: boolean): void;
}

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

/** Where a trace starts: another process's header, or a new trace, with the given id if any. */
export interface TraceOrigin {
  readonly traceparent?: string | undefined;
  /** A UUID becomes the trace id, so that log lines can be correlated with the trace. */
  readonly requestId?: string;
}

/** Creates spans. Exists only if an exporter is configured (./exporter.ts). */
export interface Tracer {
  startSpan(span: SpanStart, parent: Span | null): Span;
  startTrace(span: SpanStart, origin: TraceOrigin): Span;
  readonly current: AsyncLocalStorage<Span>;
}

declare global {
  /** A global, since Next bundles pages, handlers and middleware separately from the front, and they share no module state. */
  var ebillTracer: Tracer | undefined;
}

/** Starts a child of the current span; null when tracing is off. The caller ends it. */
export function startSpan(span: SpanStart): Span | null {
  const tracer = globalThis.ebillTracer;
  return tracer === undefined ? null : tracer.startSpan(span, tracer.current.getStore() ?? null);
}

/** Starts a trace, or continues another process's; null when tracing is off. */
export function startTrace(span: SpanStart, origin: TraceOrigin): Span | null {
  return globalThis.ebillTracer?.startTrace(span, origin) ?? null;
}

/** Runs `callback` in a span: spans started meanwhile are its children. */
export function runInSpan<Value>(span: Span | null, callback: () => Value): Value {
  return span === null || globalThis.ebillTracer === undefined
    ? callback()
    : globalThis.ebillTracer.current.run(span, callback);
}

async function runAndEnd<Value>(span: Span, callback: (span: Span) => Promise<Value>): Promise<Value> {
  try {
    const value = await runInSpan(span, () => callback(span));
    span.end();
    return value;
  } catch (error) {
    // Only the failure is recorded: an error's message may contain a payer's input.
    span.end(true);
    throw error;
  }
}

/** Runs `callback` in a child span. Costs nothing when tracing is off. */
export function traceSpan<Value>(span: SpanStart, callback: (span: Span | null) => Promise<Value>): Promise<Value> {
  const started = startSpan(span);
  return started === null ? callback(null) : runAndEnd(started, callback);
}

/** Runs `callback` in a new root span. */
export function traceRoot<Value>(
  span: SpanStart,
  origin: TraceOrigin,
  callback: (span: Span | null) => Promise<Value>,
): Promise<Value> {
  const begun = startTrace(span, origin);
  return begun === null ? callback(null) : runAndEnd(begun, callback);
}

/** The current trace id, written as a UUID; null when tracing is off. */
export function getTraceIdAsUuid(): string | null {
  const id = globalThis.ebillTracer?.current.getStore()?.traceId;
  return id === undefined ? null : id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
