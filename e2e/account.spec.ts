/** An account: made, entered, renamed, locked out of everywhere, and never guessed. */
import { LIMITS } from '#lib/accounts/throttle.ts'
import { database } from '#lib/db/client.ts'
import { countAttempt } from '#lib/db/rate-limits.ts'
import { connectToSite } from './connect-to-site.ts'
import {
  expect,
  expectSignedIn,
  fillSignIn,
  fillSignUp,
  freshSlug,
  makePerson,
  PASSWORD,
  test,
} from './fixtures.ts'

test('somebody signs up, signs out, and comes back to where they were sent to sign in from', async ({
  page,
}) => {
  const { email } = await fillSignUp(page)
  await expectSignedIn(page)
  const session = (await page.context().cookies()).find(({ name }) => name === 'next-auth.session-token')
  expect(session, 'kept from scripts').toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()

  await page.goto('/settings/keys')
  await expect(page).toHaveURL('/sign-in?next=%2Fsettings%2Fkeys')
  await fillSignIn(page, { email, password: PASSWORD })

  await expect(page).toHaveURL('/settings/keys')
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible()
})

test('a wrong password and an unknown person read the same, and keep the email only', async ({ page }) => {
  const { email: known } = await makePerson()
  for (const email of [known, `${freshSlug('nobody')}@example.com`]) {
    await page.goto('/sign-in')
    await fillSignIn(page, { email, password: 'not the password' })

    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'The email or the password is wrong. Check both, then try again.',
    )
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue('')
  }
})

test('guessing ends with a sentence that says when to come back', async ({ page }) => {
  const email = `${freshSlug('guessed')}@example.com`
  const { signInByEmail } = LIMITS
  connectToSite()
  for (let attempt = 1; attempt < signInByEmail.points; attempt++) {
    await countAttempt(database(), signInByEmail, email)
  }
  const alert = page.getByRole('main').getByRole('alert')

  await fillSignIn(page, { email, password: 'the last guess' })
  await expect(alert).toContainText('wrong')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await fillSignIn(page, { email, password: 'one more' })

  await expect(alert).toContainText(/Too many attempts\. Try again in \d+ minutes\./)
})

test('signing up says what is wrong beside each field, and moves the focus there', async ({ page }) => {
  await page.goto('/sign-up')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('ada')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/)
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/at least 10 characters/)
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
})

test('an email has one account', async ({ page }) => {
  const { email } = await makePerson()

  await fillSignUp(page, { name: 'Somebody else', email: email.toUpperCase() })

  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/There is an account with this email/)
  await expect(page).toHaveURL('/sign-up')
})

test('a new password ends the other sessions and keeps this one', async ({ page, context, signUp }) => {
  const { email } = await signUp()
  // As another browser of the same person has it.
  const otherSession = await context.cookies()
  await page.goto('/settings')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Saved. Other devices are signed out.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
  await context.addCookies(otherSession)
  await page.goto('/settings')
  await expect(page).toHaveURL('/sign-in?next=%2Fsettings')
  await fillSignIn(page, { email, password: 'a better password' })
  await expect(page).toHaveURL('/settings')
})

test('a new name is everywhere at once', async ({ page, signUp }) => {
  await signUp()
  await page.goto('/settings')

  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Account: Grace Hopper, acting for Grace Hopper' }),
  ).toBeVisible()
})

test('a key is shown once, listed, and revoked', async ({ page, signUp }) => {
  await signUp()
  await page.goto('/settings/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/)

  await dialog.getByLabel('Name').fill('My agent')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog).toContainText(/gh_[\w-]{43}/)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const key = page.getByRole('main').getByRole('listitem').filter({ hasText: 'My agent' })
  await expect(key).toContainText('never used')
  await expect(page.getByText(/gh_[\w-]{43}/)).toHaveCount(0)
  await key.getByRole('button', { name: 'Revoke My agent' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No keys yet')).toBeVisible()
})
