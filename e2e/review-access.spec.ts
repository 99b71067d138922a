import { captureAction, sendAgain } from './support/capture-action.ts'
import { expect, test } from './support/fixtures.ts'
import { decide } from './support/review-page.ts'
import { parcelSkillSet, submitFile } from './support/submit-file.ts'

test('the review pages are closed to visitors and users, and a submission to strangers', async ({
  page,
  signIn,
}) => {
  const { submissionId } = await submitFile(parcelSkillSet())

  // This is the former address of the admin pages.
  await page.goto('/review')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fadmin%2Freview/)

  await signIn('user')
  for (const [address, status] of [
    ['/admin/review', 403],
    ['/admin/audit', 403],
    ['/admin/status', 403],
    [`/review/${submissionId}`, 404],
  ] as const) {
    expect((await page.request.get(address)).status(), address).toBe(status)
  }
  await page.goto('/review')
  await expect(page.getByText('You do not have access to this page')).toBeVisible()
})

test('a decision sent without a session is refused', async ({ page, request: visitor, signIn }) => {
  const { submissionId } = await submitFile(parcelSkillSet())
  await signIn('admin')
  await page.goto(`/review/${submissionId}`)
  // Refused without a reason, so the submission is still waiting when the call is replayed.
  const decision = await captureAction(page, () => decide(page, 'Request changes'))

  const answer = await sendAgain(visitor, {
    ...decision,
    body: decision.body.replace('"ask_changes"', '"approve"'),
  })

  expect(await answer.text()).toContain('UNAUTHENTICATED')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('In review')
})
