/** Creating, sharing, administering and leaving an organisation. */
import { expect, fillSignUp, test } from './support/fixtures.ts'
import { addMember, makeOrganisation } from './support/shared-organisation.ts'

test('a user creates an organisation; a new user follows an invitation, signs up on the way and joins', async ({
  page,
  request,
  signUp,
  leave,
}) => {
  await signUp()
  await page.goto('/settings/organisation')
  await page.getByLabel('New organisation').fill('Analytical Engines')
  await page.getByRole('button', { name: 'Create organisation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Analytical Engines' })).toBeVisible()
  await page.getByLabel('Invite as').selectOption('Admin')
  await page.getByRole('button', { name: 'Create link' }).click()
  const linkRegion = page.getByRole('region', { name: 'Send this link to one person' })
  await expect(linkRegion).toContainText(/https?:\S+/)
  const link = new URL(/https?:\S+/.exec(await linkRegion.innerText())![0]).pathname

  await leave()
  await page.goto(link)
  await expect(page.getByText(/invited you to join as an admin/)).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/sign-up/)
  await fillSignUp(page)
  await page.getByRole('button', { name: 'Join Analytical Engines' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Analytical Engines' })).toBeVisible()
  await expect(page.getByRole('button', { name: /working in Analytical Engines$/ })).toBeVisible()
  await expect(page.getByLabel('Invite as').getByRole('option')).toHaveText(['Admin', 'Member'])

  expect((await request.get(link)).status(), 'for a late visitor').toBe(404)
})

test('a member sees the other members, and can only leave', async ({ page, signIn }) => {
  const organisation = await makeOrganisation()
  await signIn(await addMember(organisation, 'MEMBER'), organisation.id)
  await page.goto('/settings/organisation')

  await expect(page.getByRole('region', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByLabel('Invite as')).toHaveCount(0)
  await expect(page.getByLabel('Organisation name')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)

  await page.getByRole('button', { name: 'Leave organisation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Personal organisation' })).toBeVisible()
})

test('the last owner sees why they cannot leave, and can switch to their personal organisation', async ({
  page,
  signIn,
}) => {
  const { id, owner } = await makeOrganisation()
  await signIn(owner, id)
  await page.goto('/settings/organisation')

  await page.getByRole('button', { name: 'Leave organisation' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog.getByRole('alert')).toContainText('must have at least one owner')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Personal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Personal organisation' })).toBeVisible()
})

test('a removed member loses access at the next click', async ({ page, signIn, otherTab }) => {
  const organisation = await makeOrganisation()
  const admin = await addMember(organisation, 'ADMIN')
  await signIn(admin, organisation.id)
  await page.goto('/settings/organisation')
  await expect(page.getByLabel('Invite as')).toBeVisible()

  await signIn(organisation.owner, organisation.id)
  const owners = await otherTab()
  await owners.goto('/settings/organisation')
  await owners.getByRole('button', { name: /^Remove / }).click()
  await owners.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(owners.getByRole('region', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)

  await signIn(admin, organisation.id)
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Personal organisation' })).toBeVisible()
})
