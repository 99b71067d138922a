/** Small things that a person expects of any site, each of which was missing once. */
import { createKey } from '#lib/auth/manage-api-keys.ts'
import { actAs } from './support/configure-site-environment.ts'
import { expect, test } from './support/fixtures.ts'
import { PASSWORD } from './support/people.ts'

test('a plan is renamed, copied and deleted from its own menu', async ({ page, signUp }) => {
  await signUp()
  await page.goto('/plans/new')
  await page.getByLabel('Name').fill('First draft')
  await page.getByRole('button', { name: 'Create plan' }).click()
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More plan actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await choose('Rename')
  await expect(page.getByLabel('Plan name')).toBeFocused()
  await page.keyboard.type('Final')
  await expect(page.getByRole('heading', { name: 'Final' })).toBeAttached()
  await choose('Duplicate')
  await expect(page.getByLabel('Plan name')).toHaveValue('Final (copy)')
  await choose('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

  await expect(page).toHaveURL('/plans')
  await expect(page.getByRole('link', { name: 'Final', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Final (copy)' })).toBeHidden()
})

test('a file that was moved to the trash is back after Undo in the message about it', async ({
  page,
  signUp,
}) => {
  await signUp()
  await page.goto('/vault')
  await page.getByRole('main').getByRole('button', { name: 'New note' }).first().click()
  await page.getByLabel('Name').fill('Letter')
  await page.getByRole('button', { name: 'Create note' }).click()
  const file = page.getByRole('treeitem', { name: 'Letter.md' })
  await expect(file).toBeVisible()

  await page.getByRole('button', { name: 'More file actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(file).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()

  await expect(file).toBeVisible()
})

test('a person who deleted their account reads that it is gone', async ({ page, signUp }) => {
  const { email } = await signUp()
  await page.goto('/settings/delete')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel(`Type ${email} to confirm`).fill(email)
  await page.getByRole('button', { name: 'Delete my account' }).click()

  await expect(page.getByText('Your account was deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
})

test('a person reads that a program changed the theme, and changes it back', async ({
  page,
  request,
  signUp,
}) => {
  const { email } = await signUp()
  const { key } = await createKey(await actAs(email), {
    name: 'Agent',
    scopes: ['read', 'run', 'write'],
    expiresInDays: 1,
  })
  await page.goto('/')
  const html = page.locator('html')
  const theme = () => html.getAttribute('data-theme')
  const toggle = async () => {
    const response = await request.post('/api/skills/commands.run/runs', {
      headers: { authorization: `Bearer ${key}` },
      data: { args: { id: 'guildhall:toggle-theme' } },
    })
    const run = await response.json()
    return run.output?.executed ?? run
  }

  // The page has to be connected first. A slow page may perform a command after the server has stopped waiting for it.
  await expect.poll(toggle).toBe(true)
  await expect(page.getByText('A program that works for you changed the theme.').first()).toBeVisible()
  const changed = await theme()
  await page.getByRole('button', { name: 'Undo' }).first().click()

  await expect.poll(theme).not.toBe(changed)
})

test('a toolset is named in plain words, and its skills are found and chosen with keys', async ({
  page,
  signUp,
}) => {
  await signUp()
  await page.goto('/settings/toolsets')
  await page.getByRole('button', { name: 'Create toolset' }).click()
  await page.getByLabel('Name').fill('Writing desk')
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Add skill to writing_desk' }).click()
  await page.getByLabel('Search the catalogue').fill('text statistics')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /Text statistics/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('button', { name: /Text statistics/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Add to writing_desk' }).click()

  await expect(page.getByText('guildhall.text_tools.text_statistics').first()).toBeVisible()
})

test('a person collects a skill, makes the collection public and shows it to a visitor', async ({
  page,
  browser,
  signUp,
}) => {
  await signUp()
  await page.goto('/guildhall/text_tools/text_statistics')
  await page.getByRole('button', { name: 'Collect…' }).click()
  await page.getByLabel('Name of your first collection').fill('Writing desk')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Writing desk' })).toBeChecked()

  await page.goto('/collections')
  await page.getByRole('link', { name: 'Writing desk' }).click()
  await expect(page.getByRole('link', { name: 'Text statistics' })).toBeVisible()
  const visitor = await (await browser.newContext()).newPage()
  expect((await visitor.goto(page.url()))?.status()).toBe(404)
  await page.getByRole('button', { name: 'Edit…' }).click()
  await page.getByRole('switch', { name: 'Public' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()

  await visitor.goto(page.url())
  await expect(visitor.getByText('Collection by')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Text statistics' })).toBeVisible()
  await visitor.context().close()
})
