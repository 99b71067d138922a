import { expect, test } from 'vitest'
import { requireFields } from '../../../contracts/results/promised-fields.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
} from '../../../testing/factories.ts'
import { endsWith, returns, throws } from '../../../testing/fake-sandbox.ts'
import { editDraft, ownerContext, submitForReview } from '../../../testing/setup/catalog/submit-draft.ts'
import { getSubmission } from '../read/get-submission.ts'
import { submitDraft } from './submit-draft.ts'

const db = database()

test('a version published while this one was checked makes the checks void', async () => {
  const skillSet = await makeDraft({ document: makeSkillSetDocument({ version: '1.1.0' }) })
  const sandbox = endsWith(async () => {
    await makePublishedVersion({ skillSet, document: { ...skillSet.document, version: '1.0.5' } })
    return { kind: 'returned', value: { message: 'Hello.' }, durationMs: 1, logs: [] }
  })

  const submission = submitDraft(await ownerContext(skillSet, sandbox), { skillSetId: skillSet.id })

  await expect(submission).rejects.toMatchObject({
    code: 'CONFLICT',
    options: { suggestedAction: 'Submit again.' },
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

test('a skill that needs a tool of another server is accepted, and the reviewer sees that it was not run', async () => {
  const document = makeSkillSetDocument({ permissions: { tools: ['vault.readMind'] } })
  const skillSet = await makeDraft({ document })

  const { submissionId } = await submitForReview(skillSet)

  const page = await getSubmission(await contextFor(await makeAdmin()), submissionId)
  expect(page.examples).toMatchObject([{ title: 'Greet Ada', run: null }])
})

test('a priced skill that requires no field of its result is refused until its contract says so, and the reviewer is told', async () => {
  const response = { type: 'object', properties: { message: { type: 'string' } } }
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const skill = makeSkillDocument({ pricing, response })
  const skillSet = await makeDraft({ document: makeSkillSetDocument({ skills: [skill] }) })

  await expect(submitDraft(await ownerContext(skillSet), { skillSetId: skillSet.id })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    options: { issues: [{ path: '/skills/0/response', keyword: 'promise' }] },
  })

  await editDraft(skillSet, { skills: [{ ...skill, response: requireFields(response, 'none') }] })
  const { submissionId } = await submitForReview(skillSet)

  const page = await getSubmission(await contextFor(await makeAdmin()), submissionId)
  expect(page.hints.filter(({ section }) => section === 'schemas')).toMatchObject([
    { section: 'schemas', sentence: 'Callers of greet pay for results that may be empty.' },
  ])
})
