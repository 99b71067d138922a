// Tests call options besides the input: contract hash, timeout, dry run.
import { expect, test } from 'vitest'
import { contextFor, makePublishedVersion, makeSkillDocument, makeUser } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { buildContract } from '../resolve/runnable.ts'
import { type RunRequest, runToEnd } from '../start/start-run.ts'

const ADA = { name: 'Ada' }

async function setUp() {
  const sandbox = returns({ message: 'Hello.' })
  const first = await makePublishedVersion()
  const ctx = await contextFor(await makeUser(), { sandbox })
  const call = (terms: Partial<RunRequest> = {}) =>
    runToEnd(ctx, { skill: { name: first.skillName }, args: ADA, ...terms })
  const hashOf = ({ document }: typeof first.skillSet) => buildContract(document, document.skills[0]!).hash
  return { sandbox, first, call, knownHash: hashOf(first.skillSet) }
}

test('a call with the current contract hash runs, with a shorter time limit', async () => {
  const { call, knownHash, sandbox } = await setUp()

  expect(await call({ contractHash: knownHash.toUpperCase() })).toMatchObject({ contractHash: knownHash })
  await call({ timeoutMs: 250, dryRun: true })
  await call({ timeoutMs: 600_000 })

  expect(sandbox.jobs.map(({ limits, context }) => [limits.wallMs, context.dryRun])).toEqual([
    [10_000, false],
    [250, true],
    [10_000, false],
  ])
})

test('a call with the hash of another version’s contract is refused, with the differences', async () => {
  const { call, knownHash, sandbox, first } = await setUp()
  const skill = makeSkillDocument({
    parameters: {
      type: 'object',
      properties: { name: { type: 'string' }, tone: { type: 'string' } },
      required: ['name', 'tone'],
    },
  })
  const document = { ...first.skillSet.document, version: '2.0.0', skills: [skill] }
  await makePublishedVersion({ skillSet: first.skillSet, document })

  const refusal = await call({ contractHash: knownHash }).catch((thrown) => thrown)

  expect(refusal).toMatchObject({ code: 'CONFLICT' })
  expect(refusal.message).toContain('changed between 1.0.0, whose hash you sent, and 2.0.0')
  expect(refusal.options.issues.map(({ message }: { message: string }) => message).join(' ')).toContain(
    'tone',
  )
  expect(refusal.options.suggestedAction).toContain('request version 1.0.0')
  expect(sandbox.jobs).toHaveLength(0)
  await expect(
    call({ contractHash: knownHash, skill: { name: first.skillName, version: '1.0.0' } }),
  ).resolves.toMatchObject({ state: 'succeeded' })
})

test('an invalid contract hash is refused as such', async () => {
  const { call, knownHash } = await setUp()

  for (const contractHash of ['', knownHash.slice(1), `${knownHash}0`, 'latest'])
    await expect(call({ contractHash })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/contract_hash' }] },
    })
})

test('a contract hash that no version has is refused without a comparison', async () => {
  const { call } = await setUp()

  await expect(call({ contractHash: 'f'.repeat(64) })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('or any other version of it'),
  })
})
