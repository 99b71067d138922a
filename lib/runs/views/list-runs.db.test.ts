import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { returns, throws } from '../../testing/fake-sandbox.ts'
import { makeCaller, makeEndedRun } from '../../testing/run-setup.ts'
import { deleteRunContent } from '../lifecycle/sweep-old-runs.ts'
import { EXPORTS, exportRuns } from './export-runs.ts'
import { listRunSkills, listRuns, listSkillRuns, parseRunQuery } from './list-runs.ts'

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
    expect(await listRunSkills(ctx)).toEqual([good.skillName, skillName].sort())
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

/** Run ids begin with their time. */
function runIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `run_${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}`
}
