/** A user finds a skill, fills in its form and runs it. */
import { expect, expectSignedIn, fillSignIn, makePerson, PASSWORD, test } from './support/fixtures.ts'
import {
  expectState,
  openSkill,
  output,
  PANGRAM,
  runButton,
  TEXT_STATISTICS,
  writeInputAsJson,
} from './support/quick-execute-page.ts'

test('a newcomer finds a skill in spite of a typing error, runs it, and finds the run again', async ({
  page,
  signUp,
}) => {
  await signUp()
  await page.goto('/?q=xqzzkwv')
  await expect(page.getByText('No skills match')).toBeVisible()
  await page.goto('/?q=text+statistcs')
  await page.getByRole('link', { name: 'Text statistics' }).first().click()

  await expect(page).toHaveURL(TEXT_STATISTICS)
  await page.getByLabel('Text', { exact: true }).fill(PANGRAM)
  await runButton(page).click()
  await expectState(page, 'Succeeded')
  await expect(output(page)).toContainText('9 words in 1 sentence')
  await expect(output(page)).toContainText('Characters')

  await expect(page.getByRole('tabpanel', { name: /runs/i }).getByRole('listitem')).toHaveCount(1)
  await page.goto('/runs')
  const listed = page.getByRole('main').getByRole('listitem')
  await expect(listed).toContainText('guildhall.text_tools.text_statistics')
  await expect(listed).toContainText('9 words in 1 sentence')
  await listed.getByRole('link').click()
  await expect(output(page)).toContainText('9 words in 1 sentence')
})

test('a skill can be run without a mouse', async ({ page, signUp }) => {
  await signUp()
  await openSkill(page, TEXT_STATISTICS)
  await page.getByLabel('Text', { exact: true }).focus()
  await page.keyboard.type('Look, no hands.')
  await page.keyboard.press('Control+Enter')

  await expectState(page, 'Succeeded')
  await expect(output(page)).toContainText('3 words')
})

test('missing input is reported before anything runs, and the focus moves there', async ({
  page,
  signUp,
}) => {
  await signUp()
  await openSkill(page, TEXT_STATISTICS)
  await runButton(page).click()

  const alert = page.getByRole('region', { name: 'Input', exact: true }).getByRole('alert')
  await expect(alert).toContainText('1 thing to fix')
  await expect(alert).toBeFocused()
  await alert.getByRole('link', { name: 'Text' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused()
  // Nothing has run, so the example's output is still shown.
  await expect(output(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Example output' })).toBeVisible()
})

test('coerced values are shown, and the original input stays', async ({ page, signUp }) => {
  await signUp()
  await openSkill(page, '/ledgerworks/office_math/invoice_total')
  const sent = await writeInputAsJson(page, {
    lines: [{ description: 'Workshop', unit_price: '1e2' }],
    prices_include_tax: 'yes',
  })
  await runButton(page).click()

  await expectState(page, 'Succeeded')
  await expect(output(page)).toContainText('€100.00 to pay')
  await output(page).getByRole('tab', { name: 'Input 2 converted' }).click()
  await expect(output(page).getByRole('listitem')).toHaveText([
    'lines → 0 → unit_price"1e2"→converted to100',
    'prices_include_tax"yes"→converted totrue',
  ])
  // The refresh that lists the run must not reset the form.
  await expect(page.getByRole('tabpanel', { name: 'Your runs' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByLabel('Input as JSON')).toHaveValue(sent)

  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await expect(page.getByLabel('Unit price')).toHaveAccessibleDescription(/"1e2" was converted to 100/)
})

test('an input is saved as a preset, fills the form with one click and is deleted', async ({
  page,
  signUp,
}) => {
  await signUp()
  await openSkill(page, TEXT_STATISTICS)
  await page.getByLabel('Text', { exact: true }).fill(PANGRAM)
  await page.getByRole('button', { name: 'Save as preset' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('All the letters')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'All the letters', exact: true })).toBeVisible()

  await openSkill(page, TEXT_STATISTICS)
  await page.getByRole('button', { name: 'All the letters', exact: true }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(PANGRAM)
  await page.getByRole('button', { name: 'Delete preset All the letters' }).click()
  await expect(page.getByRole('button', { name: 'All the letters', exact: true })).toHaveCount(0)
})

test('a visitor is asked to sign in for a skill that calls others, and the typed input is restored afterwards', async ({
  page,
}) => {
  const { email } = await makePerson()
  const address = '/guildhall/writing_desk/check_article'
  await openSkill(page, address)
  await page.getByLabel('Title', { exact: true }).fill('No name yet')
  await page.getByLabel('Text', { exact: true }).fill('Typed before I had a name here.')
  await runButton(page).click()
  await expect(output(page)).toContainText('Nothing ran.')
  await output(page).getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await fillSignIn(page, { email, password: PASSWORD })

  await expectSignedIn(page)
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Typed before I had a name here.')
  await runButton(page).click()
  await expectState(page, 'Succeeded')
})

test('a visitor runs a free skill without an account, and an example chosen afterwards shows its own output', async ({
  page,
}) => {
  await openSkill(page, TEXT_STATISTICS)
  await page.getByLabel('Text', { exact: true }).fill('No name, no record.')
  await runButton(page).click()

  await expectState(page, 'Succeeded')
  await expect(output(page)).toContainText('4 words')
  await expect(output(page)).toContainText('nothing of it is stored')
  await page.getByRole('button', { name: 'Two languages and an emoji' }).click()
  const example = page.getByRole('region', { name: 'Example output' })
  await expect(example).toContainText('Two languages and an emoji')
  await expect(example).not.toContainText('A pangram')
})

test('a visitor runs a skill on the front page', async ({ page }) => {
  await page.goto('/')
  const featured = page.getByRole('region', { name: /^Try one/ })
  await expect(featured).toContainText('Recorded result')

  await featured.getByRole('button', { name: 'Run it' }).click()

  await expect(output(page)).toContainText('Succeeded')
  await featured.getByRole('link', { name: 'Use your own input' }).click()
  await expect(runButton(page)).toBeVisible()
})
