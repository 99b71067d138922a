import { expect, test } from 'vitest'
import { MOVES, STATE_LABELS, type VersionState } from '../../../contracts/versions/version-states.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  type TestSkillSet,
} from '../../../testing/factories.ts'
import { quoteFinding } from '../../../testing/make-submission.ts'
import { editDraft, ownerContext, submitForReview } from '../../../testing/setup/catalog/submit-draft.ts'
import { reject, requestChanges, withdrawFromReview } from '../decide/decide-submission.ts'
import { yank } from '../decide/retire-version.ts'
import { submitDraft } from './submit-draft.ts'

const db = database()

test.each([
  {
    name: 'changes were asked',
    back: async (id: string) =>
      requestChanges(await contextFor(await makeAdmin()), { submissionId: id, reason: 'More.' }),
  },
  {
    name: 'it was withdrawn',
    back: async (id: string, skillSet: TestSkillSet) => withdrawFromReview(await ownerContext(skillSet), id),
  },
])('after $name the same number is its next revision, with the new document', async ({ back }) => {
  const skillSet = await makeDraft()
  const first = await submitForReview(skillSet)
  await back(first.submissionId, skillSet)
  await editDraft(skillSet, { name: 'Better greetings' })

  const second = await submitForReview(skillSet)

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
  const { submissionId } = await submitForReview(skillSet)
  await quoteFinding(submissionId!)
  await reject(await contextFor(await makeAdmin()), { submissionId, reason: 'No.' })

  await expect(submitForReview(skillSet)).rejects.toMatchObject({
    code: 'CONFLICT',
    options: {
      issues: [{ path: '/version', params: { free: '1.0.1' } }],
      suggestedAction: 'Set the version to 1.0.1 or a higher number, then submit again.',
    },
  })
  await editDraft(skillSet, { version: '1.0.1' })
  expect(await submitForReview(skillSet)).toMatchObject({ number: '1.0.1', revision: 1 })
})

test('neither is a yanked one', async () => {
  const version = await makePublishedVersion()
  await yank(await contextFor(version.skillSet.publisher.owner), {
    versionId: version.id,
    reason: 'It leaks.',
  })

  await expect(submitForReview(version.skillSet)).rejects.toMatchObject({ code: 'CONFLICT' })
})

const usedStates = (Object.keys(STATE_LABELS) as VersionState[]).filter(
  (state) => !(MOVES.submit.from as readonly VersionState[]).includes(state),
)

test.each(usedStates)('a number that is %s cannot be submitted', async (state) => {
  const { skillSet, id } = await makePublishedVersion({ state })

  await expect(submitForReview(skillSet)).rejects.toMatchObject({ code: 'CONFLICT' })
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

test('a number smaller than the change demands is refused', async () => {
  const { skillSet } = await makePublishedVersion()
  const parameters = {
    type: 'object',
    properties: { name: { type: 'string' }, title: { type: 'string' } },
    required: ['name', 'title'],
  }
  const examples = [{ title: 'Ada', input: { name: 'Ada', title: 'Countess' } }]
  await editDraft(skillSet, { version: '1.0.1', skills: [makeSkillDocument({ parameters, examples })] })

  await expect(submitForReview(skillSet)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  await editDraft(skillSet, { version: '2.0.0', skills: [makeSkillDocument({ parameters, examples })] })
  expect(await submitForReview(skillSet)).toMatchObject({ state: 'IN_REVIEW', number: '2.0.0' })
})

test('another slug in the draft is refused, because callers use the name', async () => {
  const skillSet = await makeDraft()
  await editDraft(skillSet, { slug: 'another_name' })

  await expect(submitForReview(skillSet)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/slug' }] },
  })
})
