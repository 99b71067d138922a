/** Tests which jobs never go to Cloudflare, and the message if the worker is unreachable. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeJob } from '../testing/make-sandbox-job.ts'
import { connectCloudflareWorker } from './cloudflare-host.ts'
import type { SandboxJob } from './sandbox.ts'

const CODE = 'export default ({ parameters }) => parameters'
const host = connectCloudflareWorker({ kind: 'worker', name: 'w', origin: 'http://127.0.0.1:1' })
const SECRET = { key: 'KEY', value: 's3cret-value', placeholder: 'sbxsec_1', hosts: ['api.example.com'] }

test('a reviewed skill of JavaScript without network, secrets and calls may run there', () => {
  expect(host.unsupportedReason?.(makeJob(CODE, { hasSecrets: false }))).toBeUndefined()
})

test('a worker on this machine, which has no jail, takes approved code only', () => {
  const client = connectCloudflareWorker({ kind: 'worker', name: 'w', origin: 'http://127.0.0.1:1' })
  const deployed = connectCloudflareWorker({ kind: 'worker', name: 'w', origin: 'https://worker.example' })
  const draft = makeJob(CODE, { hasSecrets: false, isApproved: false })

  expect(client.unsupportedReason?.(draft)).toMatch(/no admin has approved/)
  expect(deployed.unsupportedReason?.(draft)).toBeUndefined()
})

const unsupportedJobs: [what: string, wanted: Partial<SandboxJob>, sentence: RegExp][] = [
  ['Python', { runtime: 'python' }, /^Python cannot run on Cloudflare and needs another sandbox host/],
  ['network', { network: ['api.example.com'] }, /^A skill with network access/],
  ['a secret for the guard', { secrets: [SECRET] }, /^A skill with secrets/],
  ['a secret in the clear', { hasSecrets: true, config: { KEY: 'in the clear' } }, /^A skill with secrets/],
  ['a config that may contain secrets', { hasSecrets: undefined }, /^A skill with secrets/],
  ['unreviewed code', { isUnreviewed: true }, /^Unreviewed code/],
  [
    'a call of a skill',
    { definition: 'export default ({ context: { callSkill } }) => callSkill("a.b")' },
    /calls skills/,
  ],
  [
    'a tool',
    { definition: 'export default ({ context }) => context.tools.util.slug({})' },
    /calls skills, tools or blobs/,
  ],
  [
    'a blob',
    { definition: 'export default ({ context }) => context?.["blobs"].readText("blob:1")' },
    /blobs/,
  ],
]

test.each(unsupportedJobs)('%s stays on our own hosts', (_what, wanted, sentence) => {
  expect(host.unsupportedReason?.(makeJob(CODE, { hasSecrets: false, ...wanted }))).toMatch(sentence)
})

const answers: [what: string, status: number, isOurs: boolean, body: string, attempt: unknown][] = [
  ['turns us away on the way', 403, false, 'blocked', 'unreached'],
  ['fails on the way', 503, false, 'error 1102', { reason: 'lost' }],
  ['was stopped for what it used', 500, true, 'Worker exceeded CPU time limit.', { reason: 'lost' }],
  [
    'breaks off without a last word',
    200,
    true,
    '{"kind":"log","level":"log","text":"a","atMs":1}\n',
    { reason: 'lost' },
  ],
  [
    'does not load the module',
    500,
    true,
    'Uncaught SyntaxError: no',
    { kind: 'threw', error: { message: 'no' } },
  ],
  ['says 200, and is not the dispatcher', 200, false, '{"kind":"returned","value":1}\n', { reason: 'lost' }],
]

test.each(answers)('a response of %s is reported', async (_what, status, isOurs, body, attempt) => {
  const server = http.createServer((_request, response) =>
    response.writeHead(status, isOurs ? { 'x-guildhall-dispatcher': '1' } : {}).end(body),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  process.env.GUILDHALL_SANDBOX_WORKER_TOKEN = 'any'
  const there = connectCloudflareWorker({ kind: 'worker', name: 'w', origin: `http://127.0.0.1:${port}` })

  const outcome = await there.attempt(makeJob(CODE, { hasSecrets: false }))
  delete process.env.GUILDHALL_SANDBOX_WORKER_TOKEN
  server.close()

  if (typeof attempt === 'string') expect(outcome).toBe(attempt)
  else expect(outcome).toMatchObject(attempt as object)
})

/** A worker that answers as `respond` says, with the token set, until the test ends. */
async function startWorker(respond: http.RequestListener) {
  const server = http.createServer(respond)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  process.env.GUILDHALL_SANDBOX_WORKER_TOKEN = 'any'
  onTestFinished(() => {
    delete process.env.GUILDHALL_SANDBOX_WORKER_TOKEN
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return connectCloudflareWorker({ kind: 'worker', name: 'w', origin: `http://127.0.0.1:${port}` })
}

const ours = { 'x-guildhall-dispatcher': '1' }
const job = () => makeJob(CODE, { hasSecrets: false })

test('a worker with fifty runs is full, and takes the next one when a run has ended', async () => {
  const waiting: http.ServerResponse[] = []
  const worker = await startWorker((_request, response) => void waiting.push(response))
  const runs = Array.from({ length: 50 }, () => worker.attempt(job()))
  await expect.poll(() => waiting.length).toBe(50)

  expect(await worker.attempt(job())).toBe('full')

  for (const response of waiting.splice(0))
    response.writeHead(200, ours).end('{"kind":"returned","value":1}\n')
  expect(await Promise.all(runs)).toMatchObject(Array(50).fill({ kind: 'returned', value: 1 }))
  const next = worker.attempt(job())
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.writeHead(200, ours).end('{"kind":"returned","value":2}\n')
  expect(await next).toMatchObject({ kind: 'returned', value: 2 })
})

test('a run that was cancelled before it began is not sent, and one that waits ends at once', async () => {
  let requests = 0
  const worker = await startWorker(() => void requests++)
  const controller = new AbortController()
  const run = worker.attempt(job(), { signal: controller.signal })
  await expect.poll(() => requests).toBe(1)

  controller.abort()

  expect(await run).toMatchObject({ kind: 'cancelled' })
  expect(await worker.attempt(job(), { signal: controller.signal })).toMatchObject({ kind: 'cancelled' })
  expect(requests).toBe(1)
})

test('a worker that never answers is given up after the time of the run', async () => {
  const worker = await startWorker(() => {})
  const limits = { ...job().limits, wallMs: 1 }

  expect(await worker.attempt({ ...job(), limits })).toMatchObject({ kind: 'limit', limit: 'wall' })
})

test('a health page of someone else is no worker of ours, and its beginning is shown', async () => {
  const foreign = await startWorker((_request, response) => response.writeHead(404).end('Not a worker'))

  expect(await foreign.health()).toMatchObject({ ok: false, reason: '404 Not a worker' })
})

test('without a token no request is sent, and the status names the missing setting', async () => {
  expect(await host.attempt(makeJob(CODE, { hasSecrets: false }))).toBe('unreached')
  expect(await host.health()).toMatchObject({
    ok: false,
    reason: 'GUILDHALL_SANDBOX_WORKER_TOKEN is not set.',
  })
})
