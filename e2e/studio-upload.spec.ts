import { expect, test } from './support/fixtures.ts'
import { openNewDraft } from './support/studio-page.ts'
import { parcelSkillSet } from './support/submit-file.ts'

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

test('a refused file is told by the line of its mistake, or by its unknown key', async ({ page, signIn }) => {
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
