// Tests how long an organisation stores inputs and outputs: who decides, what is deleted, and what remains.

import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { getRetention, setRetention } from '../../organisations/retention-setting.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { returns, throws } from '../../testing/fake-sandbox.ts'
import { findLastCall } from '../rows/run-history.ts'
import { runToEnd } from '../start/start-run.ts'
import { findRerunSource } from '../views/find-own-run.ts'
import { getRunPage } from '../views/get-run.ts'
import { shareRun } from '../views/share-run.ts'
import { deleteRunContent, sweepOldRuns } from './sweep-old-runs.ts'

const db = database()
const SECRET = 'Ada of Ockham'

/** Creates a run that is `daysAgo` old, in an organisation that stores runs for `days`. */
async function keeper(
  daysAgo: number,
  days: number | null,
  sandbox = returns({ message: `Hello, ${SECRET}` }),
) {
  const ctx = await contextFor(await makeUser(), { sandbox })
  const { skillName } = await makePublishedVersion()
  const { id } = await runToEnd(ctx, { skill: { name: skillName }, args: { name: SECRET } })
  await db.run.update({ where: { id }, data: { createdAt: new Date(Date.now() - daysAgo * DAY_MS) } })
  const { organisationId } = ctx.viewer!
  await db.organisation.update({ where: { id: organisationId }, data: { runRetentionDays: days } })
  return { ctx, id, page: () => getRunPage(ctx, id) }
}

test('the input and output of an old run are deleted everywhere, and its receipt stays the same', async () => {
  const { ctx, id, page } = await keeper(31, 30)
  await shareRun(ctx, id)
  const before = await page()

  await sweepOldRuns({ db })

  const after = await page()
  expect(JSON.stringify(after)).not.toContain(SECRET)
  expect(JSON.stringify(await db.run.findUnique({ where: { id } }), big)).not.toContain(SECRET)
  expect(after.run).toMatchObject({ state: 'succeeded', purgedAtMs: expect.any(Number) })
  expect(after.receipt).toEqual(before.receipt)
  expect(after.shares).toEqual([])
  await expect(shareRun(ctx, id)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  expect(await findRerunSource(ctx, id)).toBeNull()
  const { userId, organisationId } = ctx.viewer!
  expect(await findLastCall(db, { userId, organisationId })).toBeNull()
})

/** Inserts copies of a run. */
const multiply = (id: string, count: number) => db.$executeRaw`
  INSERT INTO "Run" SELECT (jsonb_populate_record(r, jsonb_build_object('id', r."id" || '-' || n))).*
  FROM "Run" AS r, generate_series(1, ${count}::int) AS n WHERE r."id" = ${id}`

const countStored = ({ viewer }: { viewer: { organisationId: string } | null }) =>
  db.run.count({ where: { organisationId: viewer!.organisationId, purgedAt: null } })

test('a backlog of old runs is emptied at once while there is time, and no organisation waits for that of another', async () => {
  const [many, few] = [await keeper(31, 30), await keeper(31, 30)]
  await multiply(many.id, 349)

  await sweepOldRuns({ db }, new Date(), 0)
  expect([await countStored(many.ctx), await countStored(few.ctx)]).toEqual([250, 0])
  await sweepOldRuns({ db }, new Date(), Number.POSITIVE_INFINITY)
  expect(await countStored(many.ctx)).toBe(0)
})

test('the code of an old failure stays, but not its message, which may quote the input', async () => {
  const { page } = await keeper(400, 365, throws({ message: `No ${SECRET}.`, stack: `Error: ${SECRET}` }))

  await sweepOldRuns({ db })

  const { run } = await page()
  expect(run.error).toMatchObject({ code: 'SKILL_ERROR' })
  expect(JSON.stringify(run)).not.toContain(SECRET)
})

test.each([
  ['is younger', 29, 30],
  ['is of an organisation that keeps everything', 4_000, null],
] as const)('the content of a run that %s is not deleted', async (_, daysAgo, days) => {
  const { page } = await keeper(daysAgo, days)

  await sweepOldRuns({ db })

  expect((await page()).run).toMatchObject({
    input: { name: SECRET },
    output: { message: `Hello, ${SECRET}` },
  })
})

test('the setting shows how many runs each retention would empty', async () => {
  const { ctx } = await keeper(100, null)

  expect(await getRetention(ctx)).toMatchObject({
    ...{ days: null, canChange: true, older: { 30: 1, 90: 1, 180: 0, 365: 0 } },
  })
  await setRetention(ctx, { days: 180 })
  expect(await getRetention(ctx)).toMatchObject({ days: 180 })
  await setRetention(ctx, { days: null })
  expect(await getRetention(ctx)).toMatchObject({ days: null })
  const acts = await db.auditEvent.findMany({
    where: { subjectId: ctx.viewer!.organisationId },
    orderBy: { id: 'asc' },
  })
  expect(acts.map(({ action, data }) => [action, data])).toEqual([
    ['organisation.retention', { days: 180 }],
    ['organisation.retention', { days: null }],
  ])
})

test('members, keys and visitors cannot change the retention, and only listed periods can be chosen', async () => {
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const ctx = await contextFor(owner, { organisation })

  await expect(setRetention(await contextFor(member, { organisation }), { days: 30 })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(setRetention({ ...ctx, keyId: 'key' }, { days: 30 })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(setRetention(visitor(), { days: 30 })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  for (const days of [-1, 2, 29, 31, -30, '30', undefined, { gt: 0 }])
    await expect(setRetention(ctx, { days })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await getRetention(await contextFor(member, { organisation }))).toMatchObject({
    ...{ days: 90, canChange: false },
  })
})

function big(_: string, value: unknown) {
  return typeof value === 'bigint' ? String(value) : value
}

test('a person deletes the content of one run and of the runs it called, and its receipt stays the same', async () => {
  const { ctx, id, page } = await keeper(0, null)
  const child = await runToEnd(ctx, {
    skill: { name: (await makePublishedVersion()).skillName },
    args: { name: SECRET },
  })
  await db.run.update({ where: { id: child.id }, data: { parentRunId: id, rootRunId: id } })
  const { id: other } = await runToEnd(ctx, {
    skill: { name: (await page()).run.skillName },
    args: { name: SECRET },
  })
  const before = await page()

  await deleteRunContent(ctx, id)

  const after = await page()
  expect(JSON.stringify(after)).not.toContain(SECRET)
  expect(after.receipt).toEqual(before.receipt)
  expect(JSON.stringify(await getRunPage(ctx, child.id))).not.toContain(SECRET)
  expect(JSON.stringify(await getRunPage(ctx, other))).toContain(SECRET)
})

test('other members and keys cannot delete the content of a run, and no one that of an open run or a step of a plan', async () => {
  const { ctx, id, page } = await keeper(0, null)
  const { organisationId } = ctx.viewer!
  const member = await makeUser()
  await db.membership.create({ data: { organisationId, userId: member.id, role: 'MEMBER' } })
  const organisation = await db.organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const refusal = (code: string) => expect.objectContaining({ code })

  await expect(deleteRunContent(visitor(), id)).rejects.toEqual(refusal('UNAUTHENTICATED'))
  await expect(deleteRunContent(await contextFor(await makeUser()), id)).rejects.toEqual(refusal('NOT_FOUND'))
  await expect(deleteRunContent(await contextFor(member, { organisation }), id)).rejects.toEqual(
    refusal('POLICY_DENIED'),
  )
  await expect(deleteRunContent({ ...ctx, keyId: 'key' }, id)).rejects.toEqual(refusal('POLICY_DENIED'))
  await expect(deleteRunContent(ctx, { id })).rejects.toEqual(refusal('NOT_FOUND'))
  await db.run.update({ where: { id }, data: { planRunId: 'plan_1' } })
  await expect(deleteRunContent(ctx, id)).rejects.toEqual(refusal('PRECONDITION_FAILED'))
  await db.run.update({ where: { id }, data: { planRunId: null, state: 'running' } })
  await expect(deleteRunContent(ctx, id)).rejects.toEqual(refusal('PRECONDITION_FAILED'))

  expect(JSON.stringify(await page())).toContain(SECRET)
})
