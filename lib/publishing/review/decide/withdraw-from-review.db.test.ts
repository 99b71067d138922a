import { expect, test } from 'vitest'
import { MOVES, STATE_LABELS, type VersionState } from '../../../contracts/versions/version-states.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeUser,
  visitor,
} from '../../../testing/factories.ts'
import { makeSubmission } from '../../../testing/make-submission.ts'
import { findSubmissionHead } from '../../rows/submissions.ts'
import { approve, withdrawFromReview } from './decide-submission.ts'

const db = database()
const stateOf = async (id: string) => (await db.version.findUniqueOrThrow({ where: { id } })).state

test('a withdrawn version is a draft again, and the user who withdrew it is recorded', async () => {
  const { id, versionId, owner } = await makeSubmission()

  await withdrawFromReview(await contextFor(owner), id)

  expect(await stateOf(versionId)).toBe('DRAFT')
  expect(await findSubmissionHead(db, id)).toMatchObject({ decision: 'WITHDRAWN', decidedById: owner.id })
  expect(await db.auditEvent.findMany({ where: { subjectId: versionId } })).toMatchObject([
    { action: 'version.withdraw', actorId: owner.id },
  ])
})

test('any admin of the publisher’s organisation may withdraw, and a plain member may not', async () => {
  const [owner, colleague, member] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, admins: [colleague], members: [member] })
  const skillSet = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })
  const { id, versionId } = await makeSubmission({ skillSet })

  await expect(withdrawFromReview(await contextFor(member), id)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await withdrawFromReview(await contextFor(colleague), id)

  expect(await stateOf(versionId)).toBe('DRAFT')
})

test('withdrawing while an admin approves: one succeeds, the other is refused', async () => {
  const { id, versionId, owner } = await makeSubmission()
  const [publisher, admin] = [await contextFor(owner), await contextFor(await makeAdmin())]

  const endings = await Promise.allSettled([
    withdrawFromReview(publisher, id),
    approve(admin, { submissionId: id, reason: '' }),
  ])

  const lost = endings.find((ending) => ending.status === 'rejected')
  const isWithdrawn = endings[0].status === 'fulfilled'
  expect(lost?.reason).toMatchObject({ code: 'CONFLICT' })
  expect(lost?.reason.message).toMatch(isWithdrawn ? /withdrew this submission/ : /approved this submission/)
  expect(await stateOf(versionId)).toBe(isWithdrawn ? 'DRAFT' : 'PUBLISHED')
})

const others = (Object.keys(STATE_LABELS) as VersionState[]).filter(
  (state) => !(MOVES.withdraw.from as readonly VersionState[]).includes(state),
)

test.each(others)('withdrawing is not allowed from %s', async (state) => {
  const { id, versionId, owner } = await makeSubmission({ state })

  await expect(withdrawFromReview(await contextFor(owner), id)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await stateOf(versionId)).toBe(state)
})

test('others cannot withdraw: not a visitor, not a stranger, not an admin', async () => {
  const { id, versionId } = await makeSubmission()

  await expect(withdrawFromReview(visitor(), id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(withdrawFromReview(await contextFor(await makeUser()), id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(withdrawFromReview(await contextFor(await makeAdmin()), id)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(withdrawFromReview(await contextFor(await makeAdmin()), 'nothing')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await stateOf(versionId)).toBe('IN_REVIEW')
})
