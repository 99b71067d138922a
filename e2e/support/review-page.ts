import { expect, type Page } from '@playwright/test'

export async function decide(page: Page, verdict: 'Approve' | 'Request changes' | 'Reject', reason = '') {
  await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: verdict }).click()
  const dialog = page.getByRole('dialog')
  if (reason) await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: verdict }).click()
}

export async function approve(page: Page, submissionId: string): Promise<void> {
  await page.goto(`/review/${submissionId}`)
  await decide(page, 'Approve')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Published')
}
