// Tests that SkillSets which require accounts are checked, submitted, reviewed and shown with them.
import { expect, test } from 'vitest'
import { getSkillSetPage } from '../catalog/get-skill-set-page.ts'
import { approve } from '../publishing/review/decide/decide-submission.ts'
import { getSubmission } from '../publishing/review/read/get-submission.ts'
import { submitDraft } from '../publishing/review/submit/submit-draft.ts'
import { getQuickExecute } from '../runs/start/get-quick-execute.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { connect, makeProvider } from '../testing/integration-setup.ts'

async function submit(providers: string[]) {
  const skillSet = await makeDraft({
    document: makeSkillSetDocument({ requiredIntegrationProviders: providers }),
  })
  const ctx = await contextFor(skillSet.publisher.owner)
  return { skillSet, submitted: submitDraft(ctx, { skillSetId: skillSet.id }) }
}

test('one that names an integration of the site is published, and its pages state the account and its hosts', async () => {
  const provider = await makeProvider()
  const { skillSet, submitted } = await submit([provider])
  const submission = await submitted
  if (submission.state !== 'IN_REVIEW') throw new Error('It was published privately.')
  const admin = await contextFor(await makeAdmin())

  const review = await getSubmission(admin, submission.submissionId)
  expect(review.accounts).toMatchObject({
    slugs: [provider],
    providers: [{ name: 'Weather', hosts: ['api.example.com'] }],
  })
  expect(review.permissions.map(({ sentence }) => sentence)).toContain(
    `Uses your organisation’s account at ${provider}.`,
  )
  await approve(admin, { submissionId: submission.submissionId, reason: '' })

  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
  const page = await getSkillSetPage(visitor(), ref)
  expect(page.providers).toMatchObject([{ slug: provider, hosts: ['api.example.com'] }])

  const ctx = await contextFor(await makeUser())
  const [skill] = skillSet.document.skills
  const shown = {
    name: `${ref.publisher}.${ref.skillset}.${skill!.slug}`,
    version: page.version,
    skill: skill!,
  }
  const needsOf = async () =>
    (await getQuickExecute(ctx, { ...shown, skillSet: page.skillSet }, { from: null, run: null })).needs
  expect(await needsOf()).toMatchObject([{ slug: provider, state: 'unconnected' }])
  await connect(ctx, provider, `${ref.publisher}.${ref.skillset}`)
  expect(await needsOf()).toMatchObject([{ slug: provider, state: 'ready' }])
})

test('one that names another is refused, with what this site offers', async () => {
  const { submitted } = await submit(['no_such_service'])

  await expect(submitted).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    options: {
      issues: [
        {
          path: '/requiredIntegrationProviders/0',
          message: expect.stringContaining('is not an integration of this site'),
        },
      ],
    },
  })
})
