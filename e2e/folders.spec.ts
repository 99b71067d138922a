/** Importing and exporting skill folders as zip archives. */
import { zipSync } from 'fflate'
import { expect, test } from './support/fixtures.ts'
import { freshSlug } from './support/people.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('an Agent Skill is imported, and changes to it are shown first', async ({ page, signIn }) => {
  await signIn('publisher')
  const name = freshSlug('folder').replaceAll('_', '-')
  const description = 'It says one more thing about how tea is made. '.repeat(12).trim()
  const zip = zipSync({
    [name]: {
      'SKILL.md': bytes(`---\nname: ${name}\ndescription: ${description}\n---\n\n# Tea\n\nBoil water.\n`),
      references: { 'leaves.md': bytes('# Leaves') },
    },
  })
  await page.goto('/publish')

  const file = { name: `${name}.zip`, mimeType: 'application/zip', buffer: Buffer.from(zip) }
  await page.getByLabel('Import a skill folder').setInputFiles(file)

  await expect(page.getByRole('region', { name: 'Import' }).getByRole('status')).toContainText(
    'only its first sentences are used',
  )
  await page.getByRole('link', { name: 'Open the draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('a folder that is not a skill is refused with its reasons', async ({ page, signIn }) => {
  await signIn('publisher')
  await page.goto('/publish')
  const buffer = Buffer.from(zipSync({ 'SKILL.md': bytes('---\nname: Two Words\n---\n') }))

  await page
    .getByLabel('Import a skill folder')
    .setInputFiles({ name: 'x.zip', mimeType: 'application/zip', buffer })

  await expect(page.getByRole('main').getByRole('alert')).toContainText('description is missing')
})

test('skills of a repository are listed with their licences, and imported once a missing one was confirmed', async ({
  page,
  signIn,
}) => {
  test.skip(
    !process.env.GUILDHALL_REPOSITORIES,
    'The site imports from GitHub, not from a server of the journeys.',
  )
  await signIn('publisher')
  await page.goto('/publish')
  const section = page.getByRole('region', { name: 'Import from GitHub' })
  const address = section.getByLabel('Import from GitHub')
  const list = section.getByRole('button', { name: 'List its skills' })

  await address.fill('https://github.com/ada/nowhere')
  await list.click()
  await expect(section.getByRole('alert')).toContainText('no public repository ada/nowhere')

  await address.fill('https://github.com/ada/harbour')
  await list.click()
  await expect(section.getByLabel(/^harbour-tides/)).toBeVisible()
  await expect(section).toContainText('Licence: MIT, by skills/harbour-tides/SKILL.md')
  await section.getByLabel(/^harbour-tides/).check()
  await section.getByLabel(/^harbour-knots/).check()
  await section.getByLabel(/Make the programs/).check()
  const importBoth = section.getByRole('button', { name: 'Import 2 skills' })
  await expect(importBoth).toBeDisabled()
  await section.getByLabel(/I am their author/).check()
  await importBoth.click()

  const done = section.getByRole('status')
  await expect(done).toContainText('As skills of their own: count.')
  // The list of SkillSets on the same page has the new drafts without a reload.
  await expect(page.getByRole('link', { name: 'harbour-knots' }).first()).toBeVisible()
  await done.getByRole('link', { name: /harbour_tides/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'harbour-tides' })).toBeVisible()
})
