import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { vi } from 'vitest'
import { installTracer } from '../kernel/tracing/install-tracer.ts'
import { setTracer } from '../kernel/tracing/tracing.ts'

type Value = { stringValue?: string; intValue?: number }

export type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  links?: { spanId: string }[]
  attributes: { key: string; value: Value }[]
}

type Body = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }

/** Starts an OTLP receiver, and installs the tracer that sends to it. Stop it before other tests of the process. */
export async function startCollector() {
  const bodies: Body[] = []
  const server = createServer(async (request, response) => {
    bodies.push((await json(request)) as Body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const flush = await installTracer('guildhall-test')
  return {
    async spans(): Promise<SentSpan[]> {
      await flush()
      return bodies.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      )
    },
    async stop(): Promise<void> {
      setTracer(undefined)
      vi.unstubAllEnvs()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
