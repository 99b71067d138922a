import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span, SpanOptions, Tracer } from './tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/**
 * Makes the tracer of this process, which sends batches of spans to `OTEL_EXPORTER_OTLP_ENDPOINT` as OTLP over HTTP with
 * JSON. It is not registered globally: libraries with spans of their own put URLs into them.
 */
export function makeTracer(serviceName: string): Tracer {
  const exporter = new OTLPTraceExporter()
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: rootSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const otel = provider.getTracer('guildhall')
  const active = new AsyncLocalStorage<Context>()

  function start(name: string, { kind, attributes, traceparent }: SpanOptions, startTime?: number) {
    const current = active.getStore() ?? ROOT_CONTEXT
    const remote = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null
    const parent = remote ? trace.setSpanContext(current, { ...remote, isRemote: true }) : current
    // An agent's own span is the parent; the HTTP request that carried it is linked.
    const carrier = remote && trace.getSpanContext(current)
    const span = otel.startSpan(
      name,
      {
        kind: kind ? KINDS[kind] : SpanKind.INTERNAL,
        ...(attributes && { attributes }),
        ...(carrier && { links: [{ context: carrier }] }),
        ...(startTime !== undefined && { startTime }),
      },
      parent,
    )
    return { span, context: trace.setSpan(parent, span) }
  }

  return {
    inSpan(name, options, work) {
      const { span, context } = start(name, options)
      return active.run(context, () => work(wrapSpan(span)).finally(() => span.end()))
    },
    addSpan(name, { startMs, endMs, ...options }) {
      start(name, options, startMs).span.end(endMs)
    },
    enterSpan(name, options) {
      const { span, context } = start(name, options)
      active.enterWith(context)
      return { ...wrapSpan(span), end: () => span.end() }
    },
    current() {
      const context = trace.getSpanContext(active.getStore() ?? ROOT_CONTEXT)
      if (!context) return undefined
      const { traceId, spanId, traceFlags } = context
      const flags = traceFlags.toString(16).padStart(2, '0')
      return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` }
    },
    // The exporter also waits for batches that are being sent.
    flush: () => provider.forceFlush().then(() => exporter.forceFlush()),
  }
}

function wrapSpan(span: OtelSpan): Span {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    fail(code) {
      span.setAttribute('error.type', code)
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
  }
}

/** Applies to traces that start here: a ratio from 0 to 1. Callers decide about theirs. */
function rootSampler() {
  const ratio = Number.parseFloat(process.env.OTEL_TRACES_SAMPLER_ARG ?? '1')
  return ratio < 1 ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
}
