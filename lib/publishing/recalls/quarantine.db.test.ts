import { describe, expect, test, vi } from 'vitest'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import { install } from '../../installs/change-install.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { AppError } from '../../kernel/errors.ts'
import { performPlan } from '../../plans/perform/perform-plan.ts'
import { getPlanRun } from '../../plans/views/get-plan-run.ts'
import { runForVisitor } from '../../runs/start/run-for-visitor.ts'
import { startRun } from '../../runs/start/start-run.ts'
import {
  lastDueTime,
  makeAutomation,
  makeDue,
  setUpAutomation,
  workOff,
} from '../../testing/automation-setup.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { manualSandbox } from '../../testing/fake-sandbox.ts'
import { makePlan, setUpPlans } from '../../testing/plan-setup.ts'
import { makeCaller, start } from '../../testing/run-setup.ts'
import { plainEngine } from '../../testing/workflow-engines.ts'
import { requireIndependentAdmin } from '../rows/require-independent-admin.ts'
import { liftQuarantine, listQuarantines, quarantine, sweepWithdrawals } from './quarantine.ts'

const db = database()
const admin = async () => contextFor(await makeAdmin())
const REASON = 'It sends mails to strangers.'

async function quarantined(version: { skillSetId: string; id: string }, more: object = {}) {
  const ctx = await admin()
  const request = { skillSetId: version.skillSetId, versionIds: [version.id], reason: REASON, ...more }
  return { ctx, id: await quarantine(ctx, request) }
}

const refusal = (name: string) => ({
  code: 'SKILL_QUARANTINED',
  message: expect.stringMatching(
    new RegExp(
      `^${name} is in quarantine until [-0-9]+ [:0-9]+ UTC at the latest, while an admin looks into it: ${REASON}$`,
    ),
  ),
})

describe('a version in quarantine', () => {
  test('does not run for anyone, and runs again once an admin lifts it', async () => {
    const version = await makePublishedVersion()
    const { ctx: caller } = await makeCaller()
    const { ctx, id } = await quarantined(version)
    const name = `${version.skillSet.publisher.handle}.${version.skillSet.slug} 1.0.0`

    await expect(start(caller, version.skillName)).rejects.toMatchObject(refusal(name))
    const owner = await contextFor(version.skillSet.publisher.owner)
    await expect(start(owner, version.skillName)).rejects.toMatchObject(refusal(name))
    const request = { name: version.skillName, args: { name: 'Ada' } }
    await expect(runForVisitor(visitor(), { request, address: '192.0.2.7' })).rejects.toMatchObject(
      refusal(name),
    )

    await liftQuarantine(ctx, id, 'A false alarm.')

    expect((await (await start(caller, version.skillName)).ended).state).toBe('succeeded')
  })

  test('leaves the catalogue until the quarantine ends, and cannot be installed', async () => {
    const version = await makePublishedVersion()
    const { skillSetId, skillSet } = version
    await db.$transaction((tx) => refreshCatalogEntries(tx, skillSetId))
    expect(await db.catalogEntry.count({ where: { skillSetId } })).toBe(1)

    const { ctx, id } = await quarantined(version)

    expect(await db.catalogEntry.count({ where: { skillSetId } })).toBe(0)
    const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
    const caller = await contextFor(await makeUser())
    await expect(install(caller, ref, {} as never)).rejects.toMatchObject({ code: 'SKILL_QUARANTINED' })
    await liftQuarantine(ctx, id, 'A false alarm.')
    expect(await db.catalogEntry.count({ where: { skillSetId } })).toBe(1)
  })

  test('names an unaffected version, which runs if it is asked for', async () => {
    const good = await makePublishedVersion()
    const { skillSet } = good
    const document = { ...skillSet.document, version: '1.0.1' }
    const bad = await makePublishedVersion({ skillSet, document })
    await quarantined(bad)
    const { ctx } = await makeCaller()

    await expect(start(ctx, bad.skillName)).rejects.toMatchObject({
      options: { suggestedAction: 'Wait, or ask for version 1.0.0, which is not affected.' },
    })
    const pinned = { skill: { name: bad.skillName, version: '1.0.0' }, args: { name: 'Ada' } }
    expect((await (await startRun(ctx, pinned)).ended).versionNumber).toBe('1.0.0')
  })

  test('stops its running and waiting runs, uncharged and with the same words', async () => {
    const { sandbox, isRunning } = manualSandbox()
    const { ctx: caller } = await makeCaller(sandbox as never)
    const version = await makePublishedVersion()
    const running = await start(caller, version.skillName)
    const queued = await start(caller, version.skillName, { isDeferred: true })
    await vi.waitUntil(() => isRunning(running.run.id))

    await quarantined(version)

    const ended = await running.ended
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'SKILL_QUARANTINED' } })
    const [first, second] = await db.run.findMany({
      where: { id: { in: [running.run.id, queued.run.id] } },
      orderBy: { id: 'asc' },
    })
    expect(second).toMatchObject({ state: 'failed', chargedMicros: 0n })
    const words = await start(caller, version.skillName).catch((thrown: AppError) => thrown.message)
    expect([first, second].map((run) => (run!.error as { message: string }).message)).toEqual([words, words])
  })

  test('stops a run that was recorded in the moment of the quarantine with the next round of a worker', async () => {
    const { sandbox, isRunning } = manualSandbox()
    const { ctx: caller } = await makeCaller(sandbox as never)
    const version = await makePublishedVersion()
    const { ctx, id } = await quarantined(version)
    await db.version.update({ where: { id: version.id }, data: { quarantineId: null } })
    const late = await start(caller, version.skillName)
    await vi.waitUntil(() => isRunning(late.run.id))
    await db.version.update({ where: { id: version.id }, data: { quarantineId: id } })

    await sweepWithdrawals(ctx)

    expect(await late.ended).toMatchObject({ state: 'failed', error: { code: 'SKILL_QUARANTINED' } })
  })

  test('makes a plan wait, which goes on when the quarantine is lifted', async () => {
    const { start: startPlan, skill, ctx } = await setUpPlans()
    const version = await db.version.findFirstOrThrow({ where: { skillSet: { slug: skill.split('.')[1]! } } })
    const { planRun } = await startPlan(makePlan([{ id: 'only', tool: skill, args: { name: 'x' } }]))
    const { ctx: ofAdmin, id } = await quarantined(version)
    const engine = plainEngine()
    const pauses: number[] = []

    await performPlan(ctx, planRun.id, {
      ...engine,
      async pauseUntil(untilMs) {
        pauses.push(untilMs - Date.now())
        expect(await db.planRun.findUnique({ where: { id: planRun.id } })).toMatchObject({
          state: 'running',
          waitingUntil: new Date(untilMs),
        })
        if (pauses.length === 2) await liftQuarantine(ofAdmin, id, 'A false alarm.')
        // As if the time had passed.
        vi.spyOn(Date, 'now').mockReturnValue(untilMs + 1)
        return false
      },
    })
    vi.restoreAllMocks()

    expect(pauses).toHaveLength(2)
    expect(await getPlanRun(ctx, planRun.id)).toMatchObject({ state: 'succeeded' })
  })

  test('makes an automation wait, which counts no failure and runs when the quarantine is lifted', async () => {
    const { ctx, skillName, call } = await setUpAutomation()
    const version = await db.version.findFirstOrThrow({
      where: { skillSet: { slug: skillName.split('.')[1]! } },
    })
    const id = await makeAutomation(ctx, call)
    const at = lastDueTime()
    await makeDue(id, at)
    const { ctx: ofAdmin, id: quarantineId } = await quarantined(version)

    const [waiting] = await workOff(ctx, id, new Date(at.getTime() + 2_000))
    expect(waiting).toMatchObject({ state: 'waiting', error: null })

    await liftQuarantine(ofAdmin, quarantineId, 'A false alarm.')
    const [done] = await workOff(ctx, id, new Date(Date.now() + 61_000))
    expect(done).toMatchObject({ id: waiting!.id, state: 'succeeded' })
    expect(await db.automation.findUnique({ where: { id } })).toMatchObject({ failuresInRow: 0 })
  })
})

describe('a quarantine', () => {
  test('ends by itself after its time, and cannot be repeated then', async () => {
    const version = await makePublishedVersion()
    const { ctx, id } = await quarantined(version, { hours: 1 })
    const { ctx: caller } = await makeCaller()
    const { endsAt, createdAt } = await db.quarantine.findUniqueOrThrow({ where: { id } })
    expect(endsAt.getTime() - createdAt.getTime()).toBe(3_600_000)

    await sweepWithdrawals(ctx, new Date(endsAt.getTime() + 1))

    expect((await (await start(caller, version.skillName)).ended).state).toBe('succeeded')
    const [ended] = (await listQuarantines(ctx, { isActive: false })).filter((each) => each.id === id)
    expect(ended).toMatchObject({ endedBy: null, endedAtMs: expect.any(Number) })
    await expect(quarantined(version)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('lasts at most 72 hours in 30 days, also if it was lifted and repeated', async () => {
    const version = await makePublishedVersion()
    const { ctx, id } = await quarantined(version)
    const began = new Date(Date.now() - 60 * 3_600_000)
    await db.quarantine.update({
      where: { id },
      data: { createdAt: began, endsAt: new Date(began.getTime() + 72 * 3_600_000) },
    })
    await liftQuarantine(ctx, id, 'A false alarm.')

    await expect(quarantined(version, { hours: 24 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('of which 11 hours are left'),
    })
    const again = await quarantined(version)
    const { createdAt, endsAt } = await db.quarantine.findUniqueOrThrow({ where: { id: again.id } })
    expect(endsAt.getTime() - createdAt.getTime()).toBe(11 * 3_600_000)
  })

  test('is not lifted by an admin who belongs to the publisher while another one could', async () => {
    const version = await makePublishedVersion()
    const { id } = await quarantined(version)
    const { owner } = version.skillSet.publisher
    await db.user.update({ where: { id: owner.id }, data: { role: 'ADMIN' } })
    const ctx = await contextFor({ ...owner, role: 'ADMIN' })

    await expect(liftQuarantine(ctx, id, 'Mine.')).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: 'You belong to the publisher, so another admin has to decide this.',
    })

    const undone = new Error('rolled back')
    const asked = db.$transaction(async (tx) => {
      await tx.user.updateMany({ where: { role: 'ADMIN', id: { not: owner.id } }, data: { role: 'USER' } })
      const publisher = { organisationId: version.skillSet.publisher.organisationId }
      expect(await requireIndependentAdmin(tx, { userId: owner.id }, publisher)).toBe(false)
      throw undone
    })
    await expect(asked).rejects.toBe(undone)
    await liftQuarantine(await admin(), id, 'A false alarm.')
  })

  test('lasts at most 72 hours', async () => {
    const version = await makePublishedVersion()

    await expect(quarantined(version, { hours: 73 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/hours' }] },
    })
    const at = new Date()
    const row = {
      ...{ skillSetId: version.skillSetId, subject: 'x', reason: 'x', createdById: 'x', createdByName: 'x' },
      ...{ createdAt: at, endsAt: new Date(at.getTime() + 73 * 3_600_000) },
    }
    await expect(db.quarantine.create({ data: row })).rejects.toThrow(/at_most_72_hours/)
  })

  test('of a whole SkillSet covers all its published versions', async () => {
    const version = await makePublishedVersion()
    const document = makeSkillSetDocument({ ...version.skillSet.document, version: '2.0.0' })
    await makePublishedVersion({ skillSet: version.skillSet, document })
    const ctx = await admin()

    await quarantine(ctx, { skillSetId: version.skillSetId, reason: REASON })

    const { ctx: caller } = await makeCaller()
    for (const number of ['1.0.0', '2.0.0'])
      await expect(
        startRun(caller, { skill: { name: version.skillName, version: number }, args: { name: 'Ada' } }),
      ).rejects.toMatchObject({ code: 'SKILL_QUARANTINED' })
  })

  test('tells the publisher and those who installed the version, at its begin and its end', async () => {
    const version = await makePublishedVersion()
    const user = await makeUser()
    const { skillSetId, id: versionId } = version
    await db.install.create({
      data: { organisationId: user.organisation.id, skillSetId, versionId, installedById: user.id },
    })
    const { ctx, id } = await quarantined(version)
    await liftQuarantine(ctx, id, 'A false alarm.')

    for (const { id: userId } of [user, version.skillSet.publisher.owner]) {
      const notices = await db.notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })
      expect(notices.map(({ kind }) => kind)).toEqual(['quarantine.begun', 'quarantine.ended'])
    }
  })

  test('is for admins only', async () => {
    const version = await makePublishedVersion()
    const request = { skillSetId: version.skillSetId, reason: REASON }
    const owner = await contextFor(version.skillSet.publisher.owner)

    await expect(quarantine(owner, request)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(quarantine(visitor(), request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const { id } = await quarantined(version)
    await expect(liftQuarantine(owner, id, 'Mine.')).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(listQuarantines(owner, { isActive: true })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await db.version.findUnique({ where: { id: version.id } })).toMatchObject({ quarantineId: id })
  })

  test('of a version that is in quarantine, or of an unknown one, is refused', async () => {
    const version = await makePublishedVersion()
    await quarantined(version)

    await expect(quarantined(version)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(quarantined({ skillSetId: version.skillSetId, id: 'nothing' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(liftQuarantine(await admin(), 'nothing', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
