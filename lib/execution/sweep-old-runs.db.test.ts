// How long an organisation keeps what its runs took and gave: who decides, what goes, and what is still true after.
import { expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { findLastCall } from '../db/run-history.ts'
import { getRetention, setRetention } from '../organisations/retention.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { returns, throws } from '../testing/pretend-sandbox.ts'
import { getRunPage } from './get-run.ts'
import { findRunBefore } from './run-before.ts'
import { shareRun } from './shares.ts'
import { runToEnd } from './start-run.ts'
import { sweepOldRuns } from './sweep-old-runs.ts'

const db = database()
const SECRET = 'Ada of Ockham'
const DAY_MS = 86_400_000

/** Somebody with a run of `daysAgo`, in an organisation that keeps runs for `days`. */
async function keeper(
  daysAgo: number,
  days: number | null,
  sandbox = returns({ message: `Hello, ${SECRET}` }),
) {
  const ctx = await contextFor(await makeUser(), { sandbox })
  const { skillName } = await makePublishedVersion()
  const { id } = await runToEnd(ctx, { skill: { name: skillName }, args: { name: SECRET } })
  await db.run.update({ where: { id }, data: { createdAt: new Date(Date.now() - daysAgo * DAY_MS) } })
  if (days !== null) await setRetention(ctx, { days })
  return { ctx, id, page: () => getRunPage(ctx, id) }
}

test('what an old run took and gave is gone everywhere, and its receipt says the same as before', async () => {
  const { ctx, id, page } = await keeper(31, 30)
  await shareRun(ctx, id)
  const before = await page()

  await sweepOldRuns({ db })

  const after = await page()
  expect(JSON.stringify(after)).not.toContain(SECRET)
  expect(JSON.stringify(await db.run.findUnique({ where: { id } }), big)).not.toContain(SECRET)
  expect(after.run).toMatchObject({ state: 'succeeded', forgottenAtMs: expect.any(Number) })
  expect(after.receipt).toEqual(before.receipt)
  expect(after.shares).toEqual([])
  await expect(shareRun(ctx, id)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  expect(await findRunBefore(ctx, id)).toBeNull()
  const { userId, organisationId } = ctx.viewer!
  expect(await findLastCall(db, { userId, organisationId })).toBeNull()
})

test('of a failure its code stays, and not the words that may quote what was sent', async () => {
  const { page } = await keeper(400, 365, throws({ message: `No ${SECRET}.`, stack: `Error: ${SECRET}` }))

  await sweepOldRuns({ db })

  const { run } = await page()
  expect(run.error).toMatchObject({ code: 'SKILL_ERROR' })
  expect(JSON.stringify(run)).not.toContain(SECRET)
})

test.each([
  ['is younger', 29, 30],
  ['is of an organisation that keeps everything', 4_000, null],
] as const)('a run that %s is left alone', async (_, daysAgo, days) => {
  const { page } = await keeper(daysAgo, days)

  await sweepOldRuns({ db })

  expect((await page()).run).toMatchObject({
    input: { name: SECRET },
    output: { message: `Hello, ${SECRET}` },
  })
})

test('whoever decides sees first how many runs each choice empties', async () => {
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

test('plain members, keys and visitors decide nothing, and nothing else can be chosen', async () => {
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
  for (const days of [0, 1, 29, 31, -30, '30', undefined, { gt: 0 }])
    await expect(setRetention(ctx, { days })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await getRetention(await contextFor(member, { organisation }))).toMatchObject({
    ...{ days: null, canChange: false },
  })
})

function big(_: string, value: unknown) {
  return typeof value === 'bigint' ? String(value) : value
}
