// Tests rollouts: from the approval to their end, and who may end them.
import { beforeAll, expect, test } from 'vitest'
import { getPublisherPage } from '../../catalog/get-publisher-page.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { DAY_MS } from '../../kernel/time.ts'
import {
  contextFor,
  makeAdmin,
  makeOrganisation,
  makeUser,
  type TestUser,
  type TestVersion,
} from '../../testing/factories.ts'
import { makeSubmission } from '../../testing/make-submission.ts'
import { numberFor, recordRuns, setUpOldVersion } from '../../testing/setup/catalog/rolled-out.ts'
import { quarantine } from '../recalls/quarantine.ts'
import { approve } from '../review/decide/decide-submission.ts'
import { yank } from '../review/decide/retire-version.ts'
import { findRollout, listOutcomes } from '../rows/rollouts.ts'
import { finishRollout, returnVersion } from './change-rollout.ts'
import { judgeRollouts } from './judge-rollouts.ts'

const db = database()
const rolloutOf = async ({ id }: TestVersion) => (await findRollout(db, id))!
const noticesOf = (userId: string) => db.notice.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })

let crowd: TestUser[] = []
beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: 40 }, () => makeUser()))
})

/** Publishes 1.3.2 with customers, and approves 1.4.0. */
async function setUpRollout({ customers = crowd, release = null as string | null, changes = {} } = {}) {
  const { skillSet, old } = await setUpOldVersion()
  const before = new Date(Date.now() - DAY_MS)
  for (const by of customers) await recordRuns(old, { by, successes: 10, at: before })
  const document = { ...skillSet.document, ...changes, version: '1.4.0' }
  const { id, version } = await makeSubmission({ skillSet, document })
  await db.version.update({ where: { id: version.id }, data: { release } })
  await approve(await contextFor(await makeAdmin()), { submissionId: id, reason: '' })
  return { skillSet, old, next: version, owner: skillSet.publisher.owner }
}

const listedNumber = async (skillSetId: string) =>
  (await db.catalogEntry.findFirst({ where: { skillSetId } }))?.versionNumber

/** Judges as if the last round was a while ago. */
async function judge(now = new Date()) {
  await db.rollout.updateMany({ where: { state: 'rolling' }, data: { judgedAt: null } })
  await judgeRollouts({ db }, now)
}

test('an approved version reaches one organisation first, and then more as their runs succeed; the catalogue lists it once all get it', async () => {
  const { old, next, owner, skillSet } = await setUpRollout()
  const numbers = () => Promise.all(crowd.map((by) => numberFor(by.organisation.id, next)))
  const countNew = async () => (await numbers()).filter((number) => number === '1.4.0').length
  expect(await rolloutOf(next)).toMatchObject({ state: 'rolling', step: 0, audience: 40, oldNumber: '1.3.2' })
  const reached: number[] = [await countNew()]
  const listed = [await listedNumber(skillSet.id)]

  for (let round = 0; round < 4; round++) {
    for (const [index, number] of (await numbers()).entries())
      await recordRuns(number === '1.4.0' ? next : old, { by: crowd[index]!, successes: 6 })
    await judge()
    reached.push(await countNew())
    listed.push(await listedNumber(skillSet.id))
  }

  // A hash places them, so that a share may reach a few more, and never fewer.
  const [first, second = 0, third = 0, ...last] = reached
  expect(first).toBe(1)
  expect(second).toBeGreaterThanOrEqual(2)
  expect(third).toBeGreaterThanOrEqual(Math.max(10, second))
  expect(third).toBeLessThan(40)
  expect(last).toEqual([40, 40])
  expect(listed).toEqual(['1.3.2', '1.3.2', '1.3.2', '1.4.0', '1.4.0'])
  expect(await rolloutOf(next)).toMatchObject({ state: 'finished', outcome: 'succeeded', share: 1 })
  expect(await noticesOf(owner.id)).toMatchObject([
    { kind: 'submission.approved', body: expect.stringContaining('for one organisation first') },
    { kind: 'rollout.finished' },
  ])
  expect(
    await db.auditEvent.findMany({ where: { subjectId: next.id }, orderBy: { id: 'asc' } }),
  ).toMatchObject([
    { action: 'version.approve' },
    { action: 'version.roll_out' },
    { action: 'version.advance', actorName: 'Guildhall' },
    { action: 'version.advance' },
    { action: 'version.advance' },
    { action: 'version.finish_rollout', data: { outcome: 'succeeded' } },
  ])
})

test('a version that fails for one organisation in three is returned before 12 are hit, and nobody moves twice', async () => {
  const { old, next, owner, skillSet } = await setUpRollout()
  const pinned = await makeUser()
  await db.install.create({
    data: {
      organisationId: pinned.organisation.id,
      skillSetId: skillSet.id,
      versionId: next.id,
      installedById: pinned.id,
    },
  })
  const history = crowd.map(() => ['1.3.2'])
  const hit = new Set<string>()
  for (let round = 0; round < 30 && (await rolloutOf(next)).state === 'rolling'; round++) {
    for (const [index, by] of crowd.entries()) {
      const number = await numberFor(by.organisation.id, next)
      if (history[index]!.at(-1) !== number) history[index]!.push(number)
      const fails = number === '1.4.0' && index % 3 === 0
      if (fails) hit.add(by.id)
      await recordRuns(number === '1.4.0' ? next : old, { by, ...(fails ? { faults: 2 } : { successes: 2 }) })
    }
    await judge()
  }
  for (const [index, by] of crowd.entries()) {
    const number = await numberFor(by.organisation.id, next)
    if (history[index]!.at(-1) !== number) history[index]!.push(number)
  }

  expect(await rolloutOf(next)).toMatchObject({ state: 'returned', outcome: 'failed' })
  expect(hit.size).toBeGreaterThan(1)
  expect(hit.size).toBeLessThan(12)
  expect(history.every((numbers) => numbers.length <= 3 && numbers.at(-1) === '1.3.2')).toBe(true)
  expect(await numberFor(pinned.organisation.id, next)).toBe('1.4.0')
  expect((await noticesOf(owner.id)).at(-1)).toMatchObject({
    kind: 'rollout.returned',
    body: expect.stringMatching(
      /failed by a fault of the skill, at \d+ organisations.*Everyone gets 1\.3\.2 again/,
    ),
  })
  const told = crowd.find(({ id }) => hit.has(id))!
  expect((await noticesOf(told.id)).at(-1)).toMatchObject({ kind: 'version.returned' })
})

test('wrong inputs, refused requests, cancelled runs, own limits and failures of the site are no faults', async () => {
  const { old, next, skillSet } = await setUpRollout()
  const by = crowd[0]!
  const refused = { path: '', message: 'No.', keyword: 'refused' }
  const failed = (code: string, details: object[] = []) => ({ error: { code, message: 'No.', details } })
  const fails = (more: object) => recordRuns(next, { by, faults: 1, more })
  await recordRuns(old, { by: crowd[1]!, successes: 1 })
  await fails(failed('INVALID_INPUT'))
  await fails(failed('TOOL_NOT_AVAILABLE'))
  await fails(failed('SKILL_ERROR', [refused]))
  await fails({ state: 'cancelled', ...failed('CANCELLED') })
  await fails({ state: 'timed_out', timeoutMs: 100, ...failed('TOOL_TIMEOUT') })
  await fails({ mode: 'development' })
  await fails({ dryRun: true })
  await fails({ terms: 'own' })
  await recordRuns(next, { by: skillSet.publisher.owner, faults: 9 })
  const query = {
    ...(await rolloutOf(next)),
    publisherOrganisationId: skillSet.publisher.organisationId,
    ownSince: new Date(Date.now() - 9 * DAY_MS),
  }
  const ofNew = async () => (await listOutcomes(db, query)).filter(({ kind }) => kind === 'after')
  expect(await ofNew()).toEqual([])

  await fails(failed('SKILL_ERROR'))
  await fails(failed('OUTPUT_CONTRACT_VIOLATION'))
  await fails({ state: 'timed_out', ...failed('TOOL_TIMEOUT') })
  expect(await ofNew()).toMatchObject([{ organisationId: by.organisation.id, faults: 3, successes: 0 }])
})

test('runs of organisations that share a member with the publisher do not count, and 20 of a day are enough', async () => {
  const { next, skillSet, owner } = await setUpRollout()
  const friend = await makeUser()
  await makeOrganisation({ owner, admins: [friend] })
  const shared = await makeOrganisation({ owner: friend, members: [owner] })
  await recordRuns(next, { by: { ...friend, organisation: shared }, successes: 5 })
  await recordRuns(next, { by: crowd[0]!, successes: 200 })

  const outcomes = await listOutcomes(db, {
    ...(await rolloutOf(next)),
    publisherOrganisationId: skillSet.publisher.organisationId,
    ownSince: new Date(0),
  })
  expect(outcomes.filter(({ kind }) => kind === 'after')).toMatchObject([
    { organisationId: crowd[0]!.organisation.id, successes: 20 },
  ])
})

test.each([
  [
    'the publisher wants it',
    { release: 'at_once' },
    'Ranges lead to it now, for all organisations together.',
  ],
  ['fewer than five organisations use it', { few: true }, 'Fewer than five other organisations'],
  [
    'it asks for more permissions',
    { changes: { permissions: { network: ['api.example.com'] } } },
    'Each organisation has to agree to its new permissions anyway',
  ],
])(
  'a version reaches everyone at once if %s, and its publisher is told so',
  async (_, { few, ...wanted }: { few?: boolean; release?: string; changes?: object }, sentence) => {
    const { next, owner } = await setUpRollout({ ...wanted, ...(few && { customers: crowd.slice(0, 4) }) })

    expect(await findRollout(db, next.id)).toBeNull()
    expect(await noticesOf(owner.id)).toMatchObject([{ body: expect.stringContaining(sentence) }])
    expect(await numberFor(crowd[0]!.organisation.id, next)).toBe('1.4.0')
  },
)

test('a later version freezes the rollout before it: who has that one keeps it', async () => {
  const { next, skillSet } = await setUpRollout()
  const { id } = await makeSubmission({
    skillSet,
    document: { ...skillSet.document, version: '1.5.0' },
  })
  await approve(await contextFor(await makeAdmin()), { submissionId: id, reason: '' })

  expect(await rolloutOf(next)).toMatchObject({ state: 'superseded' })
  const numbers = await Promise.all(crowd.map((by) => numberFor(by.organisation.id, next)))
  expect(numbers.filter((number) => number === '1.3.2').length).toBeGreaterThanOrEqual(38)
})

test.each(['1.3.3', '1.5.0-beta.1', '2.0.0'])(
  'publishing %s does not freeze the rollout of 1.4.0',
  async (number) => {
    const { next, skillSet } = await setUpRollout()
    const { id, version } = await makeSubmission({
      skillSet,
      document: { ...skillSet.document, version: number },
    })
    await approve(await contextFor(await makeAdmin()), { submissionId: id, reason: '' })

    expect(await db.version.findUnique({ where: { id: version.id } })).toMatchObject({ state: 'PUBLISHED' })
    expect(await rolloutOf(next)).toMatchObject({ state: 'rolling' })
  },
)

test('a rollout that cannot be judged asks its publisher after three days, and ends after 14', async () => {
  const { next, owner } = await setUpRollout()
  await judge(new Date(Date.now() + 2 * DAY_MS))
  expect((await noticesOf(owner.id)).map(({ kind }) => kind)).toEqual(['submission.approved'])
  await judge(new Date(Date.now() + 4 * DAY_MS))
  await judge(new Date(Date.now() + 5 * DAY_MS))
  expect((await noticesOf(owner.id)).map(({ kind }) => kind)).toEqual([
    'submission.approved',
    'rollout.inconclusive',
  ])

  await judge(new Date(Date.now() + 15 * DAY_MS))
  expect(await rolloutOf(next)).toMatchObject({ state: 'finished', outcome: 'inconclusive' })
})

test('a rollout of a version that is taken down ends, and a restored one does not reach everyone by that', async () => {
  const { next } = await setUpRollout()
  await yank(await contextFor(await makeAdmin()), { versionId: next.id, reason: 'Wrong sums.' })
  await judge()

  expect(await rolloutOf(next)).toMatchObject({ state: 'returned', outcome: 'person' })
})

test('the publisher and an admin end a rollout, in either direction', async () => {
  const { next, owner } = await setUpRollout()
  const [publisher, admin] = [await contextFor(owner), await contextFor(await makeAdmin())]
  const anyone = crowd[0]!.organisation.id

  await finishRollout(publisher, next.id)
  expect(await numberFor(anyone, next)).toBe('1.4.0')
  await expect(finishRollout(publisher, next.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await returnVersion(admin, { versionId: next.id, reason: 'The sums are wrong.' })).toBe('1.3.2')
  expect(await numberFor(anyone, next)).toBe('1.3.2')
  expect(await numberFor(anyone, next, '1.4.0')).toBe('1.4.0')
  await expect(
    returnVersion(admin, { versionId: next.id, reason: 'The sums are wrong again.' }),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await finishRollout(publisher, next.id)
  expect(await numberFor(anyone, next)).toBe('1.4.0')
  expect((await noticesOf(owner.id)).map(({ kind }) => kind)).toEqual([
    'submission.approved',
    'version.returned',
  ])
})

test('the catalogue and the publisher’s page list the version that everyone gets, also while one that was returned is in quarantine', async () => {
  const { next, owner, skillSet } = await setUpRollout()
  const publisher = await contextFor(owner)
  const visitor: Context = { ...publisher, viewer: null }
  const listed = async () => {
    const page = await getPublisherPage(visitor, skillSet.publisher.handle)
    const entries = await db.catalogEntry.findMany({ where: { skillSetId: skillSet.id } })
    return [...entries, ...page.skillSets].map(({ versionNumber }) => versionNumber)
  }
  expect(await listed()).toEqual(['1.3.2', '1.3.2'])

  await finishRollout(publisher, next.id)
  expect(await listed()).toEqual(['1.4.0', '1.4.0'])

  await returnVersion(publisher, { versionId: next.id, reason: 'The sums are wrong.' })
  expect(await listed()).toEqual(['1.3.2', '1.3.2'])

  const admin = await contextFor(await makeAdmin())
  await quarantine(admin, {
    skillSetId: skillSet.id,
    versionIds: [next.id],
    hours: 24,
    reason: 'It sends files to a new host.',
  })
  expect(await listed()).toEqual(['1.3.2', '1.3.2'])
})

test('others, plain members and the first version are refused a return', async () => {
  const { old, next } = await setUpRollout()
  const wanted = { versionId: next.id, reason: 'No.' }
  await expect(returnVersion(await contextFor(await makeUser()), wanted)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(finishRollout(await contextFor(await makeUser()), next.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const member = await makeUser()
  const { skillSet } = next
  await db.membership.create({
    data: { organisationId: skillSet.publisher.organisationId, userId: member.id, role: 'MEMBER' },
  })
  await expect(returnVersion(await contextFor(member), wanted)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(finishRollout(await contextFor(member), next.id)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  const admin = await contextFor(await makeAdmin())
  for (const reason of [' ', 'x'])
    await expect(returnVersion(admin, { versionId: next.id, reason })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/reason', message: expect.stringContaining('Write a sentence') }] },
    })
  await expect(
    returnVersion(admin, { versionId: old.id, reason: 'The sums are wrong.' }),
  ).rejects.rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('two processes that judge at the same time move a rollout by one step', async () => {
  const { next } = await setUpRollout()
  for (const by of crowd)
    await recordRuns((await numberFor(by.organisation.id, next)) === '1.4.0' ? next : await oldOf(next), {
      by,
      successes: 6,
    })
  await Promise.all(Array.from({ length: 4 }, () => judgeRollouts({ db })))

  expect(await rolloutOf(next)).toMatchObject({ step: 1 })
})

async function oldOf(next: TestVersion): Promise<TestVersion> {
  const { oldVersionId } = await rolloutOf(next)
  return { ...next, id: oldVersionId!, number: '1.3.2' }
}
