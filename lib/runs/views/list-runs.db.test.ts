import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { returns, throws } from '../../testing/fake-sandbox.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import { makeCaller, makeEndedRun } from '../../testing/run-setup.ts'
import { deleteRunContent, deleteRunContents } from '../lifecycle/sweep-old-runs.ts'
import { countRunsByDay } from '../rows/run-history.ts'
import { EXPORTS, exportRuns } from './export-runs.ts'
import { getRunUsage, listRunSkills, listRuns, listSkillRuns, parseRunQuery } from './list-runs.ts'

describe('the history', () => {
  test('the history contains the runs of the organisation, newest first, in pages', async () => {
    const [{ ctx }, other] = [await makeCaller(), await makeCaller()]
    const { skillName } = await makePublishedVersion()
    const ids = []
    for (let n = 0; n < 3; n++) ids.unshift((await makeEndedRun(ctx, skillName)).id)
    await makeEndedRun(other.ctx, skillName)

    const first = await listRuns(ctx, {}, 2)
    const second = await listRuns(ctx, { cursor: first.nextCursor ?? undefined }, 2)

    expect([...first.runs, ...second.runs].map(({ id }) => id)).toEqual(ids)
    expect(second.nextCursor).toBeNull()
  })

  test('the history is filtered by skill, state, day and person', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(owner, { organisation })
    const good = await makeEndedRun(ctx)
    const { id, skillName } = await makeEndedRun(
      await contextFor(member, { organisation, sandbox: throws() }),
    )
    const createdAt = new Date('2026-01-02T23:30:00Z')
    const bad = await database().run.update({ where: { id }, data: { id: runIdAt(createdAt), createdAt } })
    const found = async (query: object) =>
      (await listRuns(ctx, parseRunQuery(query))).runs.map(({ id }) => id)

    expect(await found({ skill: good.skillName })).toEqual([good.id])
    expect(await found({ state: 'failed' })).toEqual([bad.id])
    expect(await found({ from: '2026-01-02', to: '2026-01-02' })).toEqual([bad.id])
    expect(await found({ mine: '1' })).toEqual([good.id])
    expect(await found({ state: 'nonsense', from: 'yesterday', cursor: "'; drop" })).toHaveLength(2)
    expect((await listRunSkills(ctx)).map(({ name }) => name).sort()).toEqual(
      [good.skillName, skillName].sort(),
    )
  })

  test('the history names each run by its input and result, and finds it by either', async () => {
    const user = await makeUser()
    const sandbox = returns({ message: 'The **50%** rule_applies.' })
    const ctx = await contextFor(user, { sandbox })
    const { id } = await makeEndedRun(ctx)
    await makeEndedRun(await contextFor(user))
    const found = async (query: object) =>
      (await listRuns(ctx, parseRunQuery(query))).runs.map((line) => line.id)

    const { runs } = await listRuns(ctx)

    expect(runs).toMatchObject([
      { title: 'name Ada' },
      { title: 'name Ada', result: 'The 50% rule_applies.' },
    ])
    expect(await found({ q: 'RULE_APPLIES' })).toEqual([id])
    expect(await found({ q: '50%' })).toEqual([id])
    expect(await found({ q: 'ruleXapplies' })).toEqual([])
    expect(await found({ q: 'name ada' })).toHaveLength(2)
    expect(await found({ q: '\0', channel: 'nonsense' })).toHaveLength(2)
    expect(await found({ channel: 'mcp' })).toEqual([])
    expect(await found({ channel: 'form' })).toHaveLength(2)
  })

  test('the history finds a run by words deep in its input, its output or its error', async () => {
    const user = await makeUser()
    const rows = [{ month: 'Jun', note: 'the "rye" bread\nof today' }]
    const ctx = await contextFor(user, { sandbox: returns({ message: 'Converted.', rows }) })
    const { skillName } = await makePublishedVersion()
    const converted = await makeEndedRun(ctx, skillName)
    const failed = await makeEndedRun(
      await contextFor(user, { sandbox: throws({ message: 'not a time zone' }) }),
      skillName,
    )
    const input = { csv: 'month,sales\nApr,5', name: 'Ada' }
    await database().run.update({ where: { id: failed.id }, data: { input } })
    const found = async (q: string) => (await listRuns(ctx, parseRunQuery({ q }))).runs.map(({ id }) => id)

    expect(await found('jun')).toEqual([converted.id])
    expect(await found('the "rye" bread')).toEqual([converted.id])
    expect(await found('Apr,5')).toEqual([failed.id])
    expect(await found('not a time zone')).toEqual([failed.id])
    expect(await found('Nov')).toEqual([])
  })

  test('the history titles runs by skill, and tells a repeated run from an edited one', async () => {
    const { ctx } = await makeCaller()
    const { skillName } = await makePublishedVersion()
    const [{ id }, same, other] = [
      await makeEndedRun(ctx, skillName),
      await makeEndedRun(ctx, skillName),
      await makeEndedRun(ctx, skillName),
    ]
    const data = { rerunOfId: id }
    await database().run.update({ where: { id: same.id }, data })
    await database().run.update({ where: { id: other.id }, data: { ...data, input: { name: 'Bob' } } })

    const { runs } = await listRuns(ctx)

    expect(runs.map(({ isRepeat }) => isRepeat)).toEqual([undefined, true, undefined])
    expect(runs.map(({ skillTitle }) => skillTitle)).toEqual(['Greet', 'Greet', 'Greet'])
  })

  test('use and cost are counted by day within the filters', async () => {
    const { ctx, user } = await makeCaller()
    await fundWallet(user.organisation.id, '5')
    const skill = makeSkillDocument({ pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' } })
    const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [skill] }) })
    const now = new Date('2026-03-05T10:00:00Z')
    async function makeRunAt(day: string, { caller = ctx, name = skillName, ...data }: MovedRun = {}) {
      const { id } = await makeEndedRun(caller, name)
      await database().run.update({
        where: { id },
        data: { createdAt: new Date(`${day}T23:30:00Z`), ...data },
      })
    }
    await makeRunAt('2026-03-01')
    await makeRunAt('2026-03-01', { caller: { ...ctx, sandbox: throws() } })
    await makeRunAt('2026-03-04', { refundedAt: now })
    await makeRunAt('2026-01-01')
    await makeRunAt('2026-03-04', { name: (await makePublishedVersion()).skillName })

    const usage = await getRunUsage(ctx, { skill: skillName }, now)
    const period = await getRunUsage(ctx, { from: '2025-12-01', to: '2026-01-02' }, now)
    const { id: organisationId } = user.organisation
    const [all, newest] = await Promise.all(
      [5, 4].map((max) => countRunsByDay(database(), { organisationId }, max)),
    )

    expect(usage.total).toEqual({ runs: 3, failed: 1, charged: '0.05' })
    expect(usage.days).toHaveLength(30)
    expect(usage.days.at(-1)).toEqual({ day: '2026-03-05', runs: 0, failed: 0, charged: '0' })
    expect(usage.days.at(-5)).toEqual({ day: '2026-03-01', runs: 2, failed: 1, charged: '0.05' })
    expect(all?.isCut).toBe(false)
    expect(newest?.isCut).toBe(true)
    expect(newest?.days.reduce((sum, { runs }) => sum + runs, 0)).toBe(4)
    expect(period.days.map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02'])
    await expect(getRunUsage(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('contents of several runs are deleted at once, and refused runs stay', async () => {
    const { ctx } = await makeCaller()
    const [mine, theirs] = [await makeEndedRun(ctx), await makeEndedRun((await makeCaller()).ctx)]

    const { deleted, refused } = await deleteRunContents(ctx, [mine.id, mine.id, theirs.id])

    expect(deleted).toBe(1)
    expect(refused).toMatchObject([{ id: theirs.id, error: { code: 'NOT_FOUND' } }])
    const rows = await database().run.findMany({
      where: { id: { in: [mine.id, theirs.id] } },
      orderBy: { id: 'asc' },
    })
    expect(rows.map(({ purgedAt }) => purgedAt !== null)).toEqual([true, false])
    await expect(deleteRunContents(ctx, [])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(deleteRunContents(ctx, Array(31).fill('run_x'))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(deleteRunContents(visitor(), [mine.id])).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('the history lists test runs apart', async () => {
    const { ctx } = await makeCaller()
    const { id, skillName } = await makeEndedRun(ctx)
    const test = await makeEndedRun(ctx, skillName)
    await database().run.update({ where: { id: test.id }, data: { mode: 'development' } })

    expect((await listRuns(ctx)).runs).toMatchObject([{ id }])
    expect((await listRuns(ctx, { tests: true })).runs).toMatchObject([{ id: test.id }])
    expect(await listSkillRuns(ctx, skillName)).toMatchObject([{ id }])
  })

  test('the history shows no summary of a run whose content was deleted', async () => {
    const { ctx } = await makeCaller()
    const { id } = await makeEndedRun(ctx)

    await deleteRunContent(ctx, id)

    expect((await listRuns(ctx)).runs[0]).not.toHaveProperty('title')
    expect((await listRuns(ctx, { q: 'hello' })).runs).toEqual([])
  })

  test('the history is exported as CSV and JSON with the same filters, for members only', async () => {
    const { ctx } = await makeCaller()
    const { id, skillName } = await makeEndedRun(ctx)
    await makeEndedRun(await contextFor((await makeCaller()).user))

    const csv = await exportRuns(ctx, { format: 'csv' })
    const json = await exportRuns(ctx, { format: 'json', q: 'ada' })
    const none = await exportRuns(ctx, { format: 'json', q: 'nothing' })

    expect(csv.text).toMatch(
      new RegExp(`^id,started_at,.*\\r\\n${id},.*,${skillName},1.0.0,form,.*name Ada,Hello.,`),
    )
    expect(csv.text.split('\r\n')).toHaveLength(3)
    expect(JSON.parse(json.text)).toMatchObject([{ id, state: 'succeeded', charged_usdc: '0' }])
    expect(JSON.parse(none.text)).toEqual([])
    await expect(exportRuns(ctx, { format: 'xml' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(exportRuns(visitor(), { format: 'csv' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('the history is exported ten times a minute at most', async () => {
    const { ctx } = await makeCaller()
    for (let turn = 0; turn < EXPORTS.points; turn++) await exportRuns(ctx, { format: 'csv' })

    await expect(exportRuns(ctx, { format: 'csv' })).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      options: { retryAfter: expect.any(Number) },
    })
  })

  test('the history of one skill has a person’s own runs; visitors have none', async () => {
    const { ctx } = await makeCaller()
    const { id, skillName } = await makeEndedRun(ctx)

    expect((await listSkillRuns(ctx, skillName)).map((line) => line.id)).toEqual([id])
    expect(await listSkillRuns(visitor(), skillName)).toEqual([])
    await expect(listRuns(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

type MovedRun = { caller?: Context; name?: string; refundedAt?: Date }

/** Run ids begin with their time. */
function runIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `run_${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}`
}
