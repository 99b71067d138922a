import { expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../../testing/factories.ts'
import { makeBrowserSession } from '../../../testing/setup/accounts/second-factor.ts'
import { editDraft, ownerContext, submitForReview } from '../../../testing/setup/catalog/submit-draft.ts'
import { approve } from '../decide/decide-submission.ts'
import { submitDraft } from './submit-draft.ts'

const db = database()

test('submitting reserves the number, freezes the document and puts it into the queue', async () => {
  const skillSet = await makeDraft()

  const submitted = await submitDraft(await ownerContext(skillSet), {
    skillSetId: skillSet.id,
    note: ' Hello. ',
  })

  expect(submitted).toMatchObject({ state: 'IN_REVIEW', number: '1.0.0', revision: 1 })
  expect(await db.version.findUnique({ where: { id: submitted.versionId } })).toMatchObject({
    state: 'IN_REVIEW',
    visibility: 'PUBLIC',
    publishedAt: null,
    document: skillSet.document,
  })
  expect(await db.submission.findMany({ where: { versionId: submitted.versionId } })).toMatchObject([
    { revision: 1, note: 'Hello.', decision: null, document: skillSet.document },
  ])
})

test('every example runs as the publisher, and its output is stored with the submission', async () => {
  const examples = [
    { title: 'Ada', input: { name: 'Ada' } },
    { title: 'Grace', input: { name: 'Grace' } },
  ]
  const skillSet = await makeDraft({
    document: makeSkillSetDocument({ skills: [makeSkillDocument({ examples })] }),
  })

  const { submissionId, versionId } = await submitForReview(skillSet)

  const runs = await db.run.findMany({ where: { submissionId }, orderBy: { exampleIndex: 'asc' } })
  const owner = {
    userId: skillSet.publisher.owner.id,
    organisationId: skillSet.publisher.organisationId,
    versionId,
  }
  expect(runs).toMatchObject([
    {
      ...owner,
      exampleIndex: 0,
      input: { name: 'Ada' },
      output: { message: 'Hello, Ada!' },
      state: 'succeeded',
    },
    { ...owner, exampleIndex: 1, input: { name: 'Grace' } },
  ])
})

test('admins are notified until one of them decides, and the audit log names who submitted it', async () => {
  const admin = await makeAdmin()
  const skillSet = await makeDraft()

  const { versionId, submissionId } = await submitForReview(skillSet)

  const href = `/review/${submissionId}`
  expect(await db.notice.findMany({ where: { userId: admin.id, href } })).toMatchObject([
    { kind: 'submission.submitted', title: 'Greetings 1.0.0 was submitted for review', readAt: null },
  ])
  expect(await db.auditEvent.findMany({ where: { subjectId: versionId } })).toMatchObject([
    {
      action: 'version.submit',
      actorId: skillSet.publisher.owner.id,
      subject: `${skillSet.publisher.handle}.${skillSet.slug} 1.0.0`,
    },
  ])

  await approve(await contextFor(await makeAdmin()), { submissionId, reason: '' })
  expect(await db.notice.findFirst({ where: { userId: admin.id, href } })).toMatchObject({
    readAt: expect.any(Date),
  })
})

test('editing the draft afterwards does not reach the snapshot', async () => {
  const skillSet = await makeDraft()
  const { submissionId, versionId } = await submitForReview(skillSet)

  await editDraft(skillSet, { name: 'Edited since' })
  await approve(await contextFor(await makeAdmin()), { submissionId, reason: '' })

  const version = await db.version.findUniqueOrThrow({ where: { id: versionId } })
  expect(version).toMatchObject({ state: 'PUBLISHED', document: { name: 'Greetings' } })
})

test('one version of a SkillSet is in review at a time', async () => {
  const skillSet = await makeDraft()
  await submitForReview(skillSet)
  await editDraft(skillSet, { version: '1.1.0' })

  await expect(submitForReview(skillSet)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('1.0.0 is in review'),
  })
})

test('of two simultaneous submissions, one succeeds, and the number is reserved once', async () => {
  const skillSet = await makeDraft()

  const endings = await Promise.allSettled([submitForReview(skillSet), submitForReview(skillSet)])

  expect(endings.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(endings.find((ending) => ending.status === 'rejected')?.reason).toMatchObject({ code: 'CONFLICT' })
  expect(await db.submission.count({ where: { version: { skillSetId: skillSet.id } } })).toBe(1)
})

test('a draft saved again since it was opened is not submitted unseen', async () => {
  const skillSet = await makeDraft()
  await editDraft(skillSet, { name: 'Another person’s words' })

  const submission = submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id, revision: 1 })

  await expect(submission).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('has been saved since'),
  })
})

test('a draft that a program wrote is submitted only after the person has confirmed their identity', async () => {
  const [late, recent] = await Promise.all([makeBrowserSession(11), makeBrowserSession(9)])
  const owners = [late, recent].map(({ viewer }) => viewer!.userId)
  const skillSet = await makeDraft()
  const { organisationId } = skillSet.publisher
  await db.membership.createMany({
    data: owners.map((userId) => ({ organisationId, userId, role: 'ADMIN' as const })),
  })
  const program = { program: 'robot 1.0', programKey: 'laptop' }
  await db.draft.update({ where: { skillSetId: skillSet.id }, data: program })

  await expect(submitDraft(late, { skillSetId: skillSet.id })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    options: { href: '/settings/confirm-identity' },
  })
  expect(await db.version.count({ where: { skillSetId: skillSet.id } })).toBe(0)
  await submitDraft(recent, { skillSetId: skillSet.id })
  const where = { version: { skillSetId: skillSet.id } }
  expect(await db.submission.findFirst({ where })).toMatchObject(program)
})

test('any admin of the publisher’s organisation may submit, in whichever organisation they work', async () => {
  const [owner, colleague] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, admins: [colleague] })
  const skillSet = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })

  const submitted = await submitDraft(await contextFor(colleague), { skillSetId: skillSet.id })

  expect(submitted).toMatchObject({ state: 'IN_REVIEW' })
})

test.each(['PUBLIC', 'PRIVATE'] as const)('a plain member publishes no %s version', async (visibility) => {
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const publisher = await makePublisher({ owner, organisation })
  const { id: skillSetId } = await makeDraft({ publisher, document: makeSkillSetDocument({ visibility }) })

  const submitted = submitDraft(await contextFor(member, { organisation }), { skillSetId })

  await expect(submitted).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  expect(await db.version.count({ where: { skillSetId } })).toBe(0)
})

test('others cannot: not a visitor, not a stranger, not an admin', async () => {
  const { id: skillSetId } = await makeDraft()

  await expect(submitDraft(visitor(), { skillSetId })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(submitDraft(await contextFor(await makeUser()), { skillSetId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(submitDraft(await contextFor(await makeAdmin()), { skillSetId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await db.version.count({ where: { skillSetId } })).toBe(0)
})
