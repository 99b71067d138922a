/** Requests that are recorded, and runs whose requests are answered from a recording, in both languages. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import zlib from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RecordedExchange, RequestMode, SandboxJob } from '../../lib/sandbox/sandbox.ts'
import { MAX_RECORDING_BYTES, PYTHON_LIMITS } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { pythonReady } from '../../lib/testing/wait-for-python.ts'

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => unknown

const echo: Answer = async (request, response) => {
  const { authorization = '' } = request.headers
  response.setHeader('content-type', 'application/json').setHeader('set-cookie', 'session=1')
  response.end(JSON.stringify({ authorization, sent: await text(request), served }))
}

let answer: Answer = echo
let served = 0
const origin = http.createServer((request, response) => {
  served += 1
  answer(request, response)
})
let network: Pick<SandboxJob, 'network' | 'ownHosts'>

beforeAll(async () => {
  await pythonReady(connectSandbox())
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
  const { port } = origin.address() as AddressInfo
  network = { network: ['api.example'], ownHosts: [{ host: 'api.example', mockPort: port }] }
})
afterAll(() => {
  origin.closeAllConnections()
  origin.close()
})
beforeEach(() => {
  answer = echo
  served = 0
})

const placeholder = `sbxsec_${'p'.repeat(24)}`
const secrets = [{ key: 'token', value: 's3cret-value', placeholder, hosts: ['api.example'] }]

const run = (definition: string, requestMode: RequestMode, changes: Partial<SandboxJob> = {}) =>
  connectSandbox().execute(
    makeJob(definition, { ...network, secrets, config: { token: placeholder }, requestMode, ...changes }),
  )
const javaScript = (body: string, requestMode: RequestMode) =>
  run(`export default async ({ config }) => { const url = 'https://api.example/'; ${body} }`, requestMode)

const replay = (exchanges: readonly RecordedExchange[] = []): RequestMode => ({ kind: 'replay', exchanges })
const RECORD: RequestMode = { kind: 'record' }

const POST_JSON = {
  JavaScript: {
    definition: `export default async ({ config }) => {
      const headers = { authorization: 'Bearer ' + config.token, 'content-type': 'application/json' }
      const body = JSON.stringify({ a: 1, b: config.token })
      return (await fetch('https://api.example/v1?q=1', { method: 'POST', headers, body })).json()
    }`,
    changes: {},
  },
  Python: {
    definition: `import runtime
def main(args):
    token = runtime.secrets.get("token")
    headers = {"authorization": "Bearer " + token}
    return runtime.fetch("https://api.example/v1?q=1", "POST", headers, json={"b": token, "a": 1}).json()`,
    changes: { runtime: 'python', limits: PYTHON_LIMITS },
  },
} as const

test.each(['JavaScript', 'Python'] as const)(
  'a recorded request of %s has no secret and is answered again without the host',
  async (language) => {
    const { definition, changes } = POST_JSON[language]
    const recorded = await run(definition, RECORD, changes)

    expect(recorded).toMatchObject({ kind: 'returned', value: { authorization: `Bearer ${placeholder}` } })
    expect(recorded.exchanges).toMatchObject([
      { method: 'POST', url: 'https://api.example/v1?q=1', reply: { kind: 'response', status: 200 } },
    ])
    expect(JSON.stringify(recorded.exchanges)).not.toContain('s3cret-value')
    expect(JSON.stringify(recorded.exchanges)).not.toContain('set-cookie')

    const replayed = await run(definition, replay(recorded.exchanges), changes)

    expect(replayed).toMatchObject({
      kind: 'returned',
      value: recorded.kind === 'returned' && recorded.value,
    })
    expect(replayed.requests).toMatchObject([{ method: 'POST', host: 'api.example', status: 200 }])
    expect(served).toBe(1)
  },
)

test('JSON bodies are compared as values, so both languages get the response that one of them recorded', async () => {
  const recorded = await run(POST_JSON.Python.definition, RECORD, POST_JSON.Python.changes)
  const replayed = await run(POST_JSON.JavaScript.definition, replay(recorded.exchanges))

  expect(replayed).toMatchObject({ kind: 'returned', value: recorded.kind === 'returned' && recorded.value })
})

test('a multipart form is found again although its boundary is random', async () => {
  const post = `const form = new FormData(); form.append('file', new File(['a,b'], 'a.csv'))
    return (await fetch(url, { method: 'POST', body: form })).status`
  const recorded = await javaScript(post, RECORD)

  expect(await javaScript(post, replay(recorded.exchanges))).toMatchObject({ kind: 'returned', value: 200 })
})

test('a request that was not recorded is refused and named as such', async () => {
  const recorded = await javaScript(`return (await fetch(url)).json()`, RECORD)
  const outcome = await javaScript(`return (await fetch(url + 'other')).json()`, replay(recorded.exchanges))

  expect(outcome).toMatchObject({
    kind: 'threw',
    error: { message: 'The recording has no response to GET api.example/other with this content.' },
    requests: [{ host: 'api.example', isUnrecorded: true }],
  })
  expect(served).toBe(1)
})

test('equal requests get their responses in the recorded order, each once', async () => {
  const twice = `const read = async () => (await (await fetch(url)).json()).served
    return [await read(), await read()]`
  const recorded = await javaScript(twice, RECORD)

  expect(await javaScript(twice, replay(recorded.exchanges))).toMatchObject({ value: [1, 2] })
  expect(
    await javaScript(
      `${twice.replace('return', 'await read(); await read(); return')}`,
      replay(recorded.exchanges),
    ),
  ).toMatchObject({ kind: 'threw' })
})

test('a compressed response and one of bytes are recorded as what the code reads', async () => {
  answer = (request, response) => {
    if (request.url === '/bytes') return response.end(Buffer.from([255, 0, 254]))
    response.setHeader('content-encoding', 'gzip').end(zlib.gzipSync('plain text'))
  }
  const read = `return [await (await fetch(url)).text(), [...new Uint8Array(await (await fetch(url + 'bytes')).arrayBuffer())]]`
  const recorded = await javaScript(read, RECORD)

  expect(recorded.exchanges).toMatchObject([
    { reply: { body: { text: 'plain text' } } },
    { reply: { body: { base64: '/wD+' } } },
  ])
  expect(await javaScript(read, replay(recorded.exchanges))).toMatchObject({
    value: ['plain text', [255, 0, 254]],
  })
})

test('a host that could not be reached is recorded as such', async () => {
  answer = (request) => request.socket.destroy()
  const failing = `return fetch(url).catch(({ message }) => message)`
  const recorded = await javaScript(failing, RECORD)
  answer = echo

  expect(await javaScript(failing, replay(recorded.exchanges))).toMatchObject({
    value: 'api.example closed the connection.',
  })
})

test('a run whose responses are larger than a recording may be ends at that limit', async () => {
  // One response may be as large as a recording.
  answer = (_request, response) => response.end(Buffer.alloc(MAX_RECORDING_BYTES / 2 + 1))

  expect(
    await javaScript(`for (const _ of [1, 2]) await (await fetch(url)).arrayBuffer()`, RECORD),
  ).toMatchObject({
    kind: 'limit',
    limit: 'requests',
    message: 'The responses are larger than 10 MB, the limit of a recording.',
  })
})

test('hosts that the code may not reach are refused as without a recording', async () => {
  const outcome = await javaScript(`return (await fetch('https://other.example/')).status`, replay())

  expect(outcome).toMatchObject({
    kind: 'threw',
    error: { message: expect.stringContaining('other.example') },
  })
})

test.each([
  ['deeply nested JSON', "'['.repeat(50000) + ']'.repeat(50000)"],
  ['JSON that is larger than what is compared as a value', "JSON.stringify('x'.repeat(2000000))"],
])('%s in a request is recorded and found again, and the host goes on', async (_, body) => {
  const post = `return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${body} })).status`
  const recorded = await javaScript(post, RECORD)

  expect(recorded).toMatchObject({ kind: 'returned', value: 200 })
  expect(await javaScript(post, replay(recorded.exchanges))).toMatchObject({ kind: 'returned', value: 200 })
})
