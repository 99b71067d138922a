/** Quick Execute where it is hard: lists, refusals of the server, impatient people, skills that behave badly. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectGoodPage, listenForComplaints } from './good-page.ts'
import { publishMoodySkill } from './moody-skill.ts'

const STATISTICS = '/guildhall/text_tools/text_statistics'
const INVOICE = '/ledgerworks/office_math/invoice_total'

const output = (page: Page) => page.getByRole('region', { name: 'Output', exact: true })
const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })

/** Opens a skill once its form listens. */
async function openSkill(page: Page, path: string) {
  await page.goto(path)
  await expect(async () => {
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await expect(page.getByLabel('Input as JSON')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Form', exact: true }).click()
}

test.describe('a run', () => {
  test('starts once, however often the button is pressed', async ({ page, signUp }) => {
    await signUp(page)
    await openSkill(page, STATISTICS)
    await page.getByLabel('Text', { exact: true }).fill('Once.')

    await runButton(page).dblclick()

    await expect(output(page)).toContainText('1 word')
    await page.goto('/runs')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  })

  test('fills lists, numbers and choices from an example, and takes them as changed', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
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

  test('with what the server refuses is told beside the field, and nothing runs', async ({
    page,
    signUp,
  }) => {
    await signUp(page)
    await openSkill(page, INVOICE)
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await page
      .getByLabel('Input as JSON')
      .fill('{ "lines": [{ "description": "Paper", "unit_price": "dear" }] }')

    await runButton(page).click()

    await expect(output(page)).toContainText('Nothing ran')
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    await expect(page.getByLabel('Unit price')).toHaveAccessibleDescription(/must be a number/i)
  })
})

test.describe('a skill that behaves badly', () => {
  test('throws, breaks its contract, or floods the console, and is told apart', async ({ page, signIn }) => {
    const path = await publishMoodySkill()
    await signIn('publisher', page)
    await openSkill(page, path)
    const runAs = async (mood: string) => {
      await page.getByLabel('Mood').selectOption({ label: mood })
      await runButton(page).click()
    }

    await runAs('throw')
    await expect(output(page)).toContainText('I am in no mood for this.')
    await runAs('lie')
    await expect(output(page)).toContainText('its contract does not allow')
    await expect(output(page)).not.toContainText('forty-two')
    await runAs('flood')
    await expect(output(page)).toContainText('That was a lot.')
    await output(page).getByRole('tab', { name: /Logs/ }).click()
    await expect(output(page)).toContainText('cut')
  })

  test('loops, and is ended by the clock', async ({ page, signIn }) => {
    const path = await publishMoodySkill()
    await signIn('publisher', page)
    await openSkill(page, path)

    await page.getByLabel('Mood').selectOption({ label: 'loop' })
    await runButton(page).click()

    await expect(output(page)).toContainText('Timed out', { timeout: 20_000 })
    await page.getByLabel('Mood').selectOption({ label: 'well' })
    await runButton(page).click()
    await expect(output(page)).toContainText('I am well.')
  })

  test('takes its time, says how far it is, and can be cancelled', async ({ page, signIn }) => {
    const path = await publishMoodySkill()
    await signIn('publisher', page)
    await openSkill(page, path)

    await page.getByLabel('Mood').selectOption({ label: 'slow' })
    await runButton(page).click()
    await expect(output(page)).toContainText('Half way')
    await expect(output(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')
    await output(page).getByRole('button', { name: 'Cancel' }).click()

    await expect(output(page)).toContainText('Cancelled')
  })
})

test('Quick Execute is a good page with a result, and the browser has nothing to complain of', async ({
  page,
  signUp,
}) => {
  const complaints = listenForComplaints(page)
  await signUp(page)
  await openSkill(page, INVOICE)
  await page.getByRole('button', { name: 'Two rates and a discount' }).click()
  await runButton(page).click()
  await expect(output(page)).toContainText('Succeeded')

  await expectGoodPage(page)

  expect(complaints).toEqual([])
})
