import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { createSkillSet } from '#lib/publishing/drafts/draft-lifecycle.ts'
import { actAsPublisher } from './support/configure-site-environment.ts'
import { expect, test } from './support/fixtures.ts'
import { openSection } from './support/studio-page.ts'
import { parcelSkill, parcelSkillSet } from './support/submit-file.ts'

const SECRET = 'xoxb-0123456789-wxyz'

/** A skill that shows what its code sees of a required secret. */
function chatSkillSet(): SkillSetDocument {
  const definition = `async function handler({ config, parameters }) {
  return { message: \`\${parameters.weight} kg with \${config.token.slice(0, 7)}\`, price: parameters.weight }
}
`
  return parcelSkillSet({
    configDefinitions: [{ key: 'token', label: 'Chat token', type: 'SECRET', required: true, order: 1 }],
    permissions: { secrets: [{ key: 'token', hosts: ['chat.example.com'] }] },
    skills: [{ ...parcelSkill(), definition }],
  })
}

test('a skill with a secret is tested, submitted and reviewed with the test settings of its draft', async ({
  page,
  signIn,
}) => {
  const document = chatSkillSet()
  const id = await createSkillSet(await actAsPublisher(), { handle: 'ledgerworks', document })
  await signIn('publisher')

  // Without a value, the checklist says what was not run.
  await page.goto(`/publish/${id}?section=checklist`)
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(
    page.getByText('Example 1 of quote was not run: it needs the secret Chat token.'),
  ).toBeVisible()

  await openSection(page, 'Test settings')
  await expect(page.getByText('Required before your examples can run')).toBeVisible()
  await page.getByLabel('Chat token').fill(SECRET)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('ends in …wxyz')).toBeVisible()
  await page.getByLabel('Reviewers may run with these settings').check()
  await page.reload()
  await expect(page.getByLabel('Reviewers may run with these settings')).toBeChecked()
  await expect(page.getByText('ends in …wxyz')).toBeVisible()

  await openSection(page, 'Checklist & submit')
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText('All checks passed.')).toBeVisible()
  await expect(page.getByText('was not run')).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit 1.0.0 for review' }).click()
  const submission = page.getByRole('link', { name: 'Open the submission' })
  const review = await submission.getAttribute('href')

  await signIn('admin')
  await page.goto(review ?? '')
  await expect(page.getByRole('region', { name: 'Output of Two kilos' })).toContainText('2 kg with sbxsec_')
  const tryIt = page.getByRole('region', { name: 'Try it' })
  await tryIt.getByRole('button', { name: 'Open the form' }).click()
  await tryIt.getByText('Config for this test').click()
  await expect(tryIt.getByText('Your runs use the publisher’s Chat token')).toBeVisible()
  await tryIt.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(tryIt.getByRole('region', { name: 'Output' })).toContainText('2 kg with sbxsec_')
  expect(await page.content()).not.toContain(SECRET)
})
