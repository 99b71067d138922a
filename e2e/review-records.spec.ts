/** What a review leaves behind: entries of the audit log, and notices. */
import { requestChanges } from '#lib/publishing/review/decide/decide-submission.ts'
import { actAs } from './support/configure-site-environment.ts'
import { expect, test } from './support/fixtures.ts'
import { parcelSkillSet, submitFile } from './support/submit-file.ts'

test('every transition is in the audit log, which can be filtered', async ({ page, signIn }) => {
  const { name } = await submitFile(parcelSkillSet())
  await signIn('admin')

  await page.goto('/admin/audit')
  await page.getByLabel('Subject').fill(name)
  await page.getByLabel('Action').selectOption('Submitted a version')
  await page.getByRole('button', { name: 'Filter' }).click()

  await expect(page.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveText([
    new RegExp(`submitted ${name} 1.0.0`),
  ])
})

test('a decision arrives as a notice, which is read by following it', async ({ page, signIn }) => {
  const document = parcelSkillSet()
  const { submissionId } = await submitFile(document)
  await requestChanges(await actAs('admin@demo.local'), { submissionId, reason: 'One more example, please.' })

  await signIn('publisher')
  await page.goto('/docs')
  await page.getByRole('link', { name: /^Notifications, \d+ unread/ }).click()
  const notice = page.getByRole('listitem').filter({ hasText: document.name })
  await expect(notice).toContainText('One more example, please.')
  const isUnread = notice.getByRole('button', { name: /^Mark as read/ })
  await expect(isUnread).toBeVisible()
  // Once the server responds, the notice is marked as read.
  const actionResponse = page.waitForResponse((response) => 'next-action' in response.request().headers())
  await notice.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(document.name)
  await actionResponse

  await page.goto('/notices')
  await expect(notice).toBeVisible()
  await expect(isUnread).toHaveCount(0)
})
