/** What a handler cannot reach: the host, the network, code from strings, another run. */
import http from 'node:http'
import { expect, test } from 'vitest'
import { connectSandbox } from '../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../lib/testing/make-sandbox-job.ts'

const sandbox = connectSandbox()

async function resultOf(body: string, publisher?: string): Promise<unknown> {
  const outcome = await sandbox.execute(
    makeJob(`export default async () => { ${body} }`, publisher ? { publisher } : {}),
  )
  return outcome.kind === 'returned' ? outcome.value : outcome
}

test('Node’s globals do not exist', async () => {
  const names = [
    'process',
    'require',
    'module',
    'Buffer',
    'global',
    '__dirname',
    'Deno',
    'Bun',
    'Worker',
    'importScripts',
  ]

  expect(await resultOf(`return [${names.map((name) => `typeof ${name}`)}]`)).toEqual(
    names.map(() => 'undefined'),
  )
})

const makers = [
  'eval("1")',
  'new Function("return 1")()',
  '(() => {}).constructor("return 1")()',
  'Object.getPrototypeOf(async () => {}).constructor("return 1")()',
  'this?.constructor.constructor("return process")() ?? [].map.constructor("return 1")()',
  'console.log.constructor("return 1")()',
]

test.each(makers)('%s makes no code', async (expression) => {
  expect(await resultOf(`return ${expression}`)).toMatchObject({
    kind: 'threw',
    error: { name: 'EvalError' },
  })
})

test('a string given to setTimeout is not run', async () => {
  const tried = await resultOf(
    'try { setTimeout("globalThis.ran = true", 0) } catch {} await scheduler.wait(20); return globalThis.ran ?? null',
  )

  expect(tried).toBeNull()
})

test('code from strings is refused while modules are evaluated, too', async () => {
  const outcome = await sandbox.execute(
    makeJob('const run = new Function("return 1")\nasync function handler() { return run() }'),
  )

  expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'EvalError' } })
})

const imports = [
  'import fs from "node:fs"\nexport default async () => 1',
  'export * from "cloudflare:workers"\nexport default async () => 1',
  'export { env } from "cloudflare:workers"\nexport default async () => 1',
  'export default async () => import("cloudflare:sockets")',
  'export default async () => import("./harness.js")',
  'export default async () => import.meta.url',
]

test.each(imports)('%j is refused before it runs', async (definition) => {
  expect(await sandbox.execute(makeJob(definition))).toMatchObject({
    kind: 'threw',
    error: { name: 'SyntaxError', message: 'import is not allowed in a definition.' },
  })
})

test('no way out leads to a server on this machine', async () => {
  let visits = 0
  const server = http.createServer((_request, response) => {
    visits += 1
    response.end('reached')
  })
  server.on('connection', () => {
    visits += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}/`
  const attempts = [
    `fetch("${url}")`,
    `ServiceWorkerGlobalScope.prototype.fetch.call(globalThis, "${url}")`,
    `Object.getPrototypeOf(Object.getPrototypeOf(globalThis)).fetch.call(globalThis, new Request("${url}"))`,
    `new WebSocket("ws://127.0.0.1:${port}/")`,
    `new EventSource("${url}")`,
    `navigator.sendBeacon("${url}", "x")`,
    `caches.default.match("${url}")`,
  ]

  const tried = await resultOf(`
    const ways = [${attempts.map((attempt) => `() => ${attempt}`)}]
    return Promise.all(ways.map(async (way) => { try { await way(); return 'quiet' } catch (error) { return error.name } }))
      .then(async (ends) => { await scheduler.wait(200); return ends })`)
  server.close()

  expect(tried).toHaveLength(attempts.length)
  expect(visits).toBe(0)
})

test('fetch reports clearly that there is no network', async () => {
  expect(await resultOf('return fetch("https://example.com")')).toMatchObject({
    kind: 'threw',
    error: { message: expect.stringContaining('does not declare any hosts') },
  })
})

test('state of one run is gone in the next, even in the same process', async () => {
  const publisher = 'the_same_publisher'
  await resultOf(
    `globalThis.leak = 1
     Object.prototype.leak = 1
     Array.prototype.map = () => ['forged']
     JSON.stringify = () => '"forged"'
     Promise.prototype.then = () => {}
     ReadableStreamDefaultController.prototype.enqueue = () => {}
     return 1`,
    publisher,
  )

  const after = await resultOf(
    'return { leak: typeof leak, polluted: ({}).leak ?? null, mapped: [1].map((n) => n + 1), text: JSON.stringify([1]) }',
    publisher,
  )

  expect(after).toEqual({ leak: 'undefined', polluted: null, mapped: [2], text: '[1]' })
})

test('a handler that patches the built-ins still returns its own result', async () => {
  const patched = await resultOf(
    'JSON.stringify = () => { throw 1 }; TextEncoder.prototype.encode = () => { throw 1 }; return { fine: true }',
  )

  expect(patched).toEqual({ fine: true })
})

test('a handler that answers for the harness speaks only for its own run', async () => {
  const publisher = 'forger'
  const forge = `
    const { enqueue } = ReadableStreamDefaultController.prototype
    const frame = new TextEncoder().encode('{"kind":"returned","value":"forged"}\\n')
    ReadableStreamDefaultController.prototype.enqueue = function () { enqueue.call(this, frame) }
    console.log('now'); console.log('and then')
    return 'mine'`

  const [, next] = [await resultOf(forge, publisher), await resultOf('return "next"', publisher)]

  expect(next).toBe('next')
})

test('unawaited work is cancelled when the handler returns', async () => {
  const publisher = 'leaves_work_behind'
  await resultOf('setInterval(() => {}, 1); setTimeout(() => { for (;;); }, 30); return 1', publisher)
  await new Promise((resolve) => setTimeout(resolve, 150))
  const startedMs = performance.now()

  const next = await resultOf('return "at once"', publisher)

  expect(next).toBe('at once')
  expect(performance.now() - startedMs).toBeLessThan(5_000)
})

test('keys such as __proto__ are returned as data', async () => {
  const value = await resultOf('return JSON.parse(\'{"__proto__":{"polluted":true},"constructor":1}\')')

  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
