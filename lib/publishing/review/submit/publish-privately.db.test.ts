import { expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  type TestUser,
} from '../../../testing/factories.ts'
import { throws } from '../../../testing/fake-sandbox.ts'
import { editDraft, ownerContext, submitForReview } from '../../../testing/setup/catalog/submit-draft.ts'
import { approve, requestChanges } from '../decide/decide-submission.ts'
import { getSubmission } from '../read/get-submission.ts'
import { submitDraft } from './submit-draft.ts'

const db = database()

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
  await editDraft(skillSet, { visibility: 'PUBLIC', version: '1.0.1' })
  const { submissionId, versionId } = await submitForReview(skillSet)
  const admin = await contextFor(await makeAdmin())

  const page = await getSubmission(admin, submissionId)
  await approve(admin, { submissionId, reason: '' })

  // The private version was not reviewed, so it is not the base of the comparison.
  expect(page).toMatchObject({ baseNumber: null, skills: [{ status: 'added' }] })
  expect(await db.catalogEntry.findMany({ where: { skillSetId: skillSet.id } })).toMatchObject([
    { versionId },
  ])
  expect((await db.version.findUniqueOrThrow({ where: { id: own.versionId } })).visibility).toBe('PRIVATE')
})

test('a version sent back may be published privately instead', async () => {
  const skillSet = await makeDraft()
  const { submissionId, versionId } = await submitForReview(skillSet)
  await requestChanges(await contextFor(await makeAdmin()), { submissionId, reason: 'Not for everyone.' })
  await editDraft(skillSet, { visibility: 'PRIVATE' })

  const submitted = await submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id })

  expect(submitted).toMatchObject({ state: 'PUBLISHED', versionId })
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
  })
  expect(await submitAs(owner)).toMatchObject({ state: 'PUBLISHED' })
})
