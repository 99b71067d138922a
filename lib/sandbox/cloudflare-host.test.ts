/** Tests which jobs never go to Cloudflare, and the message if the worker is unreachable. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
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

test('without a token no request is sent, and the status names the missing setting', async () => {
  expect(await host.attempt(makeJob(CODE, { hasSecrets: false }))).toBe('unreached')
  expect(await host.health()).toMatchObject({
    ok: false,
    reason: 'GUILDHALL_SANDBOX_WORKER_TOKEN is not set.',
  })
})
