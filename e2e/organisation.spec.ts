/** An organisation: made, shared by a link, ruled, and left. */
import type { Page } from '@playwright/test'
import { expect, fillSignUp, test } from './fixtures.ts'

async function createOrganisation(page: Page, name: string) {
  await page.goto('/settings/organisation')
  await page.getByLabel('New organisation').fill(name)
  await page.getByRole('button', { name: 'Create organisation' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function inviteAs(page: Page, role: 'Owner' | 'Admin' | 'Member'): Promise<string> {
  await page.getByLabel('Invite as').selectOption(role)
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByRole('region', { name: 'Send this link to one person' }).innerText()
  return new URL(/https?:\S+/.exec(link)![0]).pathname
}

test('somebody new follows an invitation, signs up on the way, and is in', async ({
  page,
  signUp,
  otherPage,
}) => {
  await signUp()
  await createOrganisation(page, 'Analytical Engines')
  const link = await inviteAs(page, 'Admin')

  const guest = await otherPage()
  await guest.goto(link)
  await expect(guest.getByText(/invites you to be an admin/)).toBeVisible()
  await guest.getByRole('link', { name: 'Create an account' }).click()
  await expect(guest).toHaveURL(/\/sign-up/)
  await fillSignUp(guest)
  await guest.getByRole('button', { name: 'Join Analytical Engines' }).click()

  await expect(guest.getByRole('heading', { level: 1, name: 'Analytical Engines' })).toBeVisible()
  await expect(guest.getByRole('button', { name: /acting for Analytical Engines$/ })).toBeVisible()
  await expect(guest.getByLabel('Invite as').getByRole('option')).toHaveText(['Admin', 'Member'])

  const late = await otherPage()
  expect((await late.goto(link))?.status()).toBe(404)
})

test('a member sees who is in, and can change nothing but leave', async ({ page, signUp, otherPage }) => {
  await signUp()
  await createOrganisation(page, 'Analytical Engines')
  const link = await inviteAs(page, 'Member')
  const member = await otherPage()
  await signUp(member)
  await member.goto(link)
  await member.getByRole('button', { name: 'Join Analytical Engines' }).click()

  await expect(member.getByRole('region', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
  await expect(member.getByLabel('Invite as')).toHaveCount(0)
  await expect(member.getByLabel('Organisation name')).toHaveCount(0)
  await expect(member.getByRole('button', { name: /^Remove / })).toHaveCount(0)

  await member.getByRole('button', { name: 'Leave organisation' }).click()
  await member.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(member.getByRole('heading', { level: 1, name: 'Your own organisation' })).toBeVisible()
})

test('the last owner is told why they cannot leave', async ({ page, signUp }) => {
  await signUp()
  await createOrganisation(page, 'Analytical Engines')

  await page.getByRole('button', { name: 'Leave organisation' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Leave' }).click()

  await expect(dialog.getByRole('alert')).toContainText('would be left without an owner')
})

test('who is removed is out at the next click', async ({ page, signUp, otherPage }) => {
  await signUp()
  await createOrganisation(page, 'Analytical Engines')
  const link = await inviteAs(page, 'Admin')
  const admin = await otherPage()
  await signUp(admin)
  await admin.goto(link)
  await admin.getByRole('button', { name: 'Join Analytical Engines' }).click()
  await expect(admin.getByLabel('Invite as')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('region', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)

  await admin.getByRole('button', { name: 'Create link' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Your own organisation' })).toBeVisible()
})

test('one switches from the account menu', async ({ page, signUp }) => {
  await signUp()
  await createOrganisation(page, 'Analytical Engines')

  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Yourself' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Your own organisation' })).toBeVisible()
})
