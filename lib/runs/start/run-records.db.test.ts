import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../db/core/prisma-client.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { returns, throws } from '../../testing/fake-sandbox.ts'
import { deleteRunContent } from '../lifecycle/sweep-old-runs.ts'
import { compareRuns } from '../views/compare-runs.ts'
import { EXPORTS, exportRuns } from '../views/export-runs.ts'
import { findRerunSource } from '../views/find-own-run.ts'
import { getRun, getRunPage } from '../views/get-run.ts'
import { listRunSkills, listRuns, listSkillRuns, parseRunQuery } from '../views/list-runs.ts'
import { getSharedRun, revokeShare, shareRun } from '../views/share-run.ts'
import { deletePreset, listPresets, MAX_PRESETS, savePreset } from './run-presets.ts'
import { runToEnd } from './start-run.ts'

async function caller() {
  const user = await makeUser()
  return { user, ctx: await contextFor(user) }
}

async function run(ctx: Context, skillName?: string, rerunOfId?: string) {
  const name = skillName ?? (await makePublishedVersion()).skillName
  return runToEnd(ctx, { skill: { name }, args: { name: 'Ada' }, rerunOfId })
}

describe('a run', () => {
  test('is visible to members of its organisation, whichever organisation they are in, and to no one else', async () => {
    const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const { id } = await run(await contextFor(owner, { organisation }))

    expect((await getRun(await contextFor(member), id)).id).toBe(id)
    await expect(getRun(await contextFor(stranger), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getRun(visitor(), id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('is not found under a name that no column can store', async () => {
    const { ctx } = await caller()

    await expect(getRun(ctx, 'run_\0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(revokeShare(ctx, '\0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const query of [{ skill: '\0' }, { from: '0000-01-01' }, { to: '0000-01-01' }])
      expect((await listRuns(ctx, parseRunQuery(query))).runs).toEqual([])
  })

  test('has a page with its contract, its author and its origin', async () => {
    const { ctx, user } = await caller()
    const first = await run(ctx)
    const second = await run(ctx, first.skillName, first.id)

    const page = await getRunPage(ctx, second.id)

    expect(page.before).toEqual({ id: first.id, input: { name: 'Ada' }, output: { message: 'Hello.' } })
    expect(page).toMatchObject({
      userName: user.name,
      channel: 'form',
      rerunOfId: first.id,
      canManage: true,
      shares: [],
    })
    expect(page.skill).toMatchObject({ title: 'Greet a person', response: { required: ['message'] } })
  })

  test('cannot claim to be edited from another person’s run', async () => {
    const [{ ctx }, other] = [await caller(), await caller()]
    const theirs = await run(other.ctx)

    const mine = await run(ctx, undefined, theirs.id)

    expect(await getRunPage(ctx, mine.id)).toMatchObject({ rerunOfId: null, before: null })
  })

  test('is compared with a run of the same skill that its reader may see, and with no other', async () => {
    const [{ ctx }, other] = [await caller(), await caller()]
    const [first, another, theirs] = [await run(ctx), await run(ctx), await run(other.ctx)]

    expect(await findRerunSource(ctx, first.id, first.skillName)).toMatchObject({ id: first.id })
    expect(await findRerunSource(ctx, another.id, first.skillName)).toBeNull()
    expect(await findRerunSource(ctx, theirs.id)).toBeNull()
    expect(await findRerunSource(visitor(), first.id)).toBeNull()
    expect(await findRerunSource(ctx, 'run_\0')).toBeNull()
  })

  test('is compared with any run that its reader may see, of another skill too', async () => {
    const [{ ctx }, other] = [await caller(), await caller()]
    const [one, another, theirs] = [await run(ctx), await run(ctx), await run(other.ctx)]
    const sibling = await run(ctx, one.skillName)

    expect(await compareRuns(ctx, { before: one.id, after: another.id })).toMatchObject({
      before: { id: one.id, title: 'name Ada', output: { message: 'Hello.' } },
      after: { id: another.id, skillName: another.skillName },
    })
    expect(await compareRuns(ctx, { before: one.id })).toMatchObject({
      after: null,
      others: [{ id: sibling.id }],
    })
    await expect(compareRuns(ctx, { before: one.id, after: theirs.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(compareRuns(ctx, { before: 'run_\0' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(compareRuns(visitor(), { before: one.id })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test('is shown with the runs it was edited from and those edited from it, and with no others', async () => {
    const { ctx } = await caller()
    const first = await run(ctx)
    const second = await run(ctx, first.skillName, first.id)
    const third = await run(ctx, first.skillName, second.id)
    const branch = await run(ctx, first.skillName, first.id)
    const alone = await run(ctx, first.skillName)

    const { reruns } = await getRunPage(ctx, third.id)

    expect(reruns.map(({ id, depth }) => [id, depth])).toEqual([
      [first.id, 0],
      [second.id, 1],
      [third.id, 2],
      [branch.id, 1],
    ])
    expect((await getRunPage(ctx, first.id)).reruns).toHaveLength(4)
    expect((await getRunPage(ctx, alone.id)).reruns).toEqual([])
  })

  test('is compared by its input only if its output is very large', async () => {
    const user = await makeUser()
    const ctx = await contextFor(user, { sandbox: returns({ message: 'a'.repeat(300_000) }) })
    const first = await run(ctx)

    expect(await findRerunSource(ctx, first.id)).toEqual({
      id: first.id,
      input: { name: 'Ada' },
      isLarge: true,
    })
  })
})

describe('the history', () => {
  test('contains the runs of the organisation, newest first, with pages', async () => {
    const [{ ctx }, other] = [await caller(), await caller()]
    const { skillName } = await makePublishedVersion()
    const ids = []
    for (let n = 0; n < 3; n++) ids.unshift((await run(ctx, skillName)).id)
    await run(other.ctx, skillName)

    const first = await listRuns(ctx, {}, 2)
    const second = await listRuns(ctx, { cursor: first.nextCursor ?? undefined }, 2)

    expect([...first.runs, ...second.runs].map(({ id }) => id)).toEqual(ids)
    expect(second.nextCursor).toBeNull()
  })

  test('is filtered by skill, state, day and person', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(owner, { organisation })
    const good = await run(ctx)
    const { id, skillName } = await run(await contextFor(member, { organisation, sandbox: throws() }))
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

  test('names each run by its input and result, and finds it by either', async () => {
    const user = await makeUser()
    const sandbox = returns({ message: 'The **50%** rule_applies.' })
    const ctx = await contextFor(user, { sandbox })
    const { id } = await run(ctx)
    await run(await contextFor(user))
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

  test('has test runs apart', async () => {
    const { ctx } = await caller()
    const { id, skillName } = await run(ctx)
    const test = await run(ctx, skillName)
    await database().run.update({ where: { id: test.id }, data: { mode: 'development' } })

    expect((await listRuns(ctx)).runs).toMatchObject([{ id }])
    expect((await listRuns(ctx, { tests: true })).runs).toMatchObject([{ id: test.id }])
    expect(await listSkillRuns(ctx, skillName)).toMatchObject([{ id }])
  })

  test('keeps no line of a run whose content was deleted', async () => {
    const { ctx } = await caller()
    const { id } = await run(ctx)

    await deleteRunContent(ctx, id)

    expect((await listRuns(ctx)).runs[0]).not.toHaveProperty('title')
    expect((await listRuns(ctx, { q: 'hello' })).runs).toEqual([])
  })

  test('is exported as CSV and JSON with the same filters, for its members only', async () => {
    const { ctx } = await caller()
    const { id, skillName } = await run(ctx)
    await run(await contextFor((await caller()).user))

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

  test('is exported ten times a minute at most', async () => {
    const { ctx } = await caller()
    for (let turn = 0; turn < EXPORTS.points; turn++) await exportRuns(ctx, { format: 'csv' })

    await expect(exportRuns(ctx, { format: 'csv' })).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      options: { retryAfter: expect.any(Number) },
    })
  })

  test('of one skill is a person’s own; visitors have none', async () => {
    const { ctx } = await caller()
    const { id, skillName } = await run(ctx)

    expect((await listSkillRuns(ctx, skillName)).map((line) => line.id)).toEqual([id])
    expect(await listSkillRuns(visitor(), skillName)).toEqual([])
    await expect(listRuns(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('a preset', () => {
  test('saves an input under a name for one person', async () => {
    const [{ ctx }, other] = [await caller(), await caller()]
    const { skillName } = await makePublishedVersion()

    const preset = await savePreset(ctx, { skillName, name: ' Mornings ', input: { name: 'Ada' } })

    expect(await listPresets(ctx, skillName)).toEqual([preset])
    expect(preset).toMatchObject({ name: 'Mornings', input: { name: 'Ada' } })
    expect(await listPresets(other.ctx, skillName)).toEqual([])
    await expect(deletePreset(other.ctx, preset.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await deletePreset(ctx, preset.id)
    expect(await listPresets(ctx, skillName)).toEqual([])
  })

  test('is refused beyond the limit for one skill, with advice', async () => {
    const { ctx, user } = await caller()
    const { skillName, skillSetId } = await makePublishedVersion()
    const scope = { userId: user.id, organisationId: user.organisation.id, skillName, skillSetId }
    await database().preset.createMany({
      data: Array.from({ length: MAX_PRESETS }, (_, n) => ({ ...scope, name: `Preset ${n}`, input: {} })),
    })

    await expect(savePreset(ctx, { skillName, name: 'One more', input: {} })).rejects.toMatchObject({
      code: 'CONFLICT',
      options: { suggestedAction: expect.stringContaining('Delete one') },
    })
  })

  test('needs a unique name and an existing skill', async () => {
    const { ctx } = await caller()
    const { skillName } = await makePublishedVersion()
    await savePreset(ctx, { skillName, name: 'Mornings', input: {} })

    const save = (wanted: object) => savePreset(ctx, { skillName, name: 'Other', input: {}, ...wanted })

    await expect(save({ name: 'Mornings' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(save({ name: '  ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(save({ name: 'Morn\0ings' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(deletePreset(ctx, '\0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(save({ skillName: 'a.b.c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(savePreset(visitor(), { skillName, name: 'X', input: {} })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})

describe('a shared link', () => {
  test('shows input and output to anyone, nothing of people, logs or config', async () => {
    const { ctx, user } = await caller()
    const shared = await run({ ...ctx, sandbox: returns({ message: 'Hello, Ada!' }) })
    const { token } = await shareRun(ctx, shared.id)

    const seen = await getSharedRun(visitor(), token)

    expect(seen.run).toMatchObject({
      input: { name: 'Ada' },
      output: { message: 'Hello, Ada!' },
      state: 'succeeded',
    })
    expect(Object.keys(seen.run)).not.toContain('logs')
    expect(JSON.stringify(seen)).not.toContain(user.name)
  })

  test('opens nothing once it is revoked, and nothing when it is guessed', async () => {
    const { ctx } = await caller()
    const { token, share } = await shareRun(ctx, (await run(ctx)).id)

    await revokeShare(ctx, share.id)

    await expect(getSharedRun(visitor(), token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getSharedRun(visitor(), share.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is created and revoked by users who can manage the run', async () => {
    const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(owner, { organisation })
    const { id } = await run(ctx)
    const { share } = await shareRun(ctx, id)

    for (const [user, code] of [
      [member, 'POLICY_DENIED'],
      [stranger, 'NOT_FOUND'],
    ] as const) {
      const theirs = await contextFor(user)
      await expect(shareRun(theirs, id)).rejects.toMatchObject({ code })
      await expect(revokeShare(theirs, share.id)).rejects.toMatchObject({ code })
    }
    await expect(shareRun(visitor(), id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

/** Run ids begin with their time. */
function runIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `run_${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}`
}
