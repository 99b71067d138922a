/** The review desk: from the queue to a decision, for the admin and for the publisher who waits. */
import { askForChanges } from '#lib/review/decide.ts'
import { catchAction, sendAgain } from './caught-action.ts'
import { actAs } from './connect-to-site.ts'
import { expect, test } from './fixtures.ts'
import { approve, decide } from './review-page.ts'
import { parcelDesk, parcelSkill, publishFile, submitFile } from './submit-file.ts'

test('an admin asks for changes, reads what changed, and approves', async ({ page, signIn }) => {
  const document = parcelDesk()
  const first = await submitFile(document)
  await signIn('admin')

  await page.goto('/review')
  await page.getByRole('link', { name: `${document.name} 1.0.0` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('In review')
  await expect(page.getByRole('region', { name: 'Output of Two kilos' })).toContainText(
    'That costs 5.60 euro.',
  )
  await decide(page, 'Ask for changes', 'Say which countries you deliver to.')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Changes asked')

  // The publisher reads why, and hands the same number in again.
  await signIn('publisher')
  await page.goto(`/review/${first.submissionId}`)
  await expect(page.getByText('Say which countries you deliver to.').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Decision' })).toHaveCount(0)
  const second = await submitFile({
    ...document,
    description: `${document.description} It delivers to Germany.`,
  })
  expect(second.version).toBe('1.0.0')

  await signIn('admin')
  await page.goto('/review')
  await expect(page.getByRole('listitem').filter({ hasText: document.name })).toContainText('2nd submission')
  await approve(page, second.submissionId)
  await page.goto(`/?q=${encodeURIComponent(document.name)}`)
  await expect(page.getByRole('link', { name: 'Quote a parcel' }).first()).toBeVisible()
})

test('an update is compared with what was approved before', async ({ page, signIn }) => {
  const document = parcelDesk()
  await publishFile(document)
  await signIn('admin')

  const second = await submitFile({ ...document, version: '1.0.1', skills: [parcelSkill('0.7')] })
  await page.goto(`/review/${second.submissionId}`)

  await expect(page.getByText('1.0.0, the last approved version')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What changed' })).toBeVisible()
  const code = page.getByRole('region', { name: 'Code' })
  await expect(code).toContainText('1 added, 1 removed')
  await expect(code).toContainText('parameters.weight * 0.7')
})

test('a rejection needs a reason, and ends the number for good', async ({ page, signIn }) => {
  const document = parcelDesk()
  const { submissionId } = await submitFile(document)
  await signIn('admin')
  await page.goto(`/review/${submissionId}`)

  await decide(page, 'Reject')
  await expect(page.getByRole('dialog')).toContainText('Write a sentence or two')
  await page.getByRole('dialog').getByRole('textbox').fill('Nobody may promise this.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rejected')
  await expect(submitFile(document)).rejects.toThrow(/1\.0\.0 was used before/)
})

test('of two who decide, the second is told who was first', async ({ page, otherTab, signIn }) => {
  const { submissionId } = await submitFile(parcelDesk())
  const other = await otherTab()
  await signIn('admin')
  await page.goto(`/review/${submissionId}`)
  await other.goto(`/review/${submissionId}`)

  await decide(page, 'Approve')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Published')
  await decide(other, 'Reject', 'Too late.')

  const dialog = other.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(/approved this submission on .* UTC/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Published')
})

test('both sides talk, and the publisher takes it back', async ({ page, signIn }) => {
  const { submissionId } = await submitFile(parcelDesk())
  await signIn('admin')
  await page.goto(`/review/${submissionId}`)
  await page.getByLabel('Write to the publisher').fill('Why four euro?')
  await page.getByRole('button', { name: 'Send' }).click()
  // In the list: what is being sent stands in its field meanwhile.
  const said = page.getByRole('region', { name: 'Conversation' }).getByRole('listitem')
  await expect(said).toContainText(['Why four euro?'])

  await signIn('publisher')
  await page.goto(`/review/${submissionId}`)
  await expect(said).toContainText(['Why four euro?'])
  await page.getByLabel('Write to the admins').fill('The box alone costs that.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(said).toContainText(['Why four euro?', 'The box alone costs that.'])
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Draft')

  await signIn('admin')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Draft')
  await expect(page.getByRole('region', { name: 'Decision' })).toHaveCount(0)
})

test('every move stands in the audit log, which can be filtered', async ({ page, signIn }) => {
  const { name } = await submitFile(parcelDesk())
  await signIn('admin')

  await page.goto('/review/audit')
  await page.getByLabel('Subject').fill(name)
  await page.getByLabel('Action').selectOption('Submitted')
  await page.getByRole('button', { name: 'Filter' }).click()

  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    new RegExp(`submitted ${name} 1.0.0`),
  ])
})

test('the desk is closed to visitors and users, and a submission to strangers', async ({ page, signIn }) => {
  const { submissionId } = await submitFile(parcelDesk())

  await page.goto('/review')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Freview/)

  await signIn('user')
  for (const [address, status] of [
    ['/review', 403],
    ['/review/audit', 403],
    ['/admin/status', 403],
    [`/review/${submissionId}`, 404],
  ] as const) {
    expect((await page.request.get(address)).status(), address).toBe(status)
  }
  await page.goto('/review')
  await expect(page.getByText('You are not allowed to see this page')).toBeVisible()
})

test('a decision sent without a session is refused', async ({ page, request: visitor, signIn }) => {
  const { submissionId } = await submitFile(parcelDesk())
  await signIn('admin')
  await page.goto(`/review/${submissionId}`)
  // Refused for want of a reason, so the submission still waits when the same call is sent again.
  const decision = await catchAction(page, () => decide(page, 'Reject'))

  const answer = await sendAgain(visitor, {
    ...decision,
    body: decision.body.replace('"reject"', '"approve"'),
  })

  expect(await answer.text()).toContain('UNAUTHENTICATED')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('In review')
})

test('a published version is taken down with a reason everyone can read', async ({ page, signIn }) => {
  const { name } = await publishFile(parcelDesk())
  await signIn('admin')

  await page.goto(`/${name.replace('.', '/')}`)
  await page.getByRole('button', { name: 'Take down' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('It quotes last year’s prices.')
  await dialog.getByLabel('Every public version').check()
  await dialog.getByRole('button', { name: 'Take down' }).click()

  await expect(page.getByRole('main')).toContainText('It quotes last year’s prices.')
  await expect(page.getByRole('button', { name: 'Take down' })).toHaveCount(0)
})

test('a decision arrives as a notice, which is read by following it', async ({ page, signIn }) => {
  const document = parcelDesk()
  const { submissionId } = await submitFile(document)
  await askForChanges(await actAs('admin@demo.local'), { submissionId, reason: 'One more example, please.' })

  await signIn('publisher')
  await page.goto('/docs')
  await page.getByRole('link', { name: /^Notices, \d+ unread/ }).click()
  const notice = page.getByRole('listitem').filter({ hasText: document.name })
  await expect(notice).toContainText('One more example, please.')
  const isUnread = notice.getByRole('button', { name: /^Mark as read/ })
  await expect(isUnread).toBeVisible()
  // Told on the way: the server has heard when it answers.
  const heard = page.waitForResponse((response) => 'next-action' in response.request().headers())
  await notice.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(document.name)
  await heard

  await page.goto('/notices')
  await expect(notice).toBeVisible()
  await expect(isUnread).toHaveCount(0)
})
