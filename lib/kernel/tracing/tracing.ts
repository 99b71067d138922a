/**
 * Spans of OpenTelemetry. `make-tracer.ts` installs the tracer if a collector is configured; without one, nothing is
 * loaded or recorded. A span has names, numbers and codes only: never an input, an output, a message or a URL.
 */
import { AppError } from '../errors.ts'
import { oncePerProcess } from '../process/once-per-process.ts'

type Attributes = Record<string, string | number | boolean | undefined>

export type SpanOptions = {
  kind?: 'server' | 'client' | 'consumer'
  attributes?: Attributes
  /** A W3C `traceparent` of another process, the parent instead of the current span. Anything else is ignored. */
  traceparent?: unknown
}

export type Span = {
  set(attributes: Attributes): void
  /** Marks the span as failed. `code` is an error code, never a message. */
  fail(code: string): void
}

/** Milliseconds since 1970. */
type Period = { startMs: number; endMs: number }

export type Tracer = {
  inSpan<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>
  addSpan(name: string, options: SpanOptions & Period): void
  /** Starts a span that is current for the rest of this synchronous execution and what it starts. */
  enterSpan(name: string, options: SpanOptions): Span & { end(): void }
  current(): { traceId: string; spanId: string; traceparent: string } | undefined
  flush(): Promise<void>
}

const installed = oncePerProcess('tracer', (): { tracer?: Tracer | undefined } => ({}))

export function tracer(): Tracer | undefined {
  return installed.tracer
}

export function setTracer(tracer: Tracer | undefined): void {
  installed.tracer = tracer
}

const NO_SPAN: Span = { set() {}, fail() {} }

/** Performs `work` in a span, which ends with it. If it throws, the span has the error's code. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const current = tracer()
  if (!current) return work(NO_SPAN)
  return current.inSpan(name, options, async (span) => {
    try {
      return await work(span)
    } catch (thrown) {
      span.fail(thrown instanceof AppError ? thrown.code : 'INTERNAL_ERROR')
      throw thrown
    }
  })
}

/** The fields of a log line that belongs to the current span. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const current = tracer()?.current()
  return current ? { trace_id: current.traceId, span_id: current.spanId } : {}
}

/** Links work that another process continues; empty without a current span. */
export function traceparentField(): { traceparent?: string } {
  const current = tracer()?.current()
  return current ? { traceparent: current.traceparent } : {}
}
