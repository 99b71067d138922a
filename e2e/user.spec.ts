/** A user finds and runs a skill, saves results and configures a SkillSet. */
import { expect, expectSignedIn, fillSignIn, makePerson, PASSWORD, test } from './support/fixtures.ts'
import {
  execute,
  expectState,
  openRun,
  openSkill,
  output,
  runButton,
  TEXT_STATISTICS,
  writeInputAsJson,
} from './support/quick-execute-page.ts'

const PANGRAM = 'The quick brown fox jumps over the lazy dog.'
const SHOP_SKILL_SET = '/ledgerworks/shop_desk'
const ORDER_STATUS = `${SHOP_SKILL_SET}/check_order_status`

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

test('a run takes no mouse', async ({ page, signUp }) => {
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

test('anyone with the link can read a shared run until the link is revoked', async ({
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

  await signIn(person)
  await page.goto(run)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
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

test('a SkillSet is installed, asks for its secret, stores it and runs with it', async ({ page, signUp }) => {
  const secret = 'sk_live_0123456789wxyz'
  await signUp()
  await page.goto(SHOP_SKILL_SET)
  await page.getByRole('button', { name: 'Install 1.0.0' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Install 1.0.0' }).click()
  await expect(page.getByRole('button', { name: 'Uninstall' })).toBeVisible()

  await openSkill(page, ORDER_STATUS)
  await expect(page.getByText('Missing: Shop API key.')).toBeVisible()
  await page.getByLabel('Order number').fill('1001')
  await runButton(page).click()
  await expect(output(page)).toContainText('PRECONDITION_FAILED')
  await expect(output(page)).toContainText('Nothing ran.')
  await output(page).getByRole('link', { name: 'Open settings' }).click()

  await page.getByLabel('Shop API key').fill(secret)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('ends in …wxyz')).toBeVisible()

  await execute(page, ORDER_STATUS, { 'Order number': '1001' })
  await expect(output(page)).toContainText('Hello! Order 1001: It is on its way.')
  await expect(page.getByText('Missing: Shop API key.')).toHaveCount(0)
  expect(await page.content()).not.toContain(secret)
  const run = await openRun(page)
  await expect(output(page)).toContainText('Hello! Order 1001: It is on its way.')
  expect(await page.content()).not.toContain(secret)
  for (const address of [`/settings/config${SHOP_SKILL_SET}`, ORDER_STATUS, run]) {
    const response = await page.request.get(address)
    expect(response.ok(), address).toBe(true)
    expect(await response.text(), address).not.toContain(secret)
  }
})

test('a visitor is asked to sign in, and the typed input is restored afterwards', async ({ page }) => {
  const { email } = await makePerson()
  await openSkill(page, TEXT_STATISTICS)
  await page.getByLabel('Text', { exact: true }).fill('Typed before I had a name here.')
  await runButton(page).click()
  await expect(output(page)).toContainText('Nothing ran.')
  await output(page).getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await fillSignIn(page, { email, password: PASSWORD })

  await expectSignedIn(page)
  await expect(page).toHaveURL(TEXT_STATISTICS)
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Typed before I had a name here.')
  await runButton(page).click()
  await expectState(page, 'Succeeded')
})
