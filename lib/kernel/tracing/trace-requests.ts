import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tracer } from './tracing.ts'

/**
 * Gives each request of Node's HTTP servers in this process a span, below the caller's `traceparent`. `endpointOf` returns
 * its route, or undefined for requests without a span. Returns a function that stops it.
 */
export function traceRequests(endpointOf: (request: IncomingMessage) => string | undefined): () => void {
  const startSpan = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const endpoint = endpointOf(request)
    if (endpoint === undefined) return
    const { method = '', headers } = request
    const span = tracer()?.enterSpan(`${method} ${endpoint}`, {
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': endpoint },
      traceparent: headers.traceparent,
    })
    // "close" is also emitted when the caller disconnects.
    response.once('close', () => {
      span?.set({ 'http.response.status_code': response.statusCode })
      if (response.statusCode >= 500) span?.fail(String(response.statusCode))
      span?.end()
    })
  }
  diagnostics.subscribe('http.server.request.start', startSpan)
  return () => diagnostics.unsubscribe('http.server.request.start', startSpan)
}
