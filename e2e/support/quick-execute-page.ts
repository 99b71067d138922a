import { expect, type Locator, type Page } from '@playwright/test'

export const TEXT_STATISTICS = '/guildhall/text_tools/text_statistics'

/** Nine words in one sentence. */
export const PANGRAM = 'The quick brown fox jumps over the lazy dog.'

export async function openSkill(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(runButton(page)).toBeVisible()
}

export async function execute(page: Page, address: string, fields: Record<string, string>): Promise<void> {
  await openSkill(page, address)
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  await runButton(page).click()
  await expectState(page, 'Succeeded')
}

export function runButton(page: Page): Locator {
  return page
    .getByRole('region', { name: 'Input', exact: true })
    .getByRole('button', { name: 'Run', exact: true })
}

export function output(page: Page): Locator {
  return page.getByRole('region', { name: 'Output', exact: true })
}

/** `state` is the badge above the output: "Succeeded", "Failed", "Timed out", "Cancelled". */
export async function expectState(page: Page, state: string): Promise<void> {
  await expect(output(page).getByText(state, { exact: true })).toBeVisible()
}

/** Switches the form to JSON and enters the input. Returns the text. */
export async function writeInputAsJson(page: Page, input: unknown): Promise<string> {
  const text = JSON.stringify(input)
  await page.getByRole('group', { name: 'Input mode' }).getByRole('button', { name: 'JSON' }).click()
  await page.getByLabel('Input as JSON').fill(text)
  return text
}

export async function openRun(page: Page): Promise<string> {
  await output(page).getByRole('link', { name: 'View run details' }).click()
  await expect(page).toHaveURL(/\/runs\/[^/]+$/)
  return new URL(page.url()).pathname
}
