import { expect, test } from 'vitest'
import { MOVES, STATE_LABELS, type VersionState } from '../../../contracts/versions/version-states.ts'
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
import { findSubmissionHead } from '../../rows/submissions.ts'
import { approve, reject, requestChanges } from './decide-submission.ts'

const db = database()

const VERDICTS = [
  { name: 'approve', decide: approve, to: 'PUBLISHED', decision: 'APPROVED' },
  { name: 'ask_changes', decide: requestChanges, to: 'CHANGES_REQUESTED', decision: 'CHANGES_REQUESTED' },
  { name: 'reject', decide: reject, to: 'REJECTED', decision: 'REJECTED' },
] as const

async function admin(name?: string) {
  const user = await makeAdmin()
  return contextFor(
    name
      ? await db.user.update({ where: { id: user.id }, data: { name } }).then((row) => ({ ...user, ...row }))
      : user,
  )
}

const stateOf = async (versionId: string) =>
  (await db.version.findUniqueOrThrow({ where: { id: versionId } })).state
const noticesOf = (userId: string) => db.notice.findMany({ where: { userId } })
const auditOf = (subjectId: string) =>
  db.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })

test.each(VERDICTS)(
  '$name moves the version, and is recorded with the user and the reason',
  async ({ name, decide, to, decision }) => {
    const ctx = await admin()
    const { id, versionId } = await makeSubmission()
    if (name === 'reject') await quoteFinding(id)

    await decide(ctx, { submissionId: id, reason: ' Because. ' })

    expect(await stateOf(versionId)).toBe(to)
    const ruled = { decision, decidedById: ctx.viewer?.userId, reason: 'Because.' }
    expect(await findSubmissionHead(db, id)).toMatchObject({ ...ruled, decidedAt: expect.any(Date) })
    expect(await auditOf(versionId)).toMatchObject([
      {
        action: `version.${name}`,
        actorId: ctx.viewer?.userId,
        data: { submissionId: id, reason: 'Because.' },
      },
    ])
  },
)

test.each(VERDICTS)(
  '$name notifies each member of the publisher’s organisation once',
  async ({ name, decide }) => {
    const [owner, colleague, stranger] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [colleague] })
    const publisher = await makePublisher({ owner, organisation })
    const { id } = await makeSubmission({ skillSet: await makeDraft({ publisher }) })
    if (name === 'reject') await quoteFinding(id)

    await decide(await admin(), { submissionId: id, reason: 'Because.' })

    expect(await noticesOf(owner.id)).toHaveLength(1)
    expect(await noticesOf(colleague.id)).toMatchObject([
      { body: expect.stringMatching(/^Because\./), readAt: null },
    ])
    expect(await noticesOf(stranger.id)).toEqual([])
  },
)

test('approving puts the version into the catalogue, as reviewed, from now on', async () => {
  const { id, versionId, version } = await makeSubmission()

  await approve(await admin(), { submissionId: id, reason: '' })

  expect(await db.version.findUnique({ where: { id: versionId } })).toMatchObject({
    reviewed: true,
    publishedAt: expect.any(Date),
  })
  expect(await db.catalogEntry.findMany({ where: { versionId } })).toMatchObject([
    { name: version.skillName },
  ])
})

test.each([
  { name: 'asking for changes', decide: requestChanges },
  { name: 'rejecting', decide: reject },
])('$name does not change the catalogue and needs a reason', async ({ decide }) => {
  const { id, versionId } = await makeSubmission()

  const silent = decide(await admin(), { submissionId: id, reason: '  ' })

  await expect(silent).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/reason' }] },
  })
  expect(await stateOf(versionId)).toBe('IN_REVIEW')
  if (decide === reject) await quoteFinding(id)
  await decide(await admin(), { submissionId: id, reason: 'Because.' })
  expect(await db.catalogEntry.count({ where: { versionId } })).toBe(0)
})

test('a reason that is too long is refused', async () => {
  const { id } = await makeSubmission()

  const endless = approve(await admin(), { submissionId: id, reason: 'x'.repeat(4_001) })

  await expect(endless).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a rejection that quotes no finding is refused, and the submission waits on', async () => {
  const { id } = await makeSubmission()
  const ada = await admin('Ada')

  await expect(reject(ada, { submissionId: id, reason: 'It does something else.' })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: 'A rejection quotes at least one finding, and this one quotes none.',
  })

  expect(await db.submission.findUnique({ where: { id } })).toMatchObject({ decision: null })
  await quoteFinding(id)
  await reject(ada, { submissionId: id, reason: 'It does something else.' })
  expect(await db.submission.findUnique({ where: { id } })).toMatchObject({ decision: 'REJECTED' })
})

test('of two admins at once, one succeeds, and the other sees who decided what and when', async () => {
  const { id, versionId } = await makeSubmission()
  const [ada, grace] = [await admin('Ada'), await admin('Grace')]
  await quoteFinding(id)

  const endings = await Promise.allSettled([
    approve(ada, { submissionId: id, reason: '' }),
    reject(grace, { submissionId: id, reason: 'Because.' }),
  ])

  const lost = endings.find((ending) => ending.status === 'rejected')
  const isAdaFirst = endings[0].status === 'fulfilled'
  expect(lost?.reason).toMatchObject({ code: 'CONFLICT' })
  expect(lost?.reason.message).toMatch(
    isAdaFirst
      ? /^Ada approved this submission on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\.$/
      : /^Grace rejected this submission on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\.$/,
  )
  expect(await stateOf(versionId)).toBe(isAdaFirst ? 'PUBLISHED' : 'REJECTED')
  expect(await auditOf(versionId)).toHaveLength(1)
})

test.each(VERDICTS)('$name answers CONFLICT for an older revision that was withdrawn', async ({ decide }) => {
  const first = await makeSubmission({ decision: 'WITHDRAWN' })
  await makeSubmission({ version: first.version })

  const late = decide(await admin(), { submissionId: first.id, reason: 'Because.' })

  await expect(late).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('withdrew') })
  expect(await stateOf(first.versionId)).toBe('IN_REVIEW')
})

const illegal = VERDICTS.flatMap((verdict) =>
  (Object.keys(STATE_LABELS) as VersionState[])
    .filter((state) => !(MOVES[verdict.name].from as readonly VersionState[]).includes(state))
    .map((state) => ({ ...verdict, state })),
)

test.each(illegal)('$name is not allowed from $state', async ({ decide, state }) => {
  const { id, versionId } = await makeSubmission({ state })

  const move = decide(await admin(), { submissionId: id, reason: 'Because.' })

  await expect(move).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('in review'),
  })
  expect(await stateOf(versionId)).toBe(state)
  expect((await findSubmissionHead(db, id))?.decision).toBeNull()
})

test.each(VERDICTS)('$name is refused to everyone but admins', async ({ decide }) => {
  const submission = await makeSubmission()
  const request = { submissionId: submission.id, reason: 'Because.' }

  await expect(decide(visitor(), request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(decide(await contextFor(await makeUser()), request)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(decide(await contextFor(submission.owner), request)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  expect(await stateOf(submission.versionId)).toBe('IN_REVIEW')
})

test.each(VERDICTS)('$name is not allowed for the admin who submitted it', async ({ decide }) => {
  const admin = await makeAdmin()
  const { id } = await makeSubmission({ submittedBy: admin })

  const move = decide(await contextFor(admin), { submissionId: id, reason: 'Because.' })

  await expect(move).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: expect.stringContaining('another admin'),
  })
})

test('an only admin learns the command that makes a second account an admin', async () => {
  const admin = await makeAdmin()
  const { id } = await makeSubmission({ submittedBy: admin })

  await expect(approve(await contextFor(admin), { submissionId: id, reason: '' })).rejects.toMatchObject({
    message: expect.stringContaining('npm run cli -- make-admin --email'),
  })
})

test.each(VERDICTS)('$name of a missing submission is NOT_FOUND', async ({ decide }) => {
  const move = decide(await admin(), { submissionId: 'nothing', reason: 'Because.' })

  await expect(move).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('users of a range are notified of a version with more permissions, and of no other', async () => {
  const older = await makePublishedVersion()
  const { skillSet, skillSetId } = older
  const [follower, member, pinned] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner: follower, members: [member] })
  const installed = { skillSetId, versionId: older.id, installedById: follower.id }
  await db.install.create({ data: { ...installed, organisationId: organisation.id, range: '^1' } })
  await db.install.create({ data: { ...installed, organisationId: pinned.organisation.id } })
  const publish = async (version: string, permissions: object) => {
    const document = { ...skillSet.document, version, permissions }
    const { id } = await makeSubmission({ skillSet, document })
    await approve(await admin(), { submissionId: id, reason: '' })
  }

  await publish('1.1.0', {})
  expect(await noticesOf(follower.id)).toEqual([])

  await publish('1.2.0', { network: ['api.example.com'] })
  expect(await noticesOf(follower.id)).toMatchObject([
    {
      kind: 'install.waiting',
      title: 'Greetings 1.2.0 needs your consent',
      body: expect.stringContaining('1.1.0 keeps running'),
    },
  ])
  expect([...(await noticesOf(member.id)), ...(await noticesOf(pinned.id))]).toEqual([])
})
