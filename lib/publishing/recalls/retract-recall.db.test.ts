import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { sumLedger } from '../../money/rows/ledger.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { contextFor, makeAdmin, makePublishedVersion, makeUser, visitor } from '../../testing/factories.ts'
import { moneyOf } from '../../testing/fund-wallet.ts'
import { makeEndedRun } from '../../testing/run-setup.ts'
import { contextWithKey } from '../../testing/setup/accounts/limited-key.ts'
import { publishNext } from '../../testing/setup/catalog/toolset.ts'
import { setUpPaidRun } from '../../testing/setup/runs/paid-run.ts'
import { deprecate, yank } from '../review/decide/retire-version.ts'
import { listRemovals } from './list-removals.ts'
import { completeRecalls, performRecall, performRetraction, refundNext } from './reach.ts'
import { confirmRecall, proposeRecall } from './recall.ts'
import { buildRecallFeed } from './recall-feed.ts'
import { getRecallForAdmin, getRecallPage, listRecallsOfOwn } from './recall-views.ts'
import {
  applyRetraction,
  confirmRetraction,
  proposeRetraction,
  withdrawRetraction,
} from './retract-recall.ts'

const db = database()
const admin = async () => contextFor(await makeAdmin())
const WHY = 'The reports were about another skill.'

type Recalled = { skillSetId: string; id: string }

async function recall({ skillSetId, id }: Recalled, more: object = {}): Promise<string> {
  const request = { skillSetId, versionIds: [id], recallClass: 'wrong_results', reason: 'It is off by one.' }
  const recallId = await proposeRecall(await admin(), { ...request, ...more })
  await confirmRecall(await admin(), recallId)
  return recallId
}

async function retract(recallId: string): Promise<void> {
  await proposeRetraction(await admin(), recallId, WHY)
  await confirm(await admin(), recallId)
}

/** Confirms the proposal that the page of the recall shows. */
async function confirm(ctx: Context, recallId: string): Promise<void> {
  await confirmRetraction(ctx, recallId, await proposedAt(recallId))
}

async function proposedAt(recallId: string): Promise<number> {
  const { retraction } = await getRecallForAdmin(await admin(), recallId)
  return retraction?.proposedAtMs ?? 0
}

const titlesOf = async (userId: string) =>
  (await db.notice.findMany({ where: { userId, kind: 'recall.retracted' } })).map(({ title }) => title)

async function countBlockedBy(pid: number): Promise<number> {
  const blocked = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE ${pid}::int = ANY(pg_blocking_pids(pid))`
  return blocked.length
}

describe('a recall that was an error', () => {
  test('is retracted by two admins, and its versions are what they were before', async () => {
    const first = await makePublishedVersion()
    const second = await publishNext(first, '1.1.0', {})
    const third = await publishNext(first, '1.2.0', {})
    const owner = await contextFor(first.skillSet.publisher.owner)
    await deprecate(owner, { versionId: second.id, notice: 'Use 1.2.0.' })
    await yank(owner, { versionId: third.id, reason: 'It is slow.' })
    const ids = [first.id, second.id, third.id]
    const recallId = await recall(first, { versionIds: ids })
    const caller = await contextFor(await makeUser())
    const run = () => runToEnd(caller, { skill: { name: first.skillName, version: '1.0.0' }, args: {} })
    await expect(run()).rejects.toMatchObject({ code: 'SKILL_RECALLED' })

    await retract(recallId)

    const after = await db.version.findMany({ where: { id: { in: ids } }, orderBy: { number: 'asc' } })
    expect(after.map(({ state, recallId, yankReason }) => [state, recallId, yankReason])).toEqual([
      ['PUBLISHED', null, null],
      ['DEPRECATED', null, null],
      ['YANKED', null, 'It is slow.'],
    ])
    // The name is missing, so the refusal is that of the contract, which comes after the one of a recall.
    await expect(run()).rejects.toMatchObject({ code: 'MISSING_REQUIRED_PARAM' })
    expect(await db.auditEvent.count({ where: { action: 'recall.retract' } })).toBeGreaterThan(0)
  })

  test('is told to everyone who was told of it, and to nobody else', async () => {
    const version = await makePublishedVersion()
    const [ran, untold] = [await makeUser(), await makeUser()]
    const ctx = await contextFor(ran)
    await makeEndedRun(ctx, version.skillName)
    const recallId = await recall(version)
    await performRecall({ db }, recallId)

    await retract(recallId)
    await performRetraction({ db }, recallId)
    await performRetraction({ db }, recallId)

    const title = 'The recall of Greetings 1.0.0 was an error'
    expect(await titlesOf(ran.id)).toEqual([title])
    expect(await titlesOf(version.skillSet.publisher.owner.id)).toEqual([title])
    expect(await titlesOf(untold.id)).toEqual([])
    const page = await getRecallPage(ctx, recallId)
    expect(page).toMatchObject({ recall: { retracted: { reason: WHY } }, own: { runCount: 1 } })
    expect(await listRecallsOfOwn(ctx)).toMatchObject([{ id: recallId, retracted: { reason: WHY } }])
    expect((await getRecallPage(visitor(), recallId)).recall.numbers).toEqual(['1.0.0'])
    const forAdmin = await getRecallForAdmin(await admin(), recallId)
    expect(forAdmin.retraction).toMatchObject({ reason: WHY, isDone: true })
  })

  test('tells and refunds nobody any more who had not been told yet', async () => {
    const version = await makePublishedVersion()
    const user = await makeUser()
    await makeEndedRun(await contextFor(user), version.skillName)
    const recallId = await recall(version)

    await retract(recallId)
    await performRecall({ db }, recallId)
    await completeRecalls({ db })

    expect(await db.notice.count({ where: { userId: user.id } })).toBe(0)
  })

  test('leaves the money where it is, and the ledger balanced', async () => {
    const { user, version, run } = await setUpPaidRun()
    await run()
    const recallId = await recall(version)
    await performRecall({ db }, recallId)
    const returned = await moneyOf(user.organisation.id)

    await retract(recallId)
    await completeRecalls({ db })

    expect(await moneyOf(user.organisation.id)).toEqual(returned)
    expect((await sumLedger(db)).total).toBe(0n)
  })

  test('returns no money once it is retracted, also for runs that were found before', async () => {
    const { user, version, run } = await setUpPaidRun()
    await run()
    const recallId = await recall(version)
    await proposeRetraction(await admin(), recallId, WHY)
    const before = await moneyOf(user.organisation.id)
    const { viewer } = await admin()
    const data = { retractedById: viewer!.userId, retractedByName: viewer!.name, retractedAt: new Date() }
    let refunds: Promise<unknown> | undefined

    await db.$transaction(async (tx) => {
      await tx.recall.update({ where: { id: recallId }, data })
      const [{ pid }] = await tx.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`
      // It reads the recall as in force, finds the run, and waits for the end of the retraction.
      refunds = refundNext({ db }, recallId, '')
      await expect.poll(() => countBlockedBy(pid)).toBe(1)
    })
    await refunds

    expect(await moneyOf(user.organisation.id)).toEqual(before)
  })

  test('stays in the feed as withdrawn, and in the log of removals beside its retraction', async () => {
    const version = await makePublishedVersion()
    const recallId = await recall(version)
    await retract(recallId)

    const { vulns } = await buildRecallFeed({ db }, 'https://skills.example.org')
    const entry = vulns.find((each) => JSON.stringify(each).includes(`/recalls/${recallId}`))
    expect(entry).toMatchObject({
      withdrawn: entry?.modified,
      affected: [{ versions: ['1.0.0'] }],
      database_specific: { withdrawn_reason: WHY },
    })
    const { removals } = await listRemovals({ db })
    const name = `${version.skillSet.publisher.handle}.${version.skillSet.slug} 1.0.0`
    expect(
      removals.filter(({ subject }) => subject === name).map(({ kind, reason }) => [kind, reason]),
    ).toEqual([
      ['recall_retracted', WHY],
      ['recall', 'Wrong results: It is off by one.'],
    ])
  })
})

describe('a retraction needs two admins', () => {
  test('so the one who proposed it is refused, also by the database', async () => {
    const recallId = await recall(await makePublishedVersion())
    const proposer = await admin()
    await proposeRetraction(proposer, recallId, WHY)

    await expect(confirm(proposer, recallId)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: 'You proposed this retraction, so another admin has to confirm it.',
    })
    const forProposer = await getRecallForAdmin(proposer, recallId)
    expect(forProposer.retraction).toMatchObject({ confirmError: expect.any(String), confirmedBy: null })
    const { userId } = proposer.viewer!
    const data = { retractedById: userId, retractedByName: 'x', retractedAt: new Date() }
    await expect(db.recall.update({ where: { id: recallId }, data })).rejects.toThrow(/two_people/)
  })

  test('who are admins of the site, are signed in, and do not belong to the publisher', async () => {
    const version = await makePublishedVersion()
    const recallId = await recall(version)
    const member = await makeAdmin()
    const { organisationId } = version.skillSet.publisher
    await db.membership.create({ data: { organisationId, userId: member.id, role: 'ADMIN' } })
    const reviewer = await contextWithKey(await admin(), { scopes: ['read', 'run'] })

    const stranger = await contextFor(await makeUser())
    await expect(proposeRetraction(stranger, recallId, WHY)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(proposeRetraction(reviewer, recallId, WHY)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(proposeRetraction(await admin(), recallId, ' ')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await proposeRetraction(await admin(), recallId, WHY)
    await expect(confirm(stranger, recallId)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(confirm(reviewer, recallId)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(withdrawRetraction(stranger, recallId, 0)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(confirm(await contextFor(member), recallId)).rejects.toMatchObject({
      message: 'You belong to the publisher, so another admin has to decide this.',
    })
  })

  test('and the second one confirms only the proposal that they have read', async () => {
    const recallId = await recall(await makePublishedVersion())
    const [first, second] = [await admin(), await admin()]
    await proposeRetraction(first, recallId, WHY)
    const seen = await proposedAt(recallId)
    await withdrawRetraction(first, recallId, await proposedAt(recallId))
    await db.recall.update({
      where: { id: recallId },
      data: {
        ...{ retractReason: 'Something else.', retractProposedAt: new Date(seen + 1) },
        ...{ retractProposedById: first.viewer!.userId, retractProposedByName: first.viewer!.name },
      },
    })

    await expect(confirmRetraction(second, recallId, seen)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The retraction was proposed again since you opened the page.',
    })
    await expect(confirmRetraction(second, recallId, 'now')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await db.recall.findUnique({ where: { id: recallId } })).toMatchObject({ retractedAt: null })
    await confirm(second, recallId)
  })

  test('so nobody takes back a proposal that they have not read', async () => {
    const recallId = await recall(await makePublishedVersion())
    const [first, second] = [await admin(), await admin()]
    await proposeRetraction(first, recallId, WHY)
    const seen = await proposedAt(recallId)
    await db.recall.update({ where: { id: recallId }, data: { retractProposedAt: new Date(seen + 1) } })

    for (const wrong of [seen, 0])
      await expect(withdrawRetraction(second, recallId, wrong)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(withdrawRetraction(second, recallId, undefined)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await confirm(second, recallId)
  })

  test('the page of a recall from before former states were kept says that its versions stay taken down', async () => {
    const version = await makePublishedVersion()
    const recallId = await recall(version)
    expect((await getRecallForAdmin(await admin(), recallId)).restored).toContain('run again')
    await db.$executeRaw`UPDATE "Recall" SET "statesBefore" = NULL WHERE "id" = ${recallId}`

    expect((await getRecallForAdmin(await admin(), recallId)).restored).toContain('stay taken down')
    await retract(recallId)
    await performRetraction({ db }, recallId)

    const { state } = await db.version.findUniqueOrThrow({ where: { id: version.id } })
    expect(state).toBe('YANKED')
    const { owner } = version.skillSet.publisher
    const notices = await db.notice.findMany({ where: { userId: owner.id, kind: 'recall.retracted' } })
    expect(notices[0]?.body).toContain('stay taken down until an admin of this site restores them')
    expect(notices[0]?.body).not.toContain('run again')
  })

  test('so one who proposed it anew cannot confirm it by an older state of the recall', async () => {
    const recallId = await recall(await makePublishedVersion())
    const [first, second] = [await admin(), await admin()]
    await proposeRetraction(first, recallId, WHY)
    const before = await db.recall.findUniqueOrThrow({ where: { id: recallId } })
    await withdrawRetraction(first, recallId, await proposedAt(recallId))
    await proposeRetraction(second, recallId, WHY)
    const own = await db.recall.findUniqueOrThrow({ where: { id: recallId } })

    for (const row of [before, own])
      await expect(
        db.$transaction((tx) =>
          applyRetraction(tx, { viewer: second.viewer!, recall: row, isIndependent: true }),
        ),
      ).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await db.recall.findUnique({ where: { id: recallId } })).toMatchObject({ retractedAt: null })
  })

  test('and can be taken back and proposed again until it is decided', async () => {
    const version = await makePublishedVersion()
    const request = { skillSetId: version.skillSetId, versionIds: [version.id], recallClass: 'legal' }
    const open = await proposeRecall(await admin(), { ...request, reason: 'By a court’s order.' })
    await expect(proposeRetraction(await admin(), open, WHY)).rejects.toMatchObject({ code: 'CONFLICT' })
    await confirmRecall(await admin(), open)
    await expect(confirm(await admin(), open)).rejects.toMatchObject({ code: 'CONFLICT' })

    await proposeRetraction(await admin(), open, WHY)
    await expect(proposeRetraction(await admin(), open, WHY)).rejects.toMatchObject({ code: 'CONFLICT' })
    const seen = await proposedAt(open)
    await withdrawRetraction(await admin(), open, seen)
    await expect(withdrawRetraction(await admin(), open, seen)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await getRecallForAdmin(await admin(), open)).retraction).toBeNull()
    await retract(open)

    await expect(proposeRetraction(await admin(), open, WHY)).rejects.toMatchObject({ code: 'CONFLICT' })
    // What was cleared once can be recalled again.
    await recall(version)
  })
})
