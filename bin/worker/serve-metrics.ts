import { createServer, type Server } from 'node:http'
import { httpStatus, toPublicError } from '#lib/kernel/errors.ts'
import { log } from '#lib/kernel/logging/log.ts'
import { metrics } from '#lib/monitoring/metrics/registry.ts'
import { requireMetricsToken } from '#lib/monitoring/metrics/require-metrics-token.ts'

/** Answers on `GUILDHALL_WORKER_METRICS_PORT`, one per worker. Returns null if not set. */
export function serveMetrics(env: Record<string, string | undefined> = process.env): Server | null {
  const port = Number(env.GUILDHALL_WORKER_METRICS_PORT)
  if (!port) return null
  const server = createServer(async ({ headers }, response) => {
    try {
      requireMetricsToken(headers.authorization)
      response.setHeader('content-type', metrics().registry.contentType)
      response.end(await metrics().registry.metrics())
    } catch (thrown) {
      const error = toPublicError(thrown)
      response
        .writeHead(httpStatus(error), { 'content-type': 'application/json' })
        .end(JSON.stringify({ error }))
    }
  })
  server.on('error', (err) => log.error({ err }, 'the metrics of this worker are unavailable'))
  return server.listen(port, env.HOST ?? '127.0.0.1')
}
