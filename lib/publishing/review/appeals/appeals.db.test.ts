import { expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeUser,
  visitor,
} from '../../../testing/factories.ts'
import { makeSubmission, quoteFinding } from '../../../testing/make-submission.ts'
import { contextWithKey } from '../../../testing/setup/accounts/limited-key.ts'
import { confirmRecall, proposeRecall } from '../../recalls/recall.ts'
import { getRecallForAdmin } from '../../recalls/recall-views.ts'
import { confirmRetraction, proposeRetraction, withdrawRetraction } from '../../recalls/retract-recall.ts'
import { reject } from '../decide/decide-submission.ts'
import { restoreVersion } from '../decide/restore-version.ts'
import { liftRestriction, restrict } from '../decide/restrict.ts'
import { takeDown, yank } from '../decide/retire-version.ts'
import { decideAppeal, findAppealState, findSuspensionAppeal, openAppeal, withdrawAppeal } from './appeals.ts'
import { getAppeal, listAppeals } from './read-appeals.ts'

const db = database()

const admin = async () => contextFor(await makeAdmin())
const stateOf = async (id: string) => (await db.version.findUniqueOrThrow({ where: { id } })).state
const noticesOf = (userId: string, kind: string) => db.notice.findMany({ where: { userId, kind } })

async function rejectSubmission() {
  const decider = await admin()
  const submission = await makeSubmission()
  await quoteFinding(submission.id)
  await reject(decider, { submissionId: submission.id, reason: 'P1: it does something else.' })
  const publisher = await contextFor(submission.owner)
  const open = (text = 'It does what it says.') =>
    openAppeal(publisher, { kind: 'rejection', subjectId: submission.id, text })
  return { decider, submission, publisher, open }
}

test('the admin who rejected gets 403 on the appeal; another overturns it, and the version is published', async () => {
  const { decider, submission, publisher, open } = await rejectSubmission()
  const other = await admin()
  const id = await open()

  await expect(decideAppeal(decider, id, { outcome: 'upheld', reason: 'No.' })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: expect.stringContaining('You made the decision'),
  })
  expect((await getAppeal(decider, id)).viewer).toMatchObject({ canDecide: false })
  expect(await listAppeals(other, { isOpen: true })).toMatchObject({
    lines: expect.arrayContaining([expect.objectContaining({ id, kind: 'rejection', outcome: null })]),
  })
  await decideAppeal(other, id, { outcome: 'overturned', reason: 'It does what it says.' })

  expect(await stateOf(submission.versionId)).toBe('PUBLISHED')
  expect(await getAppeal(publisher, id)).toMatchObject({
    outcome: 'overturned',
    reason: 'It does what it says.',
    isBySameAdmin: false,
    isInForce: false,
    decision: { reason: expect.stringMatching(/./), href: `/review/${submission.id}` },
  })
  expect(await noticesOf(submission.owner.id, 'appeal.overturned')).toMatchObject([
    { body: 'The version is published.\n\nIt does what it says.' },
  ])
  expect(
    await db.auditEvent.findMany({
      where: { subjectId: submission.versionId, action: { in: ['version.appeal', 'version.overturn'] } },
      orderBy: { id: 'asc' },
    }),
  ).toMatchObject([
    { action: 'version.appeal', actorId: submission.owner.id },
    { action: 'version.overturn', actorId: other.viewer?.userId, data: { appealId: id } },
  ])
})

test('an appeal that was decided no longer asks the other admins', async () => {
  const { open } = await rejectSubmission()
  const [other, third] = [await admin(), await makeAdmin()]
  const id = await open()
  const asked = async () =>
    (await db.notice.findMany({ where: { userId: third.id, kind: 'appeal.opened' } })).filter(({ href }) =>
      href?.endsWith(id),
    )
  expect(await asked()).toMatchObject([{ readAt: null }])

  await decideAppeal(other, id, { outcome: 'upheld', reason: 'No.' })

  expect(await asked()).toMatchObject([{ readAt: expect.any(Date) }])
})

test('an upheld decision stays, and there is no second appeal against it', async () => {
  const { submission, open } = await rejectSubmission()
  const id = await open()
  await decideAppeal(await admin(), id, { outcome: 'upheld', reason: 'It does something else.' })

  expect(await stateOf(submission.versionId)).toBe('REJECTED')
  expect(await noticesOf(submission.owner.id, 'appeal.upheld')).toHaveLength(1)
  await expect(open()).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(
    decideAppeal(await admin(), id, { outcome: 'overturned', reason: 'Yes.' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('an appeal against the take-down of a SkillSet restores all versions that were taken down with it, and no other', async () => {
  const first = await makePublishedVersion()
  const { owner } = first.skillSet.publisher
  const [second, third] = [
    await db.version.create({ data: { ...copyOf(first), number: '1.1.0' } }),
    await db.version.create({ data: { ...copyOf(first), number: '1.2.0' } }),
  ]
  const decider = await admin()
  await yank(decider, { versionId: first.id, reason: 'It is malicious.' })
  await takeDown(decider, { skillSetId: first.skillSetId, reason: 'It is malicious.' })
  const publisher = await contextFor(owner)
  const id = await openAppeal(publisher, { kind: 'take_down', subjectId: third.id, text: 'It is not.' })

  await expect(decideAppeal(decider, id, { outcome: 'upheld', reason: 'No.' })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  expect(await findAppealState(publisher, { kind: 'take_down', subjectId: second.id })).toMatchObject({
    kind: 'appealed',
    id,
  })
  await decideAppeal(await admin(), id, { outcome: 'overturned', reason: 'It was a mistake.' })

  expect([await stateOf(first.id), await stateOf(second.id), await stateOf(third.id)]).toEqual([
    'YANKED',
    'PUBLISHED',
    'PUBLISHED',
  ])
  const { handle } = first.skillSet.publisher
  expect(
    await db.removal.findMany({
      where: { kind: 'take_down_undone', subject: { startsWith: `${handle}.` } },
      select: { reason: true },
      distinct: ['reason'],
    }),
  ).toEqual([{ reason: 'An appeal against it succeeded: It was a mistake.' }])
  expect(await getAppeal(publisher, id)).toMatchObject({
    isInForce: false,
    decision: { reason: 'It is malicious.' },
  })
})

test('an appeal against a take-down that was undone is closed as moot, and only then', async () => {
  const version = await makePublishedVersion()
  const { owner } = version.skillSet.publisher
  const [decider, other] = [await admin(), await admin()]
  await yank(decider, { versionId: version.id, reason: 'It is malicious.' })
  const publisher = await contextFor(owner)
  const id = await openAppeal(publisher, { kind: 'take_down', subjectId: version.id, text: 'It is not.' })
  const close = (ctx: typeof other) => decideAppeal(ctx, id, { outcome: 'moot', reason: 'It was restored.' })

  await expect(close(other)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('is in force'),
  })
  await restoreVersion(decider, version.id)
  for (const outcome of ['upheld', 'overturned'])
    await expect(decideAppeal(other, id, { outcome, reason: 'No.' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('no longer in force'),
    })
  await close(other)

  expect(await getAppeal(publisher, id)).toMatchObject({ outcome: 'moot', reason: 'It was restored.' })
  expect(await noticesOf(owner.id, 'appeal.moot')).toMatchObject([
    { body: expect.stringContaining('It was restored.') },
  ])
  expect(
    await db.auditEvent.findMany({ where: { subjectId: version.id, action: 'version.close_appeal' } }),
  ).toMatchObject([{ actorId: other.viewer?.userId, data: { appealId: id } }])
})

test('an appeal against a rejection cannot be closed as moot while the version is rejected', async () => {
  const { open } = await rejectSubmission()
  const id = await open()

  await expect(
    decideAppeal(await admin(), id, { outcome: 'moot', reason: 'Nothing to decide.' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

function copyOf({ skillSetId, document }: Awaited<ReturnType<typeof makePublishedVersion>>) {
  return {
    ...{ skillSetId, document: document as object },
    ...{ state: 'PUBLISHED' as const, visibility: 'PUBLIC' as const, publishedAt: new Date() },
  }
}

test('what the publisher took down itself, and what is not rejected, cannot be appealed against', async () => {
  const version = await makePublishedVersion()
  const publisher = await contextFor(version.skillSet.publisher.owner)
  await yank(publisher, { versionId: version.id, reason: 'A mistake.' })
  const waiting = await makeSubmission()

  expect(await findAppealState(publisher, { kind: 'take_down', subjectId: version.id })).toEqual({
    kind: 'none',
  })
  for (const form of [
    { kind: 'take_down', subjectId: version.id, text: 'Why?' },
    { kind: 'rejection', subjectId: waiting.id, text: 'Why?' },
  ])
    await expect(openAppeal(publisher, form)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(openAppeal(publisher, { kind: 'other', subjectId: 'x', text: 'x' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('visitors, strangers, plain members and admins open no appeal, and only admins decide one', async () => {
  const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const publisher = await makePublisher({ owner, organisation })
  const { id: subjectId } = await makeSubmission({ skillSet: await makeDraft({ publisher }) })
  const decider = await admin()
  await quoteFinding(subjectId)
  await reject(decider, { submissionId: subjectId, reason: 'P1' })
  const form = { kind: 'rejection', subjectId, text: 'It does.' }

  await expect(openAppeal(visitor(), form)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(openAppeal(await contextFor(stranger), form)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(openAppeal(await contextFor(member), form)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(openAppeal(await admin(), form)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(openAppeal(await contextFor(owner), { ...form, text: ' ' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  const id = await openAppeal(await contextFor(owner), form)
  for (const ctx of [await contextFor(owner), await contextFor(member), await contextFor(stranger)])
    await expect(decideAppeal(ctx, id, { outcome: 'overturned', reason: 'Yes.' })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
  await expect(getAppeal(await contextFor(stranger), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(listAppeals(await contextFor(owner), { isOpen: true })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(withdrawAppeal(await contextFor(member), id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await withdrawAppeal(await contextFor(owner), id)
  expect(await getAppeal(await contextFor(owner), id)).toMatchObject({ outcome: 'withdrawn' })
})

test('an admin who belongs to the publisher does not decide its appeal', async () => {
  const { submission, open } = await rejectSubmission()
  const colleague = await makeAdmin()
  await db.membership.create({
    data: {
      userId: colleague.id,
      role: 'MEMBER',
      organisationId: submission.version.skillSet.publisher.organisationId,
    },
  })
  const id = await open()

  await expect(
    decideAppeal(await contextFor(colleague), id, { outcome: 'overturned', reason: 'Yes.' }),
  ).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: expect.stringContaining('belong to the publisher'),
  })
})

test('where there is one admin, the page says so, and the outcome names that the same admin decided', async () => {
  const { decider, publisher, open } = await rejectSubmission()
  // All other admins of this test database are suspended meanwhile.
  const others = await db.user.findMany({
    where: { role: 'ADMIN', id: { not: decider.viewer!.userId } },
    select: { id: true },
  })
  await db.user.updateMany({ where: { id: { in: others.map(({ id }) => id) } }, data: { role: 'USER' } })
  try {
    const id = await open()
    expect((await getAppeal(publisher, id)).decider).toContain('only one admin')
    await decideAppeal(decider, id, { outcome: 'upheld', reason: 'Looked at it again.' })
    expect(await getAppeal(publisher, id)).toMatchObject({ outcome: 'upheld', isBySameAdmin: true })
  } finally {
    await db.user.updateMany({ where: { id: { in: others.map(({ id }) => id) } }, data: { role: 'ADMIN' } })
  }
})

async function recallVersion() {
  const version = await makePublishedVersion()
  const [proposer, confirmer, other] = [await admin(), await admin(), await admin()]
  const { id: versionId, skillSetId } = version
  const request = { skillSetId, versionIds: [versionId], recallClass: 'legal', reason: 'By a court’s order.' }
  const recallId = await proposeRecall(proposer, request)
  await confirmRecall(confirmer, recallId)
  const publisher = await contextFor(version.skillSet.publisher.owner)
  const open = () =>
    openAppeal(publisher, { kind: 'recall', subjectId: recallId, text: 'The order is about another skill.' })
  return { version, recallId, proposer, confirmer, other, publisher, open }
}

const OVERTURN = { outcome: 'overturned', reason: 'The order names another skill.' }
const UPHOLD = { outcome: 'upheld', reason: 'The order names this skill.' }

test('an appeal against a recall is overturned by an admin without a part in it, and confirmed by one who recalled it', async () => {
  const { version, recallId, proposer, confirmer, other, publisher, open } = await recallVersion()
  const third = await makeAdmin()
  const id = await open()
  for (const decider of [proposer, confirmer])
    await expect(decideAppeal(decider, id, OVERTURN)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      message: expect.stringContaining('You made the decision'),
    })

  expect(await decideAppeal(other, id, OVERTURN)).toEqual({ isWaiting: true })

  expect(await getAppeal(publisher, id)).toMatchObject({
    outcome: null,
    waitsAt: `/admin/recalls/${recallId}`,
  })
  expect(await stateOf(version.id)).toBe('YANKED')
  await expect(decideAppeal(other, id, OVERTURN)).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    options: { href: `/admin/recalls/${recallId}` },
  })
  await expect(decideAppeal(await contextFor(third), id, UPHOLD)).rejects.toMatchObject({
    code: 'CONFLICT',
    options: { href: `/admin/recalls/${recallId}` },
  })
  const { retraction } = await getRecallForAdmin(confirmer, recallId)
  expect(retraction).toMatchObject({ reason: OVERTURN.reason })
  await expect(confirmRetraction(other, recallId, retraction?.proposedAtMs)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await confirmRetraction(confirmer, recallId, retraction?.proposedAtMs)

  expect(await stateOf(version.id)).toBe('PUBLISHED')
  expect(await getAppeal(publisher, id)).toMatchObject({
    ...{ outcome: 'overturned', isBySameAdmin: false, waitsAt: null },
    reason: OVERTURN.reason,
  })
  expect(await db.appeal.findUniqueOrThrow({ where: { id } })).toMatchObject({
    closedById: other.viewer!.userId,
  })
  expect(await noticesOf(publisher.viewer!.userId, 'appeal.overturned')).toHaveLength(1)
  const asked = (await noticesOf(third.id, 'appeal.opened')).filter(({ href }) => href?.endsWith(id))
  expect(asked).toMatchObject([{ readAt: expect.any(Date) }])
})

test('overturning a recall whose retraction another admin has proposed retracts it at once', async () => {
  const { version, recallId, other, open } = await recallVersion()
  const id = await open()
  await proposeRetraction(other, recallId, 'It was another skill.')

  expect(await decideAppeal(await admin(), id, OVERTURN)).toEqual({ isWaiting: false })

  expect(await stateOf(version.id)).toBe('PUBLISHED')
  expect(await getAppeal(other, id)).toMatchObject({ outcome: 'overturned', kind: 'recall' })
})

test('an appeal whose overturning was taken back waits as before, and can be upheld', async () => {
  const { recallId, other, publisher, open } = await recallVersion()
  const id = await open()
  await decideAppeal(other, id, OVERTURN)
  const { retraction } = await getRecallForAdmin(other, recallId)

  await withdrawRetraction(other, recallId, retraction?.proposedAtMs)

  expect(await getAppeal(publisher, id)).toMatchObject({ outcome: null, waitsAt: null })
  await decideAppeal(other, id, { outcome: 'upheld', reason: 'It is the right skill after all.' })
  expect((await getAppeal(publisher, id)).outcome).toBe('upheld')
})

test('an appeal against a recall that was retracted meanwhile is closed as moot', async () => {
  const { recallId, proposer, confirmer, other, publisher, open } = await recallVersion()
  const id = await open()
  expect((await getAppeal(publisher, id)).decision).toMatchObject({ reason: 'By a court’s order.' })
  await proposeRetraction(proposer, recallId, 'It was another skill.')
  const { retraction } = await getRecallForAdmin(confirmer, recallId)
  await confirmRetraction(confirmer, recallId, retraction?.proposedAtMs)

  await expect(decideAppeal(other, id, { outcome: 'upheld', reason: 'No.' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await decideAppeal(other, id, { outcome: 'moot', reason: 'It was retracted.' })
  expect((await getAppeal(publisher, id)).outcome).toBe('moot')
  await expect(open()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['SkillSet', 'publisher'])(
  'a suspension of a %s is contested by its publisher, and lifted by another admin',
  async (what) => {
    const version = await makePublishedVersion()
    const { skillSetId, skillSet } = version
    const { owner, id: publisherId } = skillSet.publisher
    const [decider, other] = [await admin(), await admin()]
    const subject = what === 'SkillSet' ? { skillSetId } : { publisherId }
    await restrict(decider, { ...subject, kind: 'suspended', reason: 'It scans ports.' })
    const publisher = await contextFor(owner)
    const found = await findSuspensionAppeal(publisher, skillSetId)
    expect(found?.state).toMatchObject({ kind: 'possible' })
    const form = { kind: 'suspension', subjectId: found!.restrictionId, text: 'It scans its own ports.' }

    for (const refused of [await contextFor(await makeUser()), await contextWithKey(publisher, {})])
      await expect(openAppeal(refused, form)).rejects.toMatchObject({
        code: expect.stringMatching(/NOT_FOUND|POLICY_DENIED/),
      })
    const id = await openAppeal(publisher, form)
    await expect(
      decideAppeal(decider, id, { outcome: 'overturned', reason: 'Right.' }),
    ).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await decideAppeal(other, id, { outcome: 'overturned', reason: 'They are its own.' })

    expect(await db.restriction.findUniqueOrThrow({ where: { id: found!.restrictionId } })).toMatchObject({
      endReason: 'They are its own.',
    })
    expect(await findSuspensionAppeal(publisher, skillSetId)).toBeNull()
    const { handle } = skillSet.publisher
    expect(await getAppeal(publisher, id)).toMatchObject({
      isInForce: false,
      decision: { href: what === 'SkillSet' ? `/${handle}/${skillSet.slug}` : `/${handle}` },
    })
    expect((await noticesOf(owner.id, 'appeal.overturned')).map(({ body }) => body)).toEqual([
      'The suspension is lifted.\n\nThey are its own.',
    ])
  },
)

test('a hidden SkillSet is under review, so there is nothing to contest, and a lifted suspension neither', async () => {
  const { skillSetId, skillSet } = await makePublishedVersion()
  const publisher = await contextFor(skillSet.publisher.owner)
  await restrict(await admin(), { skillSetId, kind: 'hidden', reason: 'A report.' })
  const hidden = await db.restriction.findFirstOrThrow({ where: { skillSetId } })
  const form = { kind: 'suspension', subjectId: hidden.id, text: 'Why?' }

  expect(await findSuspensionAppeal(publisher, skillSetId)).toBeNull()
  await expect(openAppeal(publisher, form)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await liftRestriction(await admin(), hidden.id, 'Fine.')
  await restrict(await admin(), { skillSetId, kind: 'suspended', reason: 'It scans ports.' })
  const { restrictionId } = (await findSuspensionAppeal(publisher, skillSetId))!
  const id = await openAppeal(publisher, { ...form, subjectId: restrictionId })
  await liftRestriction(await admin(), restrictionId, 'Fine.')
  expect(await getAppeal(publisher, id)).toMatchObject({
    isInForce: false,
    decision: { reason: 'It scans ports.' },
  })
})
