/** The studio from an empty page to a submission. */
import { SET_SECTIONS } from '#components/publishing/studio/state/studio-sections.ts'
import { expect, test } from './support/fixtures.ts'
import {
  claimHandle,
  createSkillSet,
  expectSaved,
  openNewDraft,
  openSection,
  writeCode,
} from './support/studio-page.ts'

const HANDLER = `async function handler({ parameters }) {
  return { message: 'Good evening, ' + parameters.name + '.' }
}
`

test('a newcomer claims a handle, writes a SkillSet, tries it and submits it', async ({ page, signUp }) => {
  await signUp()
  const handle = await claimHandle(page)
  await page.goto('/publish/new')
  await page.getByRole('button', { name: 'Create draft' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/Enter a name\./)
  for (const label of ['Slug', 'Skill name', 'Skill slug'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  const { slug } = await createSkillSet(page)

  await page.getByLabel('Description').fill('Small greetings for every occasion, in plain words.')
  await openSection(page, 'Greet')
  await page.getByLabel('Description').fill('Says good evening to the person you name.')
  await page
    .getByLabel('Prompt')
    .fill(
      'Use this skill to greet a person by name. It takes the name and returns the greeting as a message.',
    )
  await openSection(page, 'Definition')
  await writeCode(page, 'Definition', HANDLER)

  await openSection(page, 'Try it')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Output' })).toContainText('Good evening, Ada.')

  await openSection(page, 'Checklist & submit')
  await expect(page.getByText('Not all checks have run yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText('All checks passed.')).toBeVisible()
  await page.getByLabel('Note to the reviewers').fill('Our first one.')
  await page.getByRole('button', { name: 'Submit 1.0.0 for review' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1.0.0' })).toBeVisible()
  await expect(page.getByText(/in the queue/i).first()).toBeVisible()

  await page.goto('/publish')
  await expect(page.getByRole('listitem').filter({ hasText: `${handle}.${slug}` })).toContainText(
    '1.0.0 in review',
  )
})

test('every problem is shown next to its field, and the checklist links to it', async ({ page, signIn }) => {
  await signIn('publisher')
  await openNewDraft(page, 'skills.0.details')
  await page.getByLabel('Slug').fill('No Good')
  await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(
    /slug must be 1-64 chars, alphanumeric \+ underscore/,
  )

  await openSection(page, 'Definition')
  await writeCode(page, 'Definition', 'function handler() {\n  eval("1")\n}\n')
  await expect(page.getByText('Line 2: eval not allowed in definition')).toBeVisible()

  await openSection(page, 'Checklist & submit')
  await expect(page.getByRole('button', { name: 'Submit 1.0.0 for review' })).toBeDisabled()
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /slug must be 1-64 chars/ })
    .first()
    .click()
  await expect(page.getByLabel('Slug')).toBeFocused()
})

test('a Python skill is written, and tried in the sandbox', async ({ page, signIn }) => {
  await signIn('publisher')
  await openNewDraft(page)
  await page.getByRole('button', { name: 'Add a skill' }).click()
  await page.getByLabel('Skill name').fill('Count')
  await page.getByLabel(/Python/).check()
  await page.getByRole('button', { name: 'Add skill' }).click()

  await openSection(page, 'Definition')
  await expect(page.getByRole('textbox', { name: 'Definition', exact: true })).toContainText(
    'def main(args):',
  )
  await openSection(page, 'Try it')
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Output' })).toContainText('Hello, Ada')
})

test('a logo is uploaded and served from here', async ({ page, signIn }) => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await signIn('publisher')
  await openNewDraft(page)
  await page
    .getByLabel(/upload logo/i)
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })

  await expect(page.getByRole('img', { name: 'Logo' })).toHaveAttribute('src', /^\/images\/[0-9a-f]{64}$/)
  await expectSaved(page)
  await page
    .getByLabel(/replace logo/i)
    .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no') })
  await expect(page.getByRole('alert').filter({ hasText: /not supported/i })).toBeVisible()
})

test('the navigation of the studio links to every section of a SkillSet', async ({ page, signIn }) => {
  await signIn('publisher')
  await openNewDraft(page)
  const navigation = page.getByRole('navigation', { name: 'Sections' })

  for (const { label } of Object.values(SET_SECTIONS))
    await expect(navigation.getByRole('link', { name: label }).first()).toBeVisible()
  await navigation.getByRole('link', { name: 'Packages' }).click()
  await expect(page.getByLabel('Dependencies')).toBeVisible()
})

test('visitors are asked to sign in', async ({ page }) => {
  for (const address of ['/publish', '/publish/new']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/sign-in\?next=/)
  }
})
