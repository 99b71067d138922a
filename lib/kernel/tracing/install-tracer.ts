import { setTracer, tracer } from './tracing.ts'

/**
 * Installs the tracer of this process if a collector is configured. Returns a function that sends the remaining spans; it
 * never rejects.
 */
export async function installTracer(serviceName: string): Promise<() => Promise<void>> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT && !process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
    return async () => {}
  const { makeTracer } = await import('./make-tracer.ts')
  setTracer(makeTracer(serviceName))
  return async () =>
    tracer()
      ?.flush()
      .catch(() => {})
}
