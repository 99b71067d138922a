/** Signing in before scripts have loaded, and with a second factor. */
import { Secret, TOTP } from 'otpauth'
import { expect, expectSignedIn, fillSignIn, makePerson, PASSWORD, test } from './support/fixtures.ts'

/** A code of the step `offset` from now; the site accepts the steps beside its own. */
function codeOf(secret: string | null, offset = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret ?? '') })
  return app.generate({ timestamp: Date.now() + offset * 30_000 })
}

test('a person signs in before scripts have loaded, and sees why a password was refused', async ({
  browser,
  baseURL,
}) => {
  const { email } = await makePerson()
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: baseURL! })
  await page.goto('/sign-in?next=%2Fsettings%2Fsecurity')

  await fillSignIn(page, { email, password: 'not the password' })
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Incorrect email or password.')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await fillSignIn(page, { email, password: PASSWORD })

  await expect(page).toHaveURL('/settings/security')
  await page.close()
})

test('a person with an authenticator app signs in with a code, and returns to the page that asked', async ({
  page,
  signUp,
  leave,
}) => {
  const { email } = await signUp()
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = await page.getByRole('main').locator('code').first().textContent()
  await page.getByLabel('Code from the app').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Store these recovery codes')).toBeVisible()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByText(/On · \d+ recovery codes left/)).toBeVisible()
  await leave()

  await page.goto('/sign-in?next=%2Fsettings%2Fkeys')
  await fillSignIn(page, { email, password: PASSWORD })
  await expect(page).toHaveURL('/sign-in/second?next=%2Fsettings%2Fkeys')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This code is wrong or was already used.')).toBeVisible()
  await page.getByLabel('Code').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect(page).toHaveURL('/settings/keys')
  await expectSignedIn(page)
})
