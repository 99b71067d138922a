import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { refundRun } from '../../money/grant-credit.ts'
import { sumLedger } from '../../money/rows/ledger.ts'
import { moveEarnings } from '../../money/wallet.ts'
import { createPlan } from '../../plans/saved/saved-plans.ts'
import { performRun, startRun } from '../../runs/start/start-run.ts'
import { makeAutomation } from '../../testing/automation-setup.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makePublishedVersion,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { moneyOf } from '../../testing/fund-wallet.ts'
import { makePlan } from '../../testing/plan-setup.ts'
import { makeCaller, makeEndedRun } from '../../testing/run-setup.ts'
import { publishNext } from '../../testing/setup/catalog/toolset.ts'
import { setUpPaidFamily } from '../../testing/setup/runs/paid-family.ts'
import { setUpPaidRun } from '../../testing/setup/runs/paid-run.ts'
import { addToToolset, createToolset } from '../../toolsets/change-toolset.ts'
import { restoreVersion } from '../review/decide/restore-version.ts'
import { yank } from '../review/decide/retire-version.ts'
import { quarantine } from './quarantine.ts'
import { completeRecalls, performRecall } from './reach.ts'
import { confirmRecall, findConfirmError, proposeRecall, withdrawRecall } from './recall.ts'
import { getRecallPage } from './recall-views.ts'

const db = database()
const admin = async () => contextFor(await makeAdmin())
const REASON = 'It deletes files that it was only asked to read.'

type Proposed = { skillSetId: string; id: string }

const propose = async ({ skillSetId, id }: Proposed, more: object = {}) =>
  proposeRecall(await admin(), {
    ...{ skillSetId, versionIds: [id], recallClass: 'data_loss', reason: REASON },
    ...more,
  })

async function recall(version: Proposed, more: object = {}): Promise<string> {
  const id = await propose(version, more)
  await confirmRecall(await admin(), id)
  return id
}

const toldOf = async (userIds: string[]) =>
  (await db.notice.findMany({ where: { userId: { in: userIds }, kind: 'version.recalled' } })).map(
    ({ userId }) => userId,
  )

describe('a recall reaches', () => {
  test('everyone who ran, installed, mounted, planned, scheduled or configured the versions once, and nobody else', async () => {
    const version = await makePublishedVersion()
    const { skillSetId, id: versionId, skillName, skillSet } = version
    const people = await Promise.all(Array.from({ length: 8 }, () => makeUser()))
    const [ran, installed, mounted, planned, scheduled, configured, keyed, nothing] = people
    const organisationId = installed!.organisation.id
    await makeEndedRun(await contextFor(ran!), skillName)
    await db.install.create({
      data: { organisationId, skillSetId, versionId, installedById: installed!.id },
    })
    const ofMounted = await contextFor(mounted!)
    await createToolset(ofMounted, { name: 'desk' })
    await addToToolset(ofMounted, { toolset: 'desk', skill: skillName, versionId, consent: true })
    const plan = makePlan([{ id: 'only', tool: `${skillName}@^1`, args: { name: 'x' } }])
    await createPlan(await contextFor(planned!), { title: 'A plan', text: JSON.stringify(plan) })
    await makeAutomation(await contextFor(scheduled!), { skill: skillName, input: { name: 'Ada' } })
    await db.configValue.create({
      data: {
        ...{ organisationId: configured!.organisation.id, skillSetId, key: 'api_key' },
        ...{ sealed: Buffer.from('x'), keyId: 'x', updatedById: configured!.id },
      },
    })
    await db.apiKey.create({
      data: {
        ...{ organisationId: keyed!.organisation.id, userId: keyed!.id, name: 'A key', hash: freshName() },
        ...{ prefix: 'x', skillSets: [`${skillSet.publisher.handle}.${skillSet.slug}`] },
      },
    })

    const id = await recall(version)
    await performRecall({ db }, id)

    const told = await toldOf(people.map((person) => person.id))
    expect(told.toSorted()).toEqual(
      people
        .filter((person) => person !== nothing)
        .map((person) => person.id)
        .toSorted(),
    )
    const rows = await db.recallReach.findMany({ where: { recallId: id } })
    const waysOf = (person: (typeof people)[number]) =>
      rows.find((row) => row.organisationId === person.organisation.id)?.ways
    expect(people.map(waysOf)).toEqual([
      ['ran'],
      ['installed'],
      ['toolset'],
      ['plan'],
      ['automation'],
      ['config'],
      ['key'],
      undefined,
    ])

    await performRecall({ db }, id)
    expect(await toldOf(people.map((person) => person.id))).toHaveLength(7)
  })

  test('those who follow a range with the version, and not those who are pinned to another', async () => {
    const older = await makePublishedVersion()
    const version = await publishNext(older, '1.0.1', {})
    const [follows, pinned, removed] = [await makeUser(), await makeUser(), await makeUser()]
    const install = { skillSetId: version.skillSetId, versionId: older.id }
    const add = (user: typeof follows, range: string | null) =>
      db.install.create({
        data: { ...install, organisationId: user.organisation.id, installedById: user.id, range },
      })
    await add(follows, '^1.0')
    await add(pinned, null)
    await db.auditEvent.create({
      data: {
        ...{ actorName: 'x', action: 'install.add', subjectType: 'skill_set', subjectId: version.skillSetId },
        ...{ subject: 'x.y 1.0.1', data: { organisationId: removed.organisation.id } },
      },
    })

    await performRecall({ db }, await recall(version))

    expect((await toldOf([follows.id, pinned.id, removed.id])).toSorted()).toEqual(
      [follows.id, removed.id].toSorted(),
    )
  })

  test('those who left an organisation no more', async () => {
    const version = await makePublishedVersion()
    const [left, stays] = [await makeUser(), await makeUser()]
    const { organisation } = stays
    await db.membership.create({ data: { organisationId: organisation.id, userId: left.id, role: 'MEMBER' } })
    const { id } = await makeEndedRun(await contextFor(stays), version.skillName)
    await db.run.update({ where: { id }, data: { userId: left.id } })
    await db.membership.deleteMany({ where: { organisationId: organisation.id, userId: left.id } })

    await performRecall({ db }, await recall(version))

    expect(await toldOf([left.id, stays.id])).toEqual([stays.id])
  })

  test('secrets and files of runs at any depth, also of those that ended after it', async () => {
    const { ctx, child, parent, open } = await setUpPaidFamily()
    const organisationId = ctx.viewer!.organisationId
    const root = await open(parent.skillName)
    const called = await open(child.skillName, root)
    await performRun(ctx, called)
    await performRun(ctx, root)
    const deep = { ...(await db.run.findUniqueOrThrow({ where: { id: called.row.id } })), id: freshName() }
    const { id: runId } = await db.run.create({
      data: { ...(deep as object), parentRunId: called.row.id, chargedMicros: 0n } as never,
    })
    await db.vault.upsert({ where: { organisationId }, create: { organisationId }, update: {} })
    const change = { organisationId, kind: 'write', userId: ctx.viewer!.userId, output: {} }
    await db.vaultOperation.create({ data: { ...change, id: freshName(), runId } })
    await db.vaultOperation.create({ data: { ...change, id: freshName() } })

    const id = await recall(parent)
    await performRecall({ db }, id)
    await db.run.update({ where: { id: root.row.id }, data: { sentSecrets: ['planted mail.example'] } })
    await completeRecalls({ db })

    expect((await getRecallPage(ctx, id)).own).toMatchObject({
      secrets: [{ key: 'planted', host: 'mail.example', runs: 1, isRotated: false }],
      vaultChanges: [{ runId }],
    })
  })

  test('a run in its window only', async () => {
    const version = await makePublishedVersion()
    const [before, within] = [await makeUser(), await makeUser()]
    const early = await makeEndedRun(await contextFor(before), version.skillName)
    await db.run.update({ where: { id: early.id }, data: { createdAt: new Date('2026-01-01') } })
    await makeEndedRun(await contextFor(within), version.skillName)

    await performRecall({ db }, await recall(version, { windowFrom: '2026-02-01T00:00:00Z' }))

    expect(await toldOf([before.id, within.id])).toEqual([within.id])
  })
})

describe('a recall takes two people', () => {
  test('so the admin who proposed it is refused at its confirmation, and nothing changes', async () => {
    const version = await makePublishedVersion()
    const ctx = await admin()
    await makeAdmin()
    const request = {
      skillSetId: version.skillSetId,
      versionIds: [version.id],
      recallClass: 'legal',
      reason: REASON,
    }
    const id = await proposeRecall(ctx, request)

    await expect(confirmRecall(ctx, id)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: 'You proposed this recall, so another admin has to confirm it.',
    })

    expect(await db.version.findUnique({ where: { id: version.id } })).toMatchObject({ state: 'PUBLISHED' })
    await expect(
      db.recall.update({
        where: { id },
        data: { confirmedAt: new Date(), confirmedById: ctx.viewer!.userId, confirmedByName: 'x' },
      }),
    ).rejects.toThrow(/by_two_people/)
  })

  test('so an only admin learns how to make a second one', async () => {
    const version = await makePublishedVersion()
    const ctx = await admin()
    const userId = ctx.viewer!.userId
    const request = {
      skillSetId: version.skillSetId,
      versionIds: [version.id],
      recallClass: 'legal',
      reason: REASON,
    }
    const id = await proposeRecall(ctx, request)

    const undone = new Error('rolled back')
    const asked = db.$transaction(async (tx) => {
      await tx.user.updateMany({ where: { role: 'ADMIN', id: { not: userId } }, data: { role: 'USER' } })
      const alone = { ...ctx, db: tx as typeof db }
      expect(await findConfirmError(alone, { proposedById: userId })).toContain('make-admin --email')
      throw undone
    })
    await expect(asked).rejects.toBe(undone)
    await expect(confirmRecall(ctx, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('and the other admins are asked', async () => {
    const other = await makeAdmin()
    const id = await propose(await makePublishedVersion())

    const asked = await db.notice.findMany({ where: { userId: other.id, kind: 'recall.proposed' } })
    expect(asked.filter(({ href }) => href?.endsWith(id))).toHaveLength(1)
  })

  test.each([
    ['confirmed', confirmRecall],
    ['withdrawn', withdrawRecall],
  ])('the other admins are no longer asked about a recall that was %s', async (_, decide) => {
    const other = await makeAdmin()
    const id = await propose(await makePublishedVersion())

    await decide(await admin(), id)

    const asked = await db.notice.findMany({ where: { userId: other.id, kind: 'recall.proposed' } })
    const about = asked.filter(({ href }) => href?.endsWith(id))
    expect(about).toMatchObject([{ readAt: expect.any(Date) }])
  })

  test('who are admins of the site', async () => {
    const version = await makePublishedVersion()
    const owner = await contextFor(version.skillSet.publisher.owner)
    const request = {
      skillSetId: version.skillSetId,
      versionIds: [version.id],
      recallClass: 'legal',
      reason: REASON,
    }

    await expect(proposeRecall(owner, request)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(proposeRecall(visitor(), request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const id = await propose(version)
    await expect(confirmRecall(owner, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(withdrawRecall(owner, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(confirmRecall({ ...(await admin()), keyId: 'a key' }, id)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  })

  test('who do not belong to the publisher, except the one who takes an own proposal back', async () => {
    const version = await makePublishedVersion()
    const { owner } = version.skillSet.publisher
    await db.user.update({ where: { id: owner.id }, data: { role: 'ADMIN' } })
    const ctx = await contextFor({ ...owner, role: 'ADMIN' })
    const id = await propose(version)

    for (const decide of [confirmRecall, withdrawRecall])
      await expect(decide(ctx, id)).rejects.toMatchObject({
        code: 'POLICY_DENIED',
        message: 'You belong to the publisher, so another admin has to decide this.',
      })
    await withdrawRecall(await admin(), id)
    const own = await proposeRecall(ctx, {
      ...{ skillSetId: version.skillSetId, versionIds: [version.id], recallClass: 'legal', reason: REASON },
    })
    await withdrawRecall(ctx, own)
  })

  test('and ends with the first decision', async () => {
    const version = await makePublishedVersion()
    const id = await propose(version)
    await expect(propose(version)).rejects.toMatchObject({ code: 'CONFLICT' })

    await withdrawRecall(await admin(), id)

    await expect(confirmRecall(await admin(), id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await recall(version)
    await expect(propose(version)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('a recalled version', () => {
  async function recallWithReplacement() {
    const older = await makePublishedVersion()
    const version = await publishNext(older, '1.0.1', {})
    await recall(version, { replacement: '1.0.0' })
    return version
  }

  test('does not run, and the error names its replacement', async () => {
    const version = await recallWithReplacement()
    const { ctx } = await makeCaller()
    const call = (number?: string) =>
      startRun(ctx, {
        skill: { name: version.skillName, ...(number && { version: number }) },
        args: { name: 'x' },
      })

    await expect(call('1.0.1')).rejects.toMatchObject({
      code: 'SKILL_RECALLED',
      message: expect.stringContaining(`1.0.1 was recalled (data loss): ${REASON}`),
      options: {
        suggestedAction: 'Use version 1.0.0.',
        issues: [{ keyword: 'replacement', params: { version: '1.0.0' } }],
      },
    })
    expect((await (await call()).ended).versionNumber).toBe('1.0.0')
  })

  test('is not confirmed with a replacement that was taken down, and names one only while it runs', async () => {
    const older = await makePublishedVersion()
    const version = await publishNext(older, '1.0.1', {})
    const owner = await contextFor(version.skillSet.publisher.owner)
    const id = await propose(version, { replacement: '1.0.0' })
    await yank(owner, { versionId: older.id, reason: 'A mistake.' })

    await expect(confirmRecall(await admin(), id)).rejects.toMatchObject({ code: 'CONFLICT' })

    await restoreVersion(owner, older.id)
    await confirmRecall(await admin(), id)
    expect((await getRecallPage(visitor(), id)).recall.replacement).toBe('1.0.0')
    await yank(owner, { versionId: older.id, reason: 'A mistake.' })
    expect((await getRecallPage(visitor(), id)).recall.replacement).toBeNull()
    const { ctx } = await makeCaller()
    const call = { skill: { name: version.skillName, version: '1.0.1' }, args: { name: 'x' } }
    await expect(startRun(ctx, call)).rejects.toMatchObject({
      code: 'SKILL_RECALLED',
      options: { suggestedAction: 'Use another skill.' },
    })
  })

  test('stays recalled: neither its publisher nor an admin restores it', async () => {
    const version = await makePublishedVersion()
    const owner = await contextFor(version.skillSet.publisher.owner)
    await yank(owner, { versionId: version.id, reason: 'A mistake.' })
    await recall(version)

    for (const ctx of [owner, await admin()])
      await expect(restoreVersion(ctx, version.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('leaves its quarantine, which ends if no other version is in it', async () => {
    const version = await makePublishedVersion()
    const id = await quarantine(await admin(), { skillSetId: version.skillSetId, reason: REASON })

    await recall(version)

    expect(await db.quarantine.findUnique({ where: { id } })).toMatchObject({
      endReason: 'A recall followed.',
    })
  })

  test.each([
    ['of another SkillSet', { replacement: '9.9.9' }, '/replacement'],
    ['that is recalled, too', { replacement: '1.0.0' }, '/replacement'],
    [
      'in a window that ends before it begins',
      { windowFrom: '2026-02-01T00:00:00Z', windowTo: '2026-01-01T00:00:00Z' },
      '/windowTo',
    ],
    ['of an unknown class', { recallClass: 'annoying' }, '/recallClass'],
  ])('is not proposed with a replacement or window %s', async (_, more, path) => {
    await expect(propose(await makePublishedVersion(), more)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path }] },
    })
  })
})

describe('the money of a recalled version', () => {
  const debtOf = async (organisationId: string) =>
    (await db.ledgerAccount.findUnique({ where: { id: `debt:${organisationId}` } }))?.balanceMicros ?? 0n

  test('returns to each caller once, from the earnings first and from a debt of the publisher then', async () => {
    const { version, run, money, ctx, user } = await setUpPaidRun()
    const { organisationId, owner } = version.skillSet.publisher
    await run()
    await run()
    const earned = (await moneyOf(organisationId)).earnings
    const asPublisher = await contextFor(owner)
    await moveEarnings(asPublisher, { amount: '0.08' })

    const id = await recall(version)
    await performRecall({ db }, id)
    await performRecall({ db }, id)

    expect((await money()).wallet).toBe(1_000_000n)
    expect(await moneyOf(organisationId)).toMatchObject({ earnings: 0n, wallet: 80_000n })
    expect(await debtOf(organisationId)).toBe(earned - 80_000n - earned)
    expect((await sumLedger(db)).total).toBe(0n)
    const [reach] = await db.recallReach.findMany({ where: { recallId: id } })
    expect(reach).toMatchObject({
      organisationId: user.organisation.id,
      refundedRuns: 2,
      refundedMicros: 100_000n,
    })
    const [first] = await db.run.findMany({ where: { organisationId: ctx.viewer!.organisationId } })
    await expect(refundRun(await admin(), { runId: first!.id, note: 'Again.' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  test('repays the debt from what the publisher earns next, before it can be moved', async () => {
    const { version, run } = await setUpPaidRun()
    const { organisationId, owner } = version.skillSet.publisher
    await run()
    const asPublisher = await contextFor(owner)
    await moveEarnings(asPublisher, { amount: '0.04' })
    await performRecall({ db }, await recall(version))
    expect(await debtOf(organisationId)).toBe(-40_000n)
    const document = { ...version.skillSet.document, version: '1.0.1' }
    const next = await makePublishedVersion({ skillSet: version.skillSet, document })
    await run({ skill: { name: next.skillName } })

    await expect(moveEarnings(asPublisher, { amount: '0.03' })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    })
    await moveEarnings(asPublisher, { amount: '0.005' })

    expect(await debtOf(organisationId)).toBe(0n)
    expect((await sumLedger(db)).total).toBe(0n)
  })

  test('stays where it is if a run was refunded before, or the class is legal', async () => {
    const { version, run, money } = await setUpPaidRun()
    const first = await run()
    await run()
    await refundRun(await admin(), { runId: first.id, note: 'A gesture.' })
    const before = await money()
    const id = await recall(version, { recallClass: 'legal' })
    await performRecall({ db }, id)
    expect(await money()).toEqual(before)

    await db.recall.update({ where: { id }, data: { recallClass: 'malicious', toldAt: null } })
    await performRecall({ db }, id)

    expect((await money()).wallet).toBe(1_000_000n)
    expect(await debtOf(version.skillSet.publisher.organisationId)).toBe(0n)
  })

  test('is that of the recalled skill alone: what it called delivered, and a later refund of the whole leaves nothing out', async () => {
    const { ctx, child, parent, open, money, earned } = await setUpPaidFamily()
    const root = await open(parent.skillName)
    const called = await open(child.skillName, root)
    await performRun(ctx, called)
    await performRun(ctx, root)
    expect((await money()).wallet).toBe(920_000n)
    const [ofParent] = await earned()

    await performRecall({ db }, await recall(child))

    expect((await money()).wallet).toBe(950_000n)
    expect(await earned()).toEqual([ofParent, 0n])
    await refundRun(await admin(), { runId: root.row.id, note: 'The rest.' })
    expect((await money()).wallet).toBe(1_000_000n)
    expect((await sumLedger(db)).total).toBe(0n)
  })

  test('of a run that called others leaves what those cost to an admin, who can refund it', async () => {
    const { ctx, child, parent, open, money, earned } = await setUpPaidFamily()
    const root = await open(parent.skillName)
    const called = await open(child.skillName, root)
    await performRun(ctx, called)
    await performRun(ctx, root)

    const id = await recall(parent)
    await performRecall({ db }, id)
    await completeRecalls({ db })
    expect((await money()).wallet).toBe(970_000n)

    await refundRun(await admin(), { runId: root.row.id, note: 'The rest.' })
    expect((await money()).wallet).toBe(1_000_000n)
    expect(await earned()).toEqual([0n, 0n])
    await expect(refundRun(await admin(), { runId: root.row.id, note: 'Again.' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect((await sumLedger(db)).total).toBe(0n)
  })

  test('returns later for a run whose caller had not ended, and so had not paid, at the recall', async () => {
    const { ctx, child, parent, open, money } = await setUpPaidFamily()
    const root = await open(parent.skillName)
    await performRun(ctx, await open(child.skillName, root))
    const id = await recall(child)
    await performRecall({ db }, id)
    await performRun(ctx, root)
    expect((await money()).wallet).toBe(920_000n)

    const { confirmedAt } = await db.recall.findUniqueOrThrow({ where: { id } })
    await completeRecalls({ db }, new Date(confirmedAt!.getTime() + 25 * 3_600_000))
    expect((await money()).wallet).toBe(920_000n)
    await completeRecalls({ db })

    expect((await money()).wallet).toBe(950_000n)
    expect((await sumLedger(db)).total).toBe(0n)
  })

  test('returns also if an organisation cannot be told, which is told by a later round', async () => {
    const { version, run, money, user } = await setUpPaidRun()
    await run()
    const other = await makeUser()
    await db.install.create({
      data: {
        ...{ skillSetId: version.skillSetId, versionId: version.id },
        ...{ organisationId: other.organisation.id, installedById: other.id },
      },
    })
    const id = await recall(version)
    await db.$executeRawUnsafe(
      `CREATE FUNCTION refuse_notice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW."userId" = '${other.id}' THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`,
    )
    await db.$executeRawUnsafe(
      'CREATE TRIGGER refuse_notice BEFORE INSERT ON "Notice" FOR EACH ROW EXECUTE FUNCTION refuse_notice()',
    )
    await performRecall({ db }, id)
    await db.$executeRawUnsafe('DROP FUNCTION refuse_notice CASCADE')

    expect((await money()).wallet).toBe(1_000_000n)
    expect(await toldOf([user.id, other.id])).toEqual([user.id])
    await completeRecalls({ db })
    expect((await toldOf([user.id, other.id])).toSorted()).toEqual([user.id, other.id].toSorted())
  })
})

test('the page of a recall sums what left for which hosts in runs of the organisation', async () => {
  const version = await makePublishedVersion()
  const { skillSetId, skillName, id: versionId } = version
  const [ran, other] = [await contextFor(await makeUser()), await contextFor(await makeUser())]
  const request = { method: 'POST', host: 'mail.example', sentBytes: 700, bytes: 2, ms: 1 }
  const refused = { ...request, host: 'far.example', refused: 'It is not declared.' }
  const asked = async (ctx: typeof ran, requests: object[]) => {
    const { id } = await makeEndedRun(ctx, skillName)
    await db.run.update({ where: { id }, data: { requests } })
  }
  await asked(ran, [request, { ...request, sentBytes: 300 }, refused])
  await asked(ran, [request, { ...request, host: 'other.example', sentBytes: 0 }])
  await asked(other, [{ ...request, host: 'elsewhere.example' }])
  const form = {
    skillSetId,
    versionIds: [versionId],
    recallClass: 'malicious',
    reason: 'It sends files away.',
  }
  const recallId = await proposeRecall(await contextFor(await makeAdmin()), form)
  await confirmRecall(await contextFor(await makeAdmin()), recallId)
  await performRecall({ db }, recallId)

  expect((await getRecallPage(ran, recallId)).own).toMatchObject({
    sent: [
      { host: 'mail.example', bytes: 1_700, runs: 2 },
      { host: 'other.example', bytes: 0, runs: 1 },
    ],
    ...{ summedRuns: 2, untoldRuns: 0 },
  })
})
