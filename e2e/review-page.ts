/** The words for what admins do on the review desk. */
import { expect, type Page } from '@playwright/test'

/** Answers in the dialog that a button of the decision bar opens. */
export async function decide(page: Page, verdict: 'Approve' | 'Ask for changes' | 'Reject', reason = '') {
  await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: verdict }).click()
  const dialog = page.getByRole('dialog')
  if (reason) await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: verdict }).click()
}

/** Opens what waits and lets it into the catalogue. */
export async function approve(page: Page, submissionId: string): Promise<void> {
  await page.goto(`/review/${submissionId}`)
  await decide(page, 'Approve')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Published')
}
