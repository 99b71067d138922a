import { expect, test } from 'vitest'
import { database } from '../../db/core/prisma-client.ts'
import type { Json } from '../../json/json.ts'
import type { SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import { MOVES, STATE_LABELS, type VersionState } from '../../skillset/versions/version-states.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestSkillSet,
  type TestUser,
  visitor,
} from '../../testing/factories.ts'
import { endsWith, returns, throws } from '../../testing/fake-sandbox.ts'
import { approve, askForChanges, reject, withdrawFromReview } from '../decide/decide-submission.ts'
import { yank } from '../decide/retire-version.ts'
import { getSubmission } from '../read/get-submission.ts'
import { submitDraft } from './submit-draft.ts'

const db = database()
const ownerContext = (skillSet: TestSkillSet, sandbox = returns({ message: 'Hello, Ada!' })) =>
  contextFor(skillSet.publisher.owner, { sandbox })
const edit = (skillSet: TestSkillSet, changes: Partial<SkillSetDocument>) =>
  db.draft.update({
    where: { skillSetId: skillSet.id },
    data: {
      document: { ...skillSet.document, ...changes } as unknown as Json & object,
      revision: { increment: 1 },
    },
  })

/** Submits the draft, which must then wait for a review. */
async function submit(skillSet: TestSkillSet) {
  const submitted = await submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id })
  if (submitted.state !== 'IN_REVIEW') throw new Error('It was published privately.')
  return submitted
}

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

  const { submissionId, versionId } = await submit(skillSet)

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

test('admins are notified, and the audit log names who submitted it', async () => {
  const admin = await makeAdmin()
  const skillSet = await makeDraft()

  const { versionId, submissionId } = await submit(skillSet)

  const href = `/review/${submissionId}`
  expect(await db.notice.findMany({ where: { userId: admin.id, href } })).toMatchObject([
    { kind: 'submission.submitted', title: 'Greetings 1.0.0 is waiting for review' },
  ])
  expect(await db.auditEvent.findMany({ where: { subjectId: versionId } })).toMatchObject([
    {
      action: 'version.submit',
      actorId: skillSet.publisher.owner.id,
      subject: `${skillSet.publisher.handle}.${skillSet.slug} 1.0.0`,
    },
  ])
})

test('editing the draft afterwards does not reach the snapshot', async () => {
  const skillSet = await makeDraft()
  const { submissionId, versionId } = await submit(skillSet)

  await edit(skillSet, { name: 'Edited since' })
  await approve(await contextFor(await makeAdmin()), { submissionId, reason: '' })

  const version = await db.version.findUniqueOrThrow({ where: { id: versionId } })
  expect(version).toMatchObject({ state: 'PUBLISHED', document: { name: 'Greetings' } })
})

test.each([
  {
    name: 'changes were asked',
    back: async (id: string) =>
      askForChanges(await contextFor(await makeAdmin()), { submissionId: id, reason: 'More.' }),
  },
  {
    name: 'it was withdrawn',
    back: async (id: string, skillSet: TestSkillSet) => withdrawFromReview(await ownerContext(skillSet), id),
  },
])('after $name the same number is its next revision, with the new document', async ({ back }) => {
  const skillSet = await makeDraft()
  const first = await submit(skillSet)
  await back(first.submissionId, skillSet)
  await edit(skillSet, { name: 'Better greetings' })

  const second = await submit(skillSet)

  expect(second).toMatchObject({ versionId: first.versionId, revision: 2 })
  const [before, after] = await db.submission.findMany({
    where: { versionId: first.versionId },
    orderBy: { revision: 'asc' },
  })
  expect([before?.document, after?.document]).toMatchObject([
    { name: 'Greetings' },
    { name: 'Better greetings' },
  ])
  expect(await db.version.findUnique({ where: { id: first.versionId } })).toMatchObject({
    state: 'IN_REVIEW',
    document: { name: 'Better greetings' },
  })
})

test('a rejected number is never used again', async () => {
  const skillSet = await makeDraft()
  const { submissionId } = await submit(skillSet)
  await reject(await contextFor(await makeAdmin()), { submissionId, reason: 'No.' })

  await expect(submit(skillSet)).rejects.toMatchObject({
    code: 'CONFLICT',
    options: { issues: [{ path: '/version' }] },
  })
  await edit(skillSet, { version: '1.0.1' })
  expect(await submit(skillSet)).toMatchObject({ number: '1.0.1', revision: 1 })
})

test('neither is a yanked one', async () => {
  const version = await makePublishedVersion()
  await yank(await contextFor(version.skillSet.publisher.owner), {
    versionId: version.id,
    reason: 'It leaks.',
  })

  await expect(submit(version.skillSet)).rejects.toMatchObject({ code: 'CONFLICT' })
})

const usedStates = (Object.keys(STATE_LABELS) as VersionState[]).filter(
  (state) => !(MOVES.submit.from as readonly VersionState[]).includes(state),
)

test.each(usedStates)('a number that is %s cannot be submitted', async (state) => {
  const { skillSet, id } = await makePublishedVersion({ state })

  await expect(submit(skillSet)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await db.version.findUniqueOrThrow({ where: { id } })).state).toBe(state)
})

const published = (Object.keys(STATE_LABELS) as VersionState[]).filter(
  (state) => !(MOVES.publish.from as readonly VersionState[]).includes(state),
)

test.each(published)('a number that is %s cannot be published privately', async (state) => {
  const { skillSet, id } = await makePublishedVersion({
    state,
    document: makeSkillSetDocument({ visibility: 'PRIVATE' }),
  })

  const submission = submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id })

  await expect(submission).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await db.version.findUniqueOrThrow({ where: { id } })).state).toBe(state)
})

test('one version of a SkillSet is in review at a time', async () => {
  const skillSet = await makeDraft()
  await submit(skillSet)
  await edit(skillSet, { version: '1.1.0' })

  await expect(submit(skillSet)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('1.0.0 is in review'),
  })
})

test('of two simultaneous submissions, one succeeds, and the number is reserved once', async () => {
  const skillSet = await makeDraft()

  const endings = await Promise.allSettled([submit(skillSet), submit(skillSet)])

  expect(endings.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(endings.find((ending) => ending.status === 'rejected')?.reason).toMatchObject({ code: 'CONFLICT' })
  expect(await db.submission.count({ where: { version: { skillSetId: skillSet.id } } })).toBe(1)
})

test('a draft saved again since it was opened is not submitted unseen', async () => {
  const skillSet = await makeDraft()
  await edit(skillSet, { name: 'Another person’s words' })

  const submission = submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id, revision: 1 })

  await expect(submission).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('has been saved since'),
  })
})

test('a version published while this one was checked makes the checks void', async () => {
  const skillSet = await makeDraft({ document: makeSkillSetDocument({ version: '1.1.0' }) })
  const sandbox = endsWith(async () => {
    await makePublishedVersion({ skillSet, document: { ...skillSet.document, version: '1.0.5' } })
    return { kind: 'returned', value: { message: 'Hello.' }, durationMs: 1, logs: [] }
  })

  const submission = submitDraft(await ownerContext(skillSet, sandbox), { skillSetId: skillSet.id })

  await expect(submission).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('Submit again'),
  })
  expect(await db.version.count({ where: { skillSetId: skillSet.id, number: '1.1.0' } })).toBe(0)
})

test('a failed check refuses before anything is run or reserved, and states where to fix it', async () => {
  const skills = [makeSkillDocument({ slug: 'Not A Slug' })]
  const skillSet = await makeDraft({ document: makeSkillSetDocument({ skills }) })
  const sandbox = returns({ message: 'Hello.' })

  const submission = submitDraft(await ownerContext(skillSet, sandbox), { skillSetId: skillSet.id })

  await expect(submission).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    options: { issues: [{ path: '/skills/0/slug' }], href: `/publish/${skillSet.id}` },
  })
  expect(sandbox.jobs).toEqual([])
  expect(await db.version.count({ where: { skillSetId: skillSet.id } })).toBe(0)
})

test('an example that fails in the sandbox refuses, and nothing is reserved', async () => {
  const skillSet = await makeDraft()

  const submission = submitDraft(await ownerContext(skillSet, throws()), { skillSetId: skillSet.id })

  await expect(submission).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  expect(await db.version.count({ where: { skillSetId: skillSet.id } })).toBe(0)
})

test('a number smaller than the change demands is refused', async () => {
  const { skillSet } = await makePublishedVersion()
  const parameters = {
    type: 'object',
    properties: { name: { type: 'string' }, title: { type: 'string' } },
    required: ['name', 'title'],
  }
  const examples = [{ title: 'Ada', input: { name: 'Ada', title: 'Countess' } }]
  await edit(skillSet, { version: '1.0.1', skills: [makeSkillDocument({ parameters, examples })] })

  await expect(submit(skillSet)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  await edit(skillSet, { version: '2.0.0', skills: [makeSkillDocument({ parameters, examples })] })
  expect(await submit(skillSet)).toMatchObject({ state: 'IN_REVIEW', number: '2.0.0' })
})

test('a skill that needs a tool of another server is accepted, and the reviewer sees that it was not run', async () => {
  const document = makeSkillSetDocument({ permissions: { tools: ['vault.readMind'] } })
  const skillSet = await makeDraft({ document })

  const { submissionId } = await submit(skillSet)

  const page = await getSubmission(await contextFor(await makeAdmin()), submissionId)
  expect(page.examples).toMatchObject([{ title: 'Greet Ada', run: null }])
})

test('a private version is published immediately, for its organisation, unreviewed and unlisted', async () => {
  const skillSet = await makeDraft({ document: makeSkillSetDocument({ visibility: 'PRIVATE' }) })

  const submitted = await submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id })

  expect(submitted).toMatchObject({ state: 'PUBLISHED', number: '1.0.0' })
  expect(await db.version.findUnique({ where: { id: submitted.versionId } })).toMatchObject({
    state: 'PUBLISHED',
    visibility: 'PRIVATE',
    reviewed: false,
    publishedAt: expect.any(Date),
  })
  expect(await db.submission.count({ where: { versionId: submitted.versionId } })).toBe(0)
  expect(await db.catalogEntry.count({ where: { skillSetId: skillSet.id } })).toBe(0)
  expect(await db.auditEvent.findMany({ where: { subjectId: submitted.versionId } })).toMatchObject([
    { action: 'version.publish' },
  ])
})

test('a private version does not skip the checks', async () => {
  const document = makeSkillSetDocument({ visibility: 'PRIVATE' })
  const skillSet = await makeDraft({ document })

  const submission = submitDraft(await ownerContext(skillSet, throws()), { skillSetId: skillSet.id })

  await expect(submission).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
})

test('going public later shows the new version only, and the reviewer reads all of it', async () => {
  const skillSet = await makeDraft({ document: makeSkillSetDocument({ visibility: 'PRIVATE' }) })
  const own = await submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id })
  await edit(skillSet, { visibility: 'PUBLIC', version: '1.0.1' })
  const { submissionId, versionId } = await submit(skillSet)
  const admin = await contextFor(await makeAdmin())

  const page = await getSubmission(admin, submissionId)
  await approve(admin, { submissionId, reason: '' })

  // The private version was not reviewed, so it is not the base of the comparison.
  expect(page).toMatchObject({ baseNumber: null, skills: [{ what: 'added' }] })
  expect(await db.catalogEntry.findMany({ where: { skillSetId: skillSet.id } })).toMatchObject([
    { versionId },
  ])
  expect((await db.version.findUniqueOrThrow({ where: { id: own.versionId } })).visibility).toBe('PRIVATE')
})

test('a version sent back may be published privately instead', async () => {
  const skillSet = await makeDraft()
  const { submissionId, versionId } = await submit(skillSet)
  await askForChanges(await contextFor(await makeAdmin()), { submissionId, reason: 'Not for everyone.' })
  await edit(skillSet, { visibility: 'PRIVATE' })

  const submitted = await submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id })

  expect(submitted).toMatchObject({ state: 'PUBLISHED', versionId })
})

test('another slug in the draft is refused, because callers use the name', async () => {
  const skillSet = await makeDraft()
  await edit(skillSet, { slug: 'another_name' })

  await expect(submit(skillSet)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/slug' }] },
  })
})

test('any member of the publisher’s organisation may submit', async () => {
  const [owner, colleague] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [colleague] })
  const skillSet = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })

  const submitted = await submitDraft(await contextFor(colleague), { skillSetId: skillSet.id })

  expect(submitted).toMatchObject({ state: 'IN_REVIEW' })
})

test('a private version whose code reads a secret can be published by owners and admins only, because it is not reviewed', async () => {
  const [owner, colleague] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [colleague] })
  const secret = { key: 'api_key', hosts: [], exposure: 'raw' as const, reason: 'It signs.' }
  const { id: skillSetId } = await makeDraft({
    publisher: await makePublisher({ owner, organisation }),
    document: makeSkillSetDocument({
      visibility: 'PRIVATE',
      configDefinitions: [{ key: 'api_key', label: 'API key', type: 'SECRET', required: false, order: 1 }],
      permissions: { secrets: [secret] },
    }),
  })
  const submitAs = async (user: TestUser) => submitDraft(await contextFor(user), { skillSetId })

  await expect(submitAs(colleague)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    options: { message: expect.stringContaining('can read api_key directly') },
  })
  expect(await submitAs(owner)).toMatchObject({ state: 'PUBLISHED' })
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
