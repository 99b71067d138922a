/** Which jobs never go to Cloudflare, and what is told where the worker is not reached. */
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

test('without a token nothing is asked, and the status says which setting is missing', async () => {
  expect(await host.attempt(makeJob(CODE, { hasSecrets: false }))).toBe('unreached')
  expect(await host.health()).toMatchObject({ ok: false, why: 'GUILDHALL_SANDBOX_WORKER_TOKEN is not set.' })
})
