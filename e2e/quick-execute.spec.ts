/** Quick Execute in difficult cases: lists, refusals by the server, impatient people. */

import { expectGoodPage, listenForComplaints } from './support/expect-good-page.ts'
import { expect, test } from './support/fixtures.ts'
import {
  openSkill,
  output,
  runButton,
  TEXT_STATISTICS,
  writeInputAsJson,
} from './support/quick-execute-page.ts'
import { slowDown } from './support/slow-line.ts'

const INVOICE = '/ledgerworks/office_math/invoice_total'

test('a visitor sees what the examples return without an account, and when the version was published', async ({
  page,
}) => {
  await openSkill(page, INVOICE)
  const example = page.getByRole('region', { name: 'Example output' })

  await expect(example).toContainText('Recorded when version')
  await page.getByRole('button', { name: 'Gross prices' }).click()

  await expect(example).toContainText('Gross prices')
  await expect(example.getByRole('button', { name: 'Use this input' })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(/published \w+ \d+, \d{4}/)
  await page.getByRole('link', { name: 'Changelog' }).click()
  await expect(page).toHaveURL(/#versions$/)
})

test.describe('on a slow line', () => {
  test('text that is typed before the scripts have loaded is in its field and in the run, for which Run waits', async ({
    context,
    signUp,
  }) => {
    await signUp()
    const page = await context.newPage()
    const text = page.getByLabel('Text', { exact: true })
    await slowDown(page, { kilobytes: 100, latencyMs: 100 })

    await page.goto(TEXT_STATISTICS, { waitUntil: 'commit' })
    await text.fill('One two three.')
    await runButton(page).click()
    await expect(page.getByText('Waiting for the form to load…')).toBeVisible()

    await expect(output(page)).toContainText('3 words')
    await expect(text).toHaveValue('One two three.')
  })

  test('an example that is chosen before the scripts have loaded is filled in, and runs when Run was pressed too', async ({
    context,
    signUp,
  }) => {
    await signUp()
    const page = await context.newPage()
    await slowDown(page, { kilobytes: 100, latencyMs: 100 })

    await page.goto(TEXT_STATISTICS, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'A pangram' }).click()
    await expect(page.getByText('Waiting for the form to load…')).toBeVisible()
    await runButton(page).click()

    await expect(output(page)).toContainText('9 words')
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/quick brown fox/)
  })

  test('a draft fills the other fields of a form only, and leaves what was typed before the scripts had loaded', async ({
    page,
    context,
    signUp,
  }) => {
    await signUp()
    await openSkill(page, INVOICE)
    await page.getByLabel('Description').fill('Paper')
    await page.getByLabel('Unit price').fill('12')
    await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible()
    await page.close()
    const later = await context.newPage()
    await slowDown(later, { kilobytes: 100, latencyMs: 100 })

    await later.goto(INVOICE, { waitUntil: 'commit' })
    await later.getByLabel('Unit price').fill('15')

    await expect(later.getByLabel('Description')).toHaveValue('Paper')
    await expect(later.getByLabel('Unit price')).toHaveValue('15')
  })
})

test('running a skill in one tab leaves the draft of another', async ({ page, otherTab, signUp }) => {
  await signUp()
  await openSkill(page, TEXT_STATISTICS)
  await page.getByLabel('Text', { exact: true }).fill('A draft.')
  const tab = await otherTab()
  await openSkill(tab, TEXT_STATISTICS)
  await tab.getByLabel('Text', { exact: true }).fill('Something else.')

  await runButton(tab).click()
  await expect(output(tab)).toContainText('2 words')
  await page.reload()

  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('A draft.')
})

test.describe('a run from the page of a skill', () => {
  test('a run starts once, however often the button is pressed', async ({ page, signUp }) => {
    await signUp()
    await openSkill(page, TEXT_STATISTICS)
    await page.getByLabel('Text', { exact: true }).fill('Once.')

    await runButton(page).dblclick()

    await expect(output(page)).toContainText('1 word')
    await page.goto('/runs')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  })

  test('a run and its input are there again after a reload and on the way back, and a newer draft is kept', async ({
    page,
    signUp,
  }) => {
    await signUp()
    await openSkill(page, TEXT_STATISTICS)
    const text = page.getByLabel('Text', { exact: true })
    await text.fill('One two three.')
    await runButton(page).click()
    await expect(output(page)).toContainText('3 words')
    await expect(page).toHaveURL(/[?&]run=/)

    await page.reload()

    await expect(output(page)).toContainText('3 words')
    await expect(text).toHaveValue('One two three.')
    await output(page).getByRole('link', { name: 'View run details' }).click()
    await expect(page).toHaveURL(/\/runs\//)
    await page.goBack()
    await expect(output(page)).toContainText('3 words')

    await text.fill('A newer draft.')
    await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible()
    await page.reload()
    await expect(text).toHaveValue('A newer draft.')
    await expect(output(page)).toContainText('3 words')
  })

  test('the form of a skill fills lists, numbers and choices from an example, and sends them as changed', async ({
    page,
    signUp,
  }) => {
    await signUp()
    await openSkill(page, INVOICE)

    await page.getByRole('button', { name: 'Gross prices' }).click()
    await page.getByRole('button', { name: /^Add another/ }).click()
    await expect(page.getByLabel('Description').last()).toBeFocused()
    await page.keyboard.type('Postage')
    await page.getByLabel('Unit price').last().fill('12.5')
    await runButton(page).click()

    await expect(output(page)).toContainText('Succeeded')
    await expect(output(page).getByRole('table').first()).toContainText('Postage')
  })

  test('the input of a run is checked in the browser by the compiled contract, and again on the server', async ({
    page,
    signUp,
  }) => {
    await signUp()
    // A validator that accepts everything.
    const body = `export function makeValidators() {
      globalThis.isMade = true
      return { 'schema:parts': () => true, 'schema:root': () => true }
    }`
    await page.route(/\/api\/validators\?/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    )
    await openSkill(page, INVOICE)

    await page.getByRole('button', { name: /^Add another/ }).click()
    await page.getByLabel('Unit price').last().fill('dear')
    await page.waitForFunction(() => 'isMade' in globalThis)
    await runButton(page).click()

    await expect(output(page)).toContainText('Nothing ran')
    await expect(page.getByLabel('Unit price').last()).toHaveAccessibleDescription(/must be a number/i)
  })

  test('the form of a skill loads its compiled contract when it is first used', async ({ page, signUp }) => {
    await signUp()
    await openSkill(page, INVOICE)
    const loading = page.waitForResponse(/\/api\/validators\?/)

    await page.getByRole('button', { name: /^Add another/ }).click()

    // Reads the body as the browser imports it.
    expect(await (await loading).text()).toContain('export function makeValidators')
  })

  test('an error that a skill reports about a field is shown there, and an output says when it is not of the input in the form', async ({
    page,
    signUp,
  }) => {
    await signUp()
    await openSkill(page, '/northlight/weather_desk/get_weather')
    const city = page.getByLabel('City')
    await runButton(page).click()
    await expect(page.getByText('so nothing ran. Below is an example.')).toBeVisible()

    await city.fill('Viena')
    await runButton(page).click()
    await expect(city).toHaveAccessibleDescription(/No climate table for Viena/)
    await city.fill('Vienna')
    await expect(city).not.toHaveAccessibleDescription(/No climate table/)
    await runButton(page).click()
    await expect(output(page)).toContainText('Succeeded')

    await city.fill('')
    await runButton(page).click()
    await expect(page.getByText('so nothing ran. Below is the result of an earlier run.')).toBeVisible()
  })

  test('a run that the server refuses shows the refusal next to the field', async ({ page, signUp }) => {
    await signUp()
    await openSkill(page, INVOICE)
    await writeInputAsJson(page, { lines: [{ description: 'Paper', unit_price: 'dear' }] })
    await runButton(page).click()

    await expect(output(page)).toContainText('Nothing ran')
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    await expect(page.getByLabel('Unit price')).toHaveAccessibleDescription(/must be a number/i)
  })
})

test('Quick Execute is a good page with a result, and the browser has nothing to complain of', async ({
  page,
  signUp,
}) => {
  const complaints = listenForComplaints(page)
  await signUp()
  await openSkill(page, INVOICE)
  await page.getByRole('button', { name: 'Two rates and a discount' }).click()
  await runButton(page).click()
  await expect(output(page)).toContainText('Succeeded')

  await expectGoodPage(page, 'Invoice total')

  expect(complaints).toEqual([])
})
