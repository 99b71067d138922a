/** Which jobs never go to Cloudflare, and what is told where the worker is not reached. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makeJob } from '../testing/make-job.ts'
import type { SandboxJob } from './sandbox.ts'
import { connectWorker } from './worker-host.ts'

const CODE = 'export default ({ parameters }) => parameters'
const host = connectWorker({ kind: 'worker', name: 'w', origin: 'http://127.0.0.1:1' })
const SECRET = { key: 'KEY', value: 's3cret-value', placeholder: 'sbxsec_1', hosts: ['api.example.com'] }

test('a reviewed skill of JavaScript without network, secrets and calls may run there', () => {
  expect(host.lacks?.(makeJob(CODE, { hasSecrets: false }))).toBeUndefined()
})

const kept: [what: string, wanted: Partial<SandboxJob>, sentence: RegExp][] = [
  ['Python', { runtime: 'python' }, /^Python has to run on another sandbox host than Cloudflare’s/],
  ['network', { network: ['api.example.com'] }, /^A skill that reaches hosts/],
  ['a secret for the guard', { secrets: [SECRET] }, /^A skill with secrets/],
  ['a secret in the clear', { hasSecrets: true, config: { KEY: 'in the clear' } }, /^A skill with secrets/],
  ['a config of which nobody has said that it has none', { hasSecrets: undefined }, /^A skill with secrets/],
  ['code that nobody has reviewed', { isUnreviewed: true }, /^Code that nobody has reviewed/],
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

test.each(kept)('%s stays on our own hosts', (_what, wanted, sentence) => {
  expect(host.lacks?.(makeJob(CODE, { hasSecrets: false, ...wanted }))).toMatch(sentence)
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

test.each(answers)('when what answers %s, that is told', async (_what, status, isOurs, body, attempt) => {
  const server = http.createServer((_request, response) =>
    response.writeHead(status, isOurs ? { 'x-guildhall-dispatcher': 'said' } : {}).end(body),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  process.env.GUILDHALL_SANDBOX_WORKER_TOKEN = 'any'
  const there = connectWorker({ kind: 'worker', name: 'w', origin: `http://127.0.0.1:${port}` })

  const said = await there.attempt(makeJob(CODE, { hasSecrets: false }))
  delete process.env.GUILDHALL_SANDBOX_WORKER_TOKEN
  server.close()

  if (typeof attempt === 'string') expect(said).toBe(attempt)
  else expect(said).toMatchObject(attempt as object)
})

test('without a token nothing is asked, and the status says which setting is missing', async () => {
  expect(await host.attempt(makeJob(CODE, { hasSecrets: false }))).toBe('unreached')
  expect(await host.health()).toMatchObject({ ok: false, why: 'GUILDHALL_SANDBOX_WORKER_TOKEN is not set.' })
})
