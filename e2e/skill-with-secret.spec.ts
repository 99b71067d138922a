import { expect, test } from './support/fixtures.ts'
import { execute, openRun, openSkill, output, runButton } from './support/quick-execute-page.ts'

const SHOP_SKILL_SET = '/ledgerworks/shop_desk'
const ORDER_STATUS = `${SHOP_SKILL_SET}/check_order_status`

test('a SkillSet is installed, asks for its secret, stores the secret and runs with it', async ({
  page,
  signUp,
}) => {
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
