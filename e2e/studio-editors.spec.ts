import { expect, test } from './support/fixtures.ts'
import { openNewDraft, writeCode } from './support/studio-page.ts'

test('the fields of a schema as a table draw the form, and write the JSON', async ({ page, signIn }) => {
  await signIn('publisher')
  await openNewDraft(page, 'skills.0.parameters')

  await page.getByRole('button', { name: 'Add a field' }).click()
  const field = page.getByRole('group', { name: 'Field field' })
  await field.getByLabel('Name').fill('times')
  await page.getByRole('group', { name: 'Field times' }).getByLabel('Type').selectOption('integer')
  await page
    .getByRole('group', { name: 'Field times' })
    .getByText('Title, default, examples, limits and section')
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
