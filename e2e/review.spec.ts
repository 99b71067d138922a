import { addOwnFinding } from '#lib/publishing/review/findings/quote-finding.ts'
import { actAs } from './support/configure-site-environment.ts'
import { expect, test } from './support/fixtures.ts'
import { approve, decide } from './support/review-page.ts'
import { parcelSkill, parcelSkillSet, publishFile, submitFile } from './support/submit-file.ts'

test('an admin asks for changes, reviews them and approves', async ({ page, signIn }) => {
  const document = parcelSkillSet()
  const first = await submitFile(document)
  await signIn('admin')

  await page.goto('/admin/review')
  await page.getByRole('link', { name: `${document.name} 1.0.0` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('In review')
  await expect(page.getByRole('region', { name: 'Output of Two kilos' })).toContainText(
    'That costs 5.60 euro.',
  )
  const tryIt = page.getByRole('region', { name: 'Try it' })
  await tryIt.getByRole('button', { name: 'Open the form' }).click()
  await tryIt.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(tryIt.getByRole('region', { name: 'Output' })).toContainText('That costs 5.60 euro.')
  const code = page.getByRole('region', { name: 'Code', exact: true })
  await code.getByText('Comment on a line').click()
  await code.getByLabel('Line', { exact: true }).fill('1')
  await code.getByLabel('Comment', { exact: true }).fill('Which countries?')
  await code.getByRole('button', { name: 'Add comment' }).click()
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('Which countries?')
  // “r” is the key of “Request changes”, which must do nothing in the dialog's field.
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').pressSequentially('List the countries you deliver to.')
  await dialog.getByRole('button', { name: 'Request changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Changes requested')
  await expect(page.getByRole('navigation', { name: 'Queue' }).getByRole('link')).toBeFocused()

  // The publisher reads the reason and submits the same number again.
  await signIn('publisher')
  await page.goto(`/review/${first.submissionId}`)
  await expect(page.getByText('List the countries you deliver to.').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Decision' })).toHaveCount(0)
  const second = await submitFile({
    ...document,
    description: `${document.description} It delivers to Germany.`,
  })
  expect(second.version).toBe('1.0.0')

  await signIn('admin')
  await page.goto('/admin/review')
  await expect(page.getByRole('listitem').filter({ hasText: document.name })).toContainText('2nd submission')
  await approve(page, second.submissionId)
  await page.goto(`/?q=${encodeURIComponent(document.name)}`)
  await expect(page.getByRole('link', { name: 'Quote a parcel' }).first()).toBeVisible()
})

test('an update is compared with the last approved version', async ({ page, signIn }) => {
  const document = parcelSkillSet()
  await publishFile(document)
  await signIn('admin')

  const second = await submitFile({ ...document, version: '1.0.1', skills: [parcelSkill('0.7')] })
  await page.goto(`/review/${second.submissionId}`)

  await expect(page.getByText('1.0.0, the last approved version', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What changed' })).toBeVisible()
  const code = page.getByRole('region', { name: 'Code' })
  await expect(code).toContainText('1 added, 1 removed')
  await expect(code).toContainText('parameters.weight * 0.7')
})

test('a rejection needs a finding and a reason, and ends the number for good', async ({ page, signIn }) => {
  const document = parcelSkillSet()
  const { submissionId } = await submitFile(document)
  await signIn('admin')
  await page.goto(`/review/${submissionId}`)

  const decision = page.getByRole('region', { name: 'Decision' })
  const reject = decision.getByRole('button', { name: 'Reject' })
  await reject.click()
  await expect(page.getByRole('dialog')).toContainText('No finding is quoted yet')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Reject' })).toBeDisabled()
  await page.getByRole('dialog').press('Escape')
  await expect(reject).toBeFocused()
  await addOwnFinding(await actAs('admin@demo.local'), submissionId, {
    rule: 'P1',
    evidence: 'The price is not that of the carrier.',
  })
  await page.reload()

  await decide(page, 'Reject')
  await expect(page.getByRole('dialog')).toContainText('Write a sentence or two')
  await page.getByRole('dialog').getByRole('textbox').fill('No one may promise this.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rejected')
  await expect(submitFile(document)).rejects.toThrow(/1\.0\.0 has already been used/)
})

test('the second of two deciding admins sees who was first', async ({ page, otherTab, signIn }) => {
  const { submissionId } = await submitFile(parcelSkillSet())
  const other = await otherTab()
  await signIn('admin')
  await page.goto(`/review/${submissionId}`)
  await other.goto(`/review/${submissionId}`)

  await decide(page, 'Approve')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Published')
  await decide(other, 'Request changes', 'Too late.')

  const dialog = other.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(/approved this submission on .* UTC/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Published')
})

test('both sides comment, and the publisher withdraws', async ({ page, signIn }) => {
  const { submissionId } = await submitFile(parcelSkillSet())
  await signIn('admin')
  await page.goto(`/review/${submissionId}`)
  await page.getByLabel('Message to the publisher').fill('Why four euro?')
  await page.getByRole('button', { name: 'Send' }).click()
  // Looks in the list, because the field shows the comment while it is sent.
  const commentItems = page.getByRole('region', { name: 'Conversation' }).getByRole('listitem')
  await expect(commentItems).toContainText(['Why four euro?'])

  await signIn('publisher')
  await page.goto(`/review/${submissionId}`)
  await expect(commentItems).toContainText(['Why four euro?'])
  await page.getByLabel('Message to the admins').fill('The parcel alone costs that.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(commentItems).toContainText(['Why four euro?', 'The parcel alone costs that.'])
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Draft')

  await signIn('admin')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Draft')
  await expect(page.getByRole('region', { name: 'Decision' })).toHaveCount(0)
})

test('a published version is taken down with a reason everyone can read', async ({ page, signIn }) => {
  const { name } = await publishFile(parcelSkillSet())
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
