import { expect, test } from 'vitest'
import type { Context } from '../../../context/context.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  makeSkillDocument,
  makeUser,
  visitor,
} from '../../../testing/factories.ts'
import { makeSubmission, type TestSubmission } from '../../../testing/make-submission.ts'
import { addComment } from '../decide/add-comment.ts'
import { requestChanges } from '../decide/decide-submission.ts'
import { getSubmission, getSubmissionTitle } from './get-submission.ts'

const db = database()
const open = async (submission: TestSubmission, ctx?: Context) =>
  getSubmission(ctx ?? (await contextFor(await makeAdmin())), submission.id)

test('its title is visible to users who can read it', async () => {
  const submission = await makeSubmission()
  const title = async (ctx: Context, id = submission.id) => getSubmissionTitle(ctx, id)
  const admin = await contextFor(await makeAdmin())

  expect(await title(admin)).toBe(`${(await open(submission)).skillSet.name} 1.0.0`)
  await expect(title(await contextFor(await makeUser()))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(title(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(title(admin, '\0')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the first version is compared with nothing', async () => {
  const submission = await makeSubmission({ note: 'Please look.' })

  const page = await open(submission)

  expect(page).toMatchObject({
    revision: 1,
    note: 'Please look.',
    baseNumber: null,
    decision: null,
    skills: [{ slug: 'greet', status: 'added' }],
    permissions: [],
  })
  expect(page.queuePosition?.position).toBeGreaterThan(0)
})

test('a later one is compared with the version it was made to follow, whatever was published since', async () => {
  const skillSet = await makeDraft()
  const base = await makePublishedVersion({ skillSet })
  const changed = makeSkillDocument({ prompt: 'Use this skill to greet a person in another way altogether.' })
  const submission = await makeSubmission({
    skillSet,
    document: {
      ...skillSet.document,
      version: '1.0.1',
      skills: [changed],
      permissions: { network: ['api.example'] },
    },
    checks: {
      base: { versionId: base.id, number: '1.0.0' },
      latest: '1.0.0',
      bump: 'minor',
      reasons: ['A host.'],
    },
  })
  await makePublishedVersion({
    skillSet,
    document: { ...skillSet.document, version: '1.0.9', skills: [changed] },
  })

  const page = await open(submission)

  expect(page.baseNumber).toBe('1.0.0')
  expect(page.demanded).toEqual({ bump: 'minor', latest: '1.0.0', reasons: ['A host.'] })
  expect(page.changes.length).toBeGreaterThan(0)
  expect(page.skills).toMatchObject([{ slug: 'greet', status: 'changed' }])
  expect(page.permissions).toMatchObject([
    { status: 'added', sentence: expect.stringContaining('api.example') },
  ])
})

test('the snapshot is shown: later edits of the working copy change nothing', async () => {
  const submission = await makeSubmission()
  const { skillSet } = submission.version
  await db.draft.update({
    where: { skillSetId: skillSet.id },
    data: { document: { ...skillSet.document, name: 'Edited' } },
  })

  expect((await open(submission)).skillSet.name).toBe('Greetings')
})

test('each example is listed with its run at submission', async () => {
  const submission = await makeSubmission()
  const { version, owner } = submission
  await db.run.create({
    data: {
      id: `run_${submission.id}`,
      organisationId: owner.organisation.id,
      userId: owner.id,
      skillSetId: version.skillSetId,
      skillName: version.skillName,
      versionNumber: version.number,
      mode: 'development',
      channel: 'studio',
      submissionId: submission.id,
      exampleIndex: 0,
      state: 'succeeded',
      input: { name: 'Ada' },
      coercions: [],
      output: { message: 'Hello, Ada!' },
      hasOutput: true,
      warnings: [],
      logs: [],
      contractHash: 'hash',
    },
  })

  const { examples } = await open(submission)

  expect(examples).toMatchObject([
    {
      skillSlug: 'greet',
      title: 'Greet Ada',
      input: { name: 'Ada' },
      run: { output: { message: 'Hello, Ada!' } },
    },
  ])
})

test('comments and history cover all revisions of the number', async () => {
  const first = await makeSubmission()
  const admin = await contextFor(await makeAdmin())
  await addComment(admin, { submissionId: first.id, body: 'Why?' })
  await requestChanges(admin, { submissionId: first.id, reason: 'Say why.' })
  const second = await makeSubmission({ version: first.version })

  const page = await open(second, admin)

  expect(page.comments).toMatchObject([{ revision: 1, isByAdmin: true, body: 'Why?' }])
  expect(page.history).toMatchObject([
    { revision: 1, decision: { kind: 'CHANGES_REQUESTED', reason: 'Say why.' } },
    { revision: 2, decision: null },
  ])
})

test('a resubmission is compared with the last one that was decided, and its request is shown', async () => {
  const first = await makeSubmission()
  const admin = await contextFor(await makeAdmin())
  await requestChanges(admin, { submissionId: first.id, reason: 'Say why.' })
  const second = await makeSubmission({ version: first.version, state: 'DRAFT', decision: 'WITHDRAWN' })
  const third = await makeSubmission({ version: first.version })

  const page = await open(third, admin)

  expect(second.revision).toBe(2)
  expect(page).toMatchObject({
    comparison: { with: 'submission', revision: 1 },
    otherComparison: { with: 'nothing' },
    earlierDecision: { revision: 1, decision: { kind: 'CHANGES_REQUESTED', reason: 'Say why.' } },
  })
  expect(page.skills.map(({ status }) => status)).toEqual(['same'])
  const whole = await getSubmission(admin, third.id, 'version')
  expect(whole).toMatchObject({ comparison: { with: 'nothing' }, skills: [{ status: 'added' }] })
  // Permissions are always compared with what users consented to.
  expect(page.permissions).toEqual(whole.permissions)
})

test('an admin can decide, the publisher can withdraw, and no one can approve their own', async () => {
  const admin = await makeAdmin()
  const [theirs, own] = [await makeSubmission(), await makeSubmission({ submittedBy: admin })]

  expect((await open(theirs, await contextFor(admin))).viewer).toMatchObject({
    canDecide: true,
    canWithdraw: false,
  })
  expect((await open(theirs, await contextFor(theirs.owner))).viewer).toEqual({
    isAdmin: false,
    isPublisher: true,
    canDecide: false,
    canWithdraw: true,
    canAnswer: false,
    canAppeal: true,
  })
  expect((await open(own, await contextFor(admin))).viewer).toMatchObject({
    canDecide: false,
    decisionError: expect.stringContaining('another admin'),
  })
})

test('a decided submission can no longer be decided or withdrawn', async () => {
  const submission = await makeSubmission({ state: 'REJECTED', decision: 'REJECTED' })

  const page = await open(submission)

  expect(page.queuePosition).toBeNull()
  expect(page.viewer).toMatchObject({ canDecide: false, canWithdraw: false })
  expect(page.viewer).not.toHaveProperty('decisionError')
})

test('strangers and visitors cannot open it', async () => {
  const submission = await makeSubmission()

  await expect(open(submission, visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(open(submission, await contextFor(await makeUser()))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(getSubmission(await contextFor(await makeAdmin()), 'nothing')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
