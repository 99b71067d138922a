// Tests what a publisher can and cannot see of other people's failed runs.
import { describe, expect, test } from 'vitest'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { getRunPage } from '../../runs/views/get-run.ts'
import { shareFailure } from '../../runs/views/share-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { returns, throws } from '../../testing/fake-sandbox.ts'
import { listFailedRuns } from './failed-runs.ts'

const INPUT = 'Ada Lovelace of Ockham'

/** Publishes a skill; `run` runs it as a customer. */
async function market(skill: Partial<SkillDocument> = {}) {
  const version = await makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument(skill)] }),
  })
  const customer = await makeUser()
  const run = async (
    sandbox = throws({ message: `No ${INPUT}.`, stack: `Error: ${INPUT}\n at x` }),
    by = customer,
  ) => {
    const ctx = await contextFor(by, { sandbox: sandbox })
    return runToEnd(ctx, { skill: { name: version.skillName }, args: { name: INPUT } })
  }
  return { version, customer, run, publisher: await contextFor(version.skillSet.publisher.owner) }
}

test('a publisher sees that a skill failed, when, in which version and how', async () => {
  const { version, publisher, run } = await market()
  await run()
  await run(returns({ message: 7 }))
  await run(returns({ message: 'Fine.' }))

  const { runs, causes, nextCursor } = await listFailedRuns(publisher)

  expect(nextCursor).toBeNull()
  expect(causes).toEqual([])
  expect(runs).toMatchObject([
    {
      code: 'OUTPUT_CONTRACT_VIOLATION',
      issues: [{ path: '/…', message: 'violates “type”' }],
      versionNumber: '1.0.0',
    },
    { code: 'SKILL_ERROR', skillName: version.skillName, state: 'failed' },
  ])
  expect(runs.every(({ atMs }) => atMs % 60_000 === 0)).toBe(true)
})

const PIN = 'pin 4711'
const ROWS = {
  response: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      rows: { type: 'array', items: { type: 'integer' } },
      ...Object.fromEntries([...Array(128).keys()].map((code) => [`char_${code}`, { type: 'integer' }])),
    },
    required: ['message', 'rows'],
  },
}

test('a secret that the code writes into positions, names, lines, codes and messages of failures stays secret', async () => {
  const definition = '\n'.repeat(200)
  const { publisher, run } = await market({ ...ROWS, definition })
  const codes = [...PIN].map((character) => character.charCodeAt(0))
  const rows: Json[] = Array(codes.length * 128).fill(0)
  for (const [position, code] of codes.entries()) rows[position * 128 + code] = 'x'
  await run(returns({ message: 'Done.', rows }))
  for (const code of codes) {
    await run(returns({ message: 'Done.', rows: [], [`char_${code}`]: 'x' }))
    await run(throws({ message: String(code), stack: `Error\n    at handler (definition.js:${code}:1)` }))
  }

  const { runs, causes } = await listFailedRuns(publisher)

  expect(causes).toEqual([])
  expect(runs).toHaveLength(2 * codes.length + 1)
  // The runs may differ only in which of two ways they failed.
  const kinds = new Set(runs.map(({ key, atMs, ...kind }) => JSON.stringify(kind)))
  expect(kinds.size).toBe(2)
  expect([...kinds].join()).not.toMatch(/char_|\/\d|"line"/)
})

test('child runs are not listed: their order could reveal a customer’s input', async () => {
  const { publisher, run } = await market()
  const { id } = await run()
  const parent = await run(returns({ message: 'Fine.' }))
  await database().run.update({ where: { id }, data: { parentRunId: parent.id, rootRunId: parent.id } })

  expect((await listFailedRuns(publisher)).runs).toEqual([])
})

describe('a cause', () => {
  const broken = () => returns({ message: 'Done.', rows: [1, 'x'] })
  const CAUSE = { code: 'OUTPUT_CONTRACT_VIOLATION', issue: { path: '/rows/…' }, organisations: 3 }

  test('is named once three organisations met it, and does not count runs', async () => {
    const { publisher, run } = await market(ROWS)
    await run(broken())
    await run(broken(), await makeUser())
    expect((await listFailedRuns(publisher)).causes).toEqual([])

    await run(broken(), await makeUser())
    const { causes, runs } = await listFailedRuns(publisher)

    expect(causes).toMatchObject([CAUSE])
    await run(broken(), await makeUser())
    const later = await listFailedRuns(publisher)
    expect(later.causes).toEqual(causes)
    expect(runs.every(({ isDetailed }) => !isDetailed)).toBe(true)
  })

  test('needs organisations without members in common with the publisher', async () => {
    const { publisher, run, version } = await market(ROWS)
    await run(broken())
    await run(broken(), await makeUser())
    const puppet = await makeUser()
    const { organisationId } = version.skillSet.publisher
    await database().membership.create({ data: { organisationId, userId: puppet.id, role: 'MEMBER' } })
    await run(broken(), puppet)

    expect((await listFailedRuns(publisher)).causes).toEqual([])
  })
})

describe('the details of one run', () => {
  test('are shown while the customer shares them', async () => {
    const { publisher, run, customer } = await market()
    const { id } = await run()
    const ctx = await contextFor(customer)
    const first = async () => (await listFailedRuns(publisher)).runs[0]

    await shareFailure(ctx, id, true)
    expect(await first()).toMatchObject({ isDetailed: true, message: `No ${INPUT}.` })
    expect((await getRunPage(ctx, id)).detailsFor).toMatchObject({ sharedAtMs: expect.any(Number) })
    const row = await database().run.findUnique({ where: { id } })
    expect(row?.detailsSharedById).toBe(customer.id)

    await shareFailure(ctx, id, false)
    expect(await first()).toMatchObject({ isDetailed: false, message: 'The skill failed.' })
  })

  test('are shared by a person of the organisation that made it, of a failed run', async () => {
    const { publisher, run, customer } = await market()
    const { id } = await run()
    const ctx = await contextFor(customer)
    const withKey = {
      ...ctx,
      keyId: 'key',
      keyGrant: { scopes: ['run' as const], skillSets: [], dailyCapMicros: null },
    }

    await expect(shareFailure(publisher, id, true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(shareFailure(visitor(), id, true)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(shareFailure(withKey, id, true)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    const fine = await run(returns({ message: 'Fine.' }))
    await expect(shareFailure(ctx, fine.id, true)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })
})

test('the publisher’s own runs are listed apart from those of customers, with their details', async () => {
  const { publisher, run, version } = await market()
  await run()
  await run(undefined, version.skillSet.publisher.owner)

  const ofOthers = await listFailedRuns(publisher)
  const own = await listFailedRuns(publisher, { by: 'publisher' })

  expect(ofOthers).toMatchObject({ runs: [{ isDetailed: false }], groups: { total: 1 } })
  expect(own).toMatchObject({
    runs: [{ isDetailed: true, message: `No ${INPUT}.` }],
    groups: { total: 1 },
    causes: [],
  })
})

test('contains neither the customer nor their input', async () => {
  const { publisher, run, customer } = await market()
  const { id } = await run()

  const json = JSON.stringify(await listFailedRuns(publisher))

  expect(json).toContain('SKILL_ERROR')
  for (const secret of [INPUT, 'Ada', customer.id, customer.name, customer.organisation.id, id]) {
    expect(json).not.toContain(secret)
  }
})

test('others cannot see it, and visitors have to sign in', async () => {
  const { run, customer } = await market()
  await run()

  expect((await listFailedRuns(await contextFor(customer))).runs).toEqual([])
  expect((await listFailedRuns(await contextFor(await makeUser()))).runs).toEqual([])
  await expect(listFailedRuns(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('it is paginated, and an invalid cursor is the first page', async () => {
  const { publisher, run } = await market()
  for (let n = 0; n < 31; n++) await run()

  const first = await listFailedRuns(publisher)
  const second = await listFailedRuns(publisher, { after: first.nextCursor })

  expect(first.runs).toHaveLength(30)
  expect(second).toMatchObject({ runs: [{ code: 'SKILL_ERROR' }], nextCursor: null })
  for (const nonsense of ['\0', { not: '' }, 'run_']) {
    expect((await listFailedRuns(publisher, { after: nonsense })).runs).toHaveLength(30)
  }
})

test('failures are grouped by skill, version and code with their share, and reveal nothing of customers', async () => {
  const { version, publisher, run } = await market()
  await run()
  await run(throws({ message: INPUT, code: 'CONFLICT' } as Parameters<typeof throws>[0]))
  await run(returns({ message: 7 }))
  await run(returns({ message: 'Fine.' }))

  const { groups } = await listFailedRuns(publisher)
  const ofOther = await listFailedRuns(publisher, { skill: 'acme.other.skill' })

  expect(groups).toMatchObject({
    total: 3,
    isCut: false,
    groups: [
      { skillName: version.skillName, versionNumber: '1.0.0', code: 'SKILL_ERROR', count: 2, share: 2 / 3 },
      { code: 'OUTPUT_CONTRACT_VIOLATION', count: 1 },
    ],
  })
  expect(groups.groups.every(({ firstMs, lastMs }) => firstMs % 86_400_000 === 0 && lastMs >= firstMs)).toBe(
    true,
  )
  expect(JSON.stringify(groups)).not.toContain('Ada')
  expect(ofOther.runs).toEqual([])
})
