/** What runs of both languages are observed to do at the egress guard. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  findSandboxLimits,
  MAX_OBSERVED_PLACES,
  PYTHON_LIMITS,
  type RequestMode,
  type SandboxJob,
} from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { pythonReady } from '../../lib/testing/wait-for-python.ts'

const origin = http.createServer(async (request, response) => {
  await text(request)
  response.statusCode = request.url?.includes('missing') ? 404 : 200
  response.end('{"message":"ok"}')
})
let network: Pick<SandboxJob, 'network' | 'ownHosts'>

beforeAll(async () => {
  await pythonReady(connectSandbox())
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
  const { port: mockPort } = origin.address() as AddressInfo
  const hosts = ['api.example', 'shop.cdn.example', 'chosen.example']
  network = {
    network: ['api.example', '*.cdn.example', 'chosen.example'],
    ownHosts: hosts.map((host) => ({ host, mockPort })),
  }
})
afterAll(() => {
  origin.closeAllConnections()
  origin.close()
})

const placeholder = `sbxsec_${'p'.repeat(24)}`
const secrets = [{ key: 'token', value: 's3cret-value', placeholder, hosts: ['api.example'] }]
const run = (body: string, changes: Partial<SandboxJob> = {}) =>
  connectSandbox().execute(
    makeJob(`export default async (context) => { ${body}; return { message: 'ok' } }`, {
      ...network,
      secrets,
      config: { token: placeholder },
      ...changes,
    }),
  )

const POST = `await (await fetch('https://api.example/v1/' + context.parameters.who + '?dry=1', {
  method: 'POST', headers: { authorization: 'Bearer ' + context.config.token }, body: 'x'.repeat(100) })).text()`

test('a request is observed with its place, its bytes and its secret, and without data of the caller', async () => {
  const { observed, memoryMb } = await run(POST, { parameters: { who: 'ada@example.org' } })
  expect(observed).toEqual([
    {
      ...{ method: 'POST', host: 'api.example', path: '/v1/{input}', query: ['dry'], headers: [] },
      ...{ calls: 1, statuses: { '2xx': 1 }, sentBytes: 100, maxSentBytes: 100, receivedBytes: 16 },
      secrets: ['token'],
    },
  ])
  expect(memoryMb).toBeGreaterThan(1)
})

test('a request of Python is observed as one of JavaScript', async () => {
  const definition = `import runtime
def main(args):
    runtime.fetch("https://api.example/v1/items/" + str(args["id"])).json()
    return {"message": "ok"}`
  const job = makeJob(definition, {
    ...network,
    runtime: 'python',
    limits: PYTHON_LIMITS,
    parameters: { id: 7 },
  })
  const { observed } = await connectSandbox().execute(job)
  expect(observed).toMatchObject([
    { method: 'GET', host: 'api.example', path: '/v1/items/{input}', secrets: [] },
  ])
})

test('a header that not every client sends is observed by its name', async () => {
  const body = `await fetch('https://api.example/v1/', { headers: { 'X-Trace': 'of the caller', [context.parameters.name]: '1' } })`
  const { observed } = await run(body, { parameters: { name: 'x-of-the-caller' } })
  expect(observed).toMatchObject([{ path: '/v1/', headers: ['x-trace', '{name}'] }])
})

test('hosts of a declared pattern are observed as the pattern, and addresses that the caller chose without their name', async () => {
  const body = `await fetch('https://shop.cdn.example/' + context.parameters.name); await fetch(context.parameters.url)`
  const { observed } = await run(body, {
    parameters: { url: 'https://chosen.example/private/path?q=1', name: 'a' },
    chosenHosts: ['chosen.example'],
  })
  expect(observed).toMatchObject([
    { host: '*.cdn.example', path: '/{input}', query: [] },
    { host: '{address}', path: '/…', query: [] },
  ])
})

test('a refused request is observed with its host only if the host stands in the code', async () => {
  const body = `await fetch('https://evil.example/x').catch(() => {}); await fetch(context.parameters.url).catch(() => {})`
  const { observed } = await run(body, { parameters: { url: 'https://of-the-caller.example/' } })
  expect(observed).toMatchObject([
    { host: 'evil.example', path: '', statuses: { refused: 1 } },
    { host: '{address}', path: '', statuses: { refused: 1 } },
  ])
})

test('the requests of a replay are observed as those that leave', async () => {
  const parameters = { who: 'ada' }
  const recorded = await run(POST, { parameters, requestMode: { kind: 'record' } })
  const requestMode: RequestMode = { kind: 'replay', exchanges: recorded.exchanges ?? [] }
  const { observed } = await run(POST, { parameters, requestMode })
  expect(observed).toEqual(recorded.observed)
})

test('the observed places of a run are bounded, and further ones are counted together', async () => {
  const names = Array.from({ length: MAX_OBSERVED_PLACES + 5 }, (_, index) => `"/p${index}"`)
  const body = `for (const path of [${names}]) await fetch('https://api.example' + path)`
  const { observed = [] } = await run(body, { lane: 'long', limits: findSandboxLimits('javascript', 'long') })
  expect(observed).toHaveLength(MAX_OBSERVED_PLACES + 1)
  expect(observed.at(-1)).toMatchObject({ host: '{other}', calls: 5 })
})

const VARIED = `
  const { who, day, url } = context.parameters
  const list = await (await fetch('https://api.example/v1/people/' + encodeURIComponent(who) + '/days/' + day + '?limit=' + day)).json()
  await fetch('https://api.example/v1/' + list.message + '/' + crypto.randomUUID())
  if (url) await fetch(url)`

/** In the long run 1,000 times. */
const RUNS = process.env.GUILDHALL_LONG ? 1_000 : 100

test(`an unchanged version that is run ${RUNS} times with other inputs has the places of its first run`, async () => {
  const places = new Map<string, number>()
  const observeOne = async (number: number) => {
    const who = ['ada', 'Grace Hopper', 'josé', `person-${number}`, String(number), 'v1', 'people'][
      number % 7
    ]
    const parameters = { who: who ?? '', day: number, url: `https://chosen.example/${number}` }
    const { observed = [] } = await run(VARIED, { parameters, chosenHosts: ['chosen.example'] })
    for (const { method, host, path, query } of observed) {
      const place = `${method} ${host}${path} ${query}`
      places.set(place, (places.get(place) ?? 0) + 1)
    }
  }
  for (let start = 0; start < RUNS; start += 4)
    await Promise.all([0, 1, 2, 3].map((offset) => observeOne(start + offset)))

  expect([...places.keys()].sort()).toEqual(
    [
      'GET api.example/v1/people/{input}/days/{input} limit',
      'GET api.example/v1/{id}/{id} ',
      'GET {address}/… ',
    ].sort(),
  )
})
