/** Creating, entering and renaming an account, signing out everywhere, and protection against guessing. */
import { RATE_LIMITS } from '#lib/auth/enforce-rate-limit.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { countAttempt } from '#lib/settings/rows/rate-limits.ts'
import { configureSiteEnvironment } from './support/configure-site-environment.ts'
import {
  expect,
  expectSignedIn,
  fillSignIn,
  fillSignUp,
  freshSlug,
  makePerson,
  PASSWORD,
  test,
} from './support/fixtures.ts'

test('a user signs up, signs out and returns to the page that asked them to sign in', async ({ page }) => {
  const { email } = await fillSignUp(page)
  await expectSignedIn(page)
  const session = (await page.context().cookies()).find(({ name }) => name === 'next-auth.session-token')
  expect(session, 'hidden from scripts').toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()

  await page.goto('/settings/keys')
  await expect(page).toHaveURL('/sign-in?next=%2Fsettings%2Fkeys')
  await fillSignIn(page, { email, password: PASSWORD })

  await expect(page).toHaveURL('/settings/keys')
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible()
})

test('a person who opens the link of the first email stays signed in, and sees that the address is confirmed', async ({
  page,
}) => {
  const { email } = await fillSignUp(page)
  await expectSignedIn(page)
  await page.goto('/settings/keys')
  await expect(page.getByText('Your email address is not confirmed yet')).toBeVisible()
  configureSiteEnvironment()
  const mail = await database().mail.findFirstOrThrow({ where: { to: email } })

  await page.goto(/\/confirm-email\/\S+/.exec(mail.text)![0])
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(page).toHaveURL(paths.addressConfirmed)
  await expect(page.getByText('Your address is confirmed')).toBeVisible()
})

test('a wrong password and an unknown person give the same error, and only the email stays filled in', async ({
  page,
}) => {
  const { email: known } = await makePerson()
  for (const email of [known, `${freshSlug('nobody')}@example.com`]) {
    await page.goto('/sign-in')
    await fillSignIn(page, { email, password: 'not the password' })

    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'Incorrect email or password. Check both and try again.',
    )
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue('')
  }
})

test('too many guesses end with a message that states when to try again', async ({ page }) => {
  const email = `${freshSlug('guessed')}@example.com`
  const { signInByEmail } = RATE_LIMITS
  configureSiteEnvironment()
  await countAttempt(database(), signInByEmail, email, signInByEmail.points - 1)
  const alert = page.getByRole('main').getByRole('alert')

  await fillSignIn(page, { email, password: 'the last guess' })
  await expect(alert).toContainText('Incorrect')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await fillSignIn(page, { email, password: 'one more' })

  await expect(alert).toContainText(/Too many attempts\. Try again in \d+ hours\./)
})

test('signing up with an address that has an account keeps what was typed, and offers to sign in with it', async ({
  page,
}) => {
  const { email } = await makePerson()
  await page.goto('/sign-up')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already exists/)
  await expect(page.getByLabel('Password')).toHaveValue('not the password')
  await page.getByRole('button', { name: `Sign in as ${email}` }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Incorrect email or password')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: `Sign in as ${email}` }).click()

  await expectSignedIn(page)
})

test('signing up shows the error next to each field, and moves the focus there', async ({ page }) => {
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

test('an email address can have only one account', async ({ page }) => {
  const { email } = await makePerson()

  await fillSignUp(page, { name: 'Somebody else', email: email.toUpperCase() })

  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    /An account with this email already exists/,
  )
  await expect(page).toHaveURL('/sign-up')
})

test('a new password ends all other sessions', async ({ page, context, signUp }) => {
  const { email } = await signUp()
  // Another browser of the same person has these cookies.
  const otherSession = await context.cookies()
  await page.goto('/settings')
  const form = page.locator('form').filter({ hasText: 'New password' })
  await form.getByLabel('Current password').fill(PASSWORD)
  await form.getByLabel('New password').fill('a better password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Saved. Your other devices are signed out.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
  await context.addCookies(otherSession)
  await page.goto('/settings')
  await expect(page).toHaveURL('/sign-in?next=%2Fsettings')
  await fillSignIn(page, { email, password: 'a better password' })
  await expect(page).toHaveURL('/settings')
})

test('a new name appears everywhere immediately', async ({ page, signUp }) => {
  await signUp()
  await page.goto('/settings')

  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Account: Grace Hopper, working in Grace Hopper' }),
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
  // The focused button is removed with its row.
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
})

test('an action that needs a confirmed identity asks for the password where it is, then goes on', async ({
  page,
  signUp,
}) => {
  const { email } = await signUp()
  await page.goto('/settings/keys')
  await database().browserSession.updateMany({
    where: { user: { email } },
    data: { reauthenticatedAt: new Date(Date.now() - 11 * 60_000) },
  })
  await page.getByRole('button', { name: 'Create key' }).click()
  const form = page.getByRole('dialog', { name: 'Create an API key' })
  await form.getByLabel('Name').fill('My agent')
  await form.getByRole('button', { name: 'Create key' }).click()

  const prompt = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await prompt.getByLabel('Password').fill('not the password')
  await prompt.getByRole('button', { name: 'Confirm' }).click()
  await expect(prompt.getByLabel('Password')).toHaveAccessibleDescription(/incorrect/)
  await prompt.getByLabel('Password').fill(PASSWORD)
  await prompt.getByRole('button', { name: 'Confirm' }).click()

  await expect(page.getByRole('dialog')).toContainText(/gh_[\w-]{43}/)
  expect(await database().apiKey.count({ where: { user: { email } } })).toBe(1)
})
