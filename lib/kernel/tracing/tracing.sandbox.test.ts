// Follows one trace from the caller to the last request of a child run, with a local collector.

import { once } from 'node:events'
import http, { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { POST as MCP } from '#app/mcp/route.ts'
import { POST as RPC } from '#app/rpc/route.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import { nameEndpoint } from '../../monitoring/metrics/observe-requests.ts'
import { performDeferredRun } from '../../runs/lifecycle/recover-run.ts'
import { startRun } from '../../runs/start/start-run.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { attributesOf, type SentSpan, startCollector } from '../../testing/start-collector.ts'
import { database } from '../db/prisma-client.ts'
import { openLog } from '../logging/log.ts'
import { installTracer } from './install-tracer.ts'
import { traceRequests } from './trace-requests.ts'
import { inSpan, tracer } from './tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`
const ANYTHING = { type: 'object', properties: {}, additionalProperties: true }

/** Serves the agents' endpoints with Node's HTTP server, as Next does. */
const site = createServer(async (request, response) => {
  const { url = '', method } = request
  const headers = { ...(request.headers as Record<string, string>), host: 'localhost:3000' }
  const body = Readable.toWeb(request) as ReadableStream
  const sent = new Request(`http://localhost:3000${url}`, {
    method,
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
  const answer = await (url.startsWith('/mcp') ? MCP : RPC)(sent)
  response.writeHead(answer.status).end(await answer.text())
})
let collector: Awaited<ReturnType<typeof startCollector>>
let stopRequests: () => void

beforeAll(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening')
  collector = await startCollector()
  stopRequests = traceRequests(nameEndpoint)
})

afterAll(async () => {
  stopRequests()
  await collector.stop()
  await new Promise((done) => site.close(done))
})

async function post(path: string, key: string, body: object, headers: object = {}): Promise<string> {
  const accept = 'application/json, text/event-stream'
  const call = http.request({
    port: (site.address() as AddressInfo).port,
    path,
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept, ...headers },
  })
  call.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }))
  const [answer] = await once(call, 'response')
  return text(answer)
}

/** Publishes a skill that calls another, which sends a request to an unknown host. */
async function publishFamily() {
  const ctx = await contextFor(await makeUser(), { sandbox: connectSandbox() })
  const publisher = await makePublisher()
  const { handle } = publisher
  const publish = (slug: string, body: string, permissions: object) => {
    const definition = `async function handler({ context }) { ${body} }`
    const skill = makeSkillDocument({ slug: 'go', definition, parameters: ANYTHING, response: ANYTHING })
    const document = makeSkillSetDocument({ slug, skills: [{ ...skill, examples: [] }], permissions })
    return makePublishedVersion({ publisher, document })
  }
  await publish(
    'asking',
    `await fetch('https://api.invalid/?key=1').catch(() => {}); return { message: 'Asked.' }`,
    {
      network: ['api.invalid'],
    },
  )
  const child = `${handle}.asking.go`
  await publish('calling', `return context.callSkill('${child}', {})`, { skills: [`${child}@^1`] })
  const { key } = await createKey(ctx, { name: 'Traced', scopes: ['read', 'run'], expiresInDays: 1 })
  return { ctx, key, child, parent: `${handle}.calling.go` }
}

/** Returns "name > name > …" from the caller to the span. */
function pathTo(span: SentSpan, spans: SentSpan[]): string {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent ? `${pathTo(parent, spans)} > ${span.name}` : span.name
}

test('a call of /rpc is one trace from the caller to the requests of a child run', async () => {
  const { key, parent, child } = await publishFamily()

  const params = { name: parent, args: {} }
  await post('/rpc', key, { method: 'execute_skill', params }, { traceparent: TRACEPARENT })

  const spans = await vi.waitUntil(async () => {
    const all = (await collector.spans()).filter(({ traceId }) => traceId === TRACE)
    return all.some(({ name }) => name === 'POST /rpc') && all
  })
  const run = `POST /rpc > execute_skill > execute_tool ${parent}`
  expect(spans.map((span) => pathTo(span, spans)).sort()).toEqual(
    [
      'POST /rpc',
      'POST /rpc > execute_skill',
      'POST /rpc > execute_skill > resolve',
      'POST /rpc > execute_skill > prepare',
      'POST /rpc > execute_skill > prepare > record',
      run,
      `${run} > wait for slot`,
      `${run} > sandbox`,
      `${run} > sandbox > prepare`,
      `${run} > sandbox > prepare > record`,
      `${run} > sandbox > execute_tool ${child}`,
      `${run} > sandbox > execute_tool ${child} > wait for slot`,
      `${run} > sandbox > execute_tool ${child} > sandbox`,
      `${run} > sandbox > execute_tool ${child} > sandbox > egress`,
    ].sort(),
  )
  const find = (name: string) => spans.find((span) => span.name === name)!
  expect(find('POST /rpc').parentSpanId).toBe(CALLER)
  expect(attributesOf(find('egress'))).toMatchObject({
    'http.request.method': 'GET',
    'server.address': 'api.invalid',
  })
  expect(attributesOf(find(`execute_tool ${child}`))).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': child,
    'guildhall.run.state': 'succeeded',
  })
})

test('a tool call of /mcp belongs to the trace in its _meta, and links the HTTP request', async () => {
  const { key, parent } = await publishFamily()
  const trace = TRACE.replace('0af', '1af')

  await post(`/mcp?skills=${parent}`, key, {
    method: 'tools/call',
    params: {
      name: parent.replaceAll('.', '__'),
      arguments: {},
      _meta: { traceparent: `00-${trace}-${CALLER}-01` },
    },
  })

  const all = await vi.waitUntil(async () => {
    const sent = await collector.spans()
    return sent.some(({ name }) => name === 'POST /mcp') && sent
  })
  const request = all.find(({ name }) => name === 'POST /mcp')!
  const call = all.find(({ name, traceId }) => traceId === trace && name.startsWith('tools/call'))!
  expect(call).toMatchObject({ parentSpanId: CALLER, links: [{ spanId: request.spanId }] })
  expect(attributesOf(call)).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': parent.replaceAll('.', '__'),
  })
  expect(all.some((each) => each.traceId === trace && each.name === `execute_tool ${parent}`)).toBe(true)
})

test('a deferred run is recorded with the trace of its caller, for the worker', async () => {
  const { ctx, parent } = await publishFamily()

  const { run, traceId } = await inSpan('caller', {}, async () => {
    const started = await startRun(ctx, { skill: { name: parent }, args: {}, isDeferred: true })
    return { run: started.run, traceId: tracer()?.current()?.traceId }
  })

  const [row] = await database().$queryRaw<{ inputs: string }[]>`
    SELECT "inputs" FROM dbos.workflow_input WHERE "workflow_uuid" = ${run.id}`
  expect(row?.inputs).toContain(traceId)
  await performDeferredRun(ctx, run.id)
})

test('an invalid traceparent starts a trace of its own', async () => {
  const { key } = await publishFamily()

  await post('/rpc', key, { method: 'list_skills', params: {} }, { traceparent: '00-nonsense' })

  await vi.waitUntil(async () => (await collector.spans()).some(({ name }) => name === 'list_skills'))
})

test('lines of the log have the ids of the trace', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })

  const current = await inSpan('work', {}, async () => {
    log.info('within')
    return tracer()?.current()
  })
  log.info('outside')

  expect(JSON.parse(lines[0]!)).toMatchObject({ trace_id: current?.traceId, span_id: current?.spanId })
  expect(lines[1]).not.toContain('trace_id')
})

test('without a collector nothing is installed', async () => {
  const installed = tracer()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', '')
  await installTracer('none')
  expect(tracer()).toBe(installed)
})
