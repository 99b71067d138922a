/** A run is repeated, shared and deleted. */
import { expect, test } from './support/fixtures.ts'
import {
  execute,
  expectState,
  openRun,
  output,
  PANGRAM,
  runButton,
  TEXT_STATISTICS,
} from './support/quick-execute-page.ts'

test('a run is repeated unchanged, and repeated with edits', async ({ page, signUp }) => {
  await signUp()
  await execute(page, TEXT_STATISTICS, { Text: PANGRAM })
  const first = await openRun(page)

  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page).not.toHaveURL(first)
  await expectState(page, 'Succeeded')
  await expect(page.getByRole('link', { name: 'original run' })).toHaveAttribute('href', first)

  await page.getByRole('link', { name: 'Edit and run again' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(PANGRAM)
  await page.getByLabel('Text', { exact: true }).fill('Something shorter.')
  await runButton(page).click()
  await expect(output(page)).toContainText('2 words')
  await output(page).getByRole('tab', { name: 'Comparison' }).click()
  await expect(output(page).getByLabel('Input comparison')).toContainText('Something')
  await expect(output(page).getByLabel('Output comparison')).toContainText('words')
  await output(page).getByRole('tab', { name: 'Result' }).click()
  const third = await openRun(page)
  expect(third).not.toBe(first)
  const tree = page.getByRole('region', { name: 'Repeated and edited runs' })
  await expect(tree.getByRole('listitem')).toHaveCount(3)
  await tree.getByRole('link', { name: 'Compare' }).first().click()
  await expect(page.getByRole('list', { name: 'Input comparison' })).toContainText('Something')
  await page.goto(third)
  await expect(page.getByRole('link', { name: 'original run' })).toBeVisible()
})

test('anyone with the link can read a shared run until its owner ends the link', async ({
  page,
  request,
  signUp,
  signIn,
  leave,
}) => {
  const person = await signUp()
  await execute(page, TEXT_STATISTICS, { Text: PANGRAM })
  const run = await openRun(page)
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByLabel('Link to this run').inputValue()

  await leave()
  await page.goto(link)
  await expect(output(page)).toContainText('9 words in 1 sentence')
  await expect(output(page).getByRole('tab', { name: 'Logs' })).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(person.name)
  await page.getByRole('link', { name: 'Try it yourself' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(PANGRAM)

  await signIn(person)
  await page.goto(run)
  await expect(page.getByLabel('Link to this run')).toHaveValue(link)
  await page.getByRole('button', { name: 'End link' }).click()
  await expect(page.getByRole('button', { name: 'End link' })).toHaveCount(0)
  expect((await request.get(link)).status()).toBe(404)
})

test('the input and output of a run are deleted, and its receipt stays', async ({ page, signUp }) => {
  await signUp()
  await execute(page, TEXT_STATISTICS, { Text: PANGRAM })
  await openRun(page)
  await expect(page.getByRole('main')).toContainText('9 words in 1 sentence')

  await page.getByRole('button', { name: 'Delete input and output' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

  await expect(output(page)).toContainText('The input and output were deleted')
  await expect(page.getByRole('main')).not.toContainText('9 words in 1 sentence')
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run again' })).toHaveCount(0)
})
