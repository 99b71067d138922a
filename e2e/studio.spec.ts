/** The studio from an empty page to a submission, without losing what was typed. */
import { expect, test } from './support/fixtures.ts'
import {
  claimHandle,
  createSkillSet,
  expectSaved,
  openNewDraft,
  openSection,
  writeCode,
} from './support/studio-page.ts'
import { parcelSkillSet } from './support/submit-file.ts'

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

test('an uploaded file is returned unchanged', async ({ page, signIn }) => {
  await signIn('publisher')
  const document = parcelSkillSet()
  const text = `${JSON.stringify(document, null, 2)}\n`
  await page.goto('/publish')
  await page
    .getByLabel(/Upload a SkillSet as JSON/)
    .setInputFiles({ name: 'parcel.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await expect(page.getByRole('heading', { level: 1, name: document.name })).toBeVisible()

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More about this draft' }).click()
  await page.getByRole('menuitem', { name: 'Download JSON' }).click()
  const download = await downloaded

  expect(download.suggestedFilename()).toBe(`${document.slug}.skillset.json`)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toBe(text)
})

test('a file with a mistake is refused with its line, one with an unknown key by the key', async ({
  page,
  signIn,
}) => {
  await signIn('publisher')
  await page.goto('/publish')
  const upload = (text: string) =>
    page
      .getByLabel(/Upload a SkillSet as JSON/)
      .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) })

  await upload('{\n  "slug": "a",\n  "name" "b"\n}')
  await expect(page.getByRole('alert').filter({ hasText: 'Line 3' })).toBeVisible()

  await upload(JSON.stringify({ ...parcelSkillSet(), colour: 'red' }))
  await expect(page.getByRole('alert').filter({ hasText: 'colour' })).toBeVisible()
})

test('an upload into a draft first shows which parts it replaces, and can be undone', async ({
  page,
  signIn,
}) => {
  await signIn('publisher')
  const { name, slug } = await openNewDraft(page)
  const incoming = parcelSkillSet({ slug })

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'More about this draft' }).click()
  await page.getByRole('menuitem', { name: 'Upload JSON…' }).click()
  await (await chooser).setFiles({
    name: 'parcel.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(incoming)),
  })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Removed skills: “greet”')
  await dialog.getByRole('button', { name: 'Replace the draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: incoming.name })).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test.describe('typed text is not lost', () => {
  test('by a reload that comes before the save', async ({ page, signIn }) => {
    await signIn('publisher')
    await openNewDraft(page)
    await page.getByLabel('Tagline').fill('Typed a moment ago')
    await page.reload()

    await expect(page.getByLabel('Tagline')).toHaveValue('Typed a moment ago')
    await expectSaved(page)
    await page.reload()
    await expect(page.getByLabel('Tagline')).toHaveValue('Typed a moment ago')
  })

  test('by a crash while the network is gone', async ({ page, context, otherTab, signIn }) => {
    await signIn('publisher')
    const { path } = await openNewDraft(page)
    await context.setOffline(true)
    await page.getByLabel('Tagline').fill('Typed into the void')
    await expect(page.getByTestId('save-status')).toContainText('Not saved: The server cannot be reached.')
    // Without `fetch`, the page cannot save when it is closed, as after a crash: only the browser's storage remains.
    await page.evaluate(() => {
      window.fetch = () => new Promise(() => {})
    })
    await page.close({ runBeforeUnload: false })
    await context.setOffline(false)

    const after = await otherTab()
    await after.goto(path)

    await expect(after.getByText('Your unsaved changes were restored')).toBeVisible()
    await expect(after.getByLabel('Tagline')).toHaveValue('Typed into the void')
    await expectSaved(after)
  })

  test('by another user’s save: both versions are shown, and the user chooses', async ({
    page,
    otherTab,
    signIn,
  }) => {
    await signIn('publisher')
    const { path } = await openNewDraft(page)
    const other = await otherTab()
    await other.goto(path)
    await other.getByLabel('Tagline').fill('Theirs')
    await expectSaved(other)

    await page.getByLabel('Tagline').fill('Mine')
    await expect(page.getByText('saved this draft while you were editing it')).toBeVisible()
    await expect(page.getByLabel('Tagline')).toHaveValue('Mine')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expectSaved(page)

    await other.reload()
    await expect(other.getByLabel('Tagline')).toHaveValue('Mine')
  })

  test('an incomplete schema is stored as typed', async ({ page, signIn }) => {
    await signIn('publisher')
    await openNewDraft(page, 'skills.0.parameters')
    await page.getByRole('tab', { name: 'JSON' }).click()
    await writeCode(page, 'Parameters as JSON Schema', '{ "type": "object", ')
    await expectSaved(page)
    await page.reload()

    await page.getByRole('tab', { name: 'JSON' }).click()
    await expect(page.getByRole('textbox', { name: 'Parameters as JSON Schema' })).toContainText(
      '{ "type": "object",',
    )
  })
})

test('the fields of a schema as a table draw the form, and write the JSON', async ({ page, signIn }) => {
  await signIn('publisher')
  await openNewDraft(page, 'skills.0.parameters')

  await page.getByRole('button', { name: 'Add a field' }).click()
  const field = page.getByRole('group', { name: 'Field field' })
  await field.getByLabel('Name').fill('times')
  await page.getByRole('group', { name: 'Field times' }).getByLabel('Type').selectOption('integer')
  await page
    .getByRole('group', { name: 'Field times' })
    .getByText('Title, default, examples and limits')
    .click()
  await page
    .getByRole('group', { name: 'Field times' })
    .getByLabel(/^Maximum/)
    .fill('5')

  await expect(page.getByRole('region', { name: 'Try it' }).getByLabel(/times/i)).toBeVisible()
  await page.getByRole('tab', { name: 'JSON' }).click()
  await expect(page.getByRole('textbox', { name: 'Parameters as JSON Schema' })).toContainText('"maximum": 5')
})

test('the code editor does not trap the keyboard', async ({ page, signIn }) => {
  await signIn('publisher')
  await openNewDraft(page, 'skills.0.definition')
  const editor = page.getByRole('textbox', { name: 'Definition', exact: true })
  await writeCode(page, 'Definition', 'x')
  await expect(editor).toHaveAccessibleDescription(/press Escape, then Tab/)

  await page.keyboard.press('Tab')
  await expect(editor).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
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

test('visitors are asked to sign in', async ({ page }) => {
  for (const address of ['/publish', '/publish/new']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/sign-in\?next=/)
  }
})
