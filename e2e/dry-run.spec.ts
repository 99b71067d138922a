/** Dry runs of skills with a price: the form's offer and the result of a free one. */

import { expectGoodPage } from './support/expect-good-page.ts'
import { expect, test } from './support/fixtures.ts'
import { output } from './support/quick-execute-page.ts'

const SUPPORTED = '/northlight/design_checks/type_scale'
const REFUSED = '/northlight/account_safety/check_digit'

test('a dry run that is supported is free, and the page states that it was one', async ({ page, signUp }) => {
  await signUp()
  await page.goto(SUPPORTED)
  const input = page.getByRole('region', { name: 'Input', exact: true })
  await expect(input.getByRole('button', { name: 'Run for 0.02 USDC' })).toBeVisible()

  await input.getByRole('switch', { name: 'Dry run' }).click()
  await expect(input.getByText('Free. The skill is asked not to change anything.')).toBeVisible()
  await expectGoodPage(page)
  await input.getByRole('button', { name: 'Dry run', exact: true }).click()

  await expect(output(page)).toContainText('Dry run: the skill was asked')
  await expect(output(page)).toContainText('A dry run: a run returns 8 sizes.')
})

test('a skill that does not support dry runs offers none, and states why', async ({ page, signUp }) => {
  await signUp()
  await page.goto(REFUSED)
  const input = page.getByRole('region', { name: 'Input', exact: true })

  await expect(input.getByRole('switch', { name: 'Dry run' })).toBeDisabled()
  await expect(input.getByText('this paid skill does not support dry runs')).toBeVisible()
  await page.getByRole('tab', { name: 'Contract' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('It does not support dry runs.')
})
