import { expect, test } from './support/fixtures.ts'
import { expectSaved, openNewDraft, writeCode } from './support/studio-page.ts'

test.describe('unsaved text in the studio', () => {
  test('text typed in the studio is not lost by a reload that comes before the save', async ({
    page,
    signIn,
  }) => {
    await signIn('publisher')
    await openNewDraft(page)
    await page.getByLabel('Tagline').fill('Typed a moment ago')
    await page.reload()

    await expect(page.getByLabel('Tagline')).toHaveValue('Typed a moment ago')
    await expectSaved(page)
    await page.reload()
    await expect(page.getByLabel('Tagline')).toHaveValue('Typed a moment ago')
  })

  test('text typed in the studio is not lost by a crash while the network is gone', async ({
    page,
    context,
    otherTab,
    signIn,
  }) => {
    await signIn('publisher')
    const { path } = await openNewDraft(page)
    await context.setOffline(true)
    await page.getByLabel('Tagline').fill('Typed into the void')
    await expect(page.getByTestId('save-status')).toContainText('Not saved: The server cannot be reached.')
    // Without `fetch`, the page cannot save when it is closed, as after a crash: only the browser's storage remains.
    await page.evaluate(() => {
      window.fetch = () => new Promise(() => {})
    })
    await page.close({ runBeforeUnload: false })
    await context.setOffline(false)

    const after = await otherTab()
    await after.goto(path)

    await expect(after.getByText('Your unsaved changes were restored')).toBeVisible()
    await expect(after.getByLabel('Tagline')).toHaveValue('Typed into the void')
    await expectSaved(after)
  })

  test('text typed in the studio is not lost by another user’s save: the user chooses between both versions', async ({
    page,
    otherTab,
    signIn,
  }) => {
    await signIn('publisher')
    const { path } = await openNewDraft(page)
    const other = await otherTab()
    await other.goto(path)
    await other.getByLabel('Tagline').fill('Theirs')
    await expectSaved(other)

    await page.getByLabel('Tagline').fill('Mine')
    await expect(page.getByText('saved this draft while you were editing it')).toBeVisible()
    await expect(page.getByLabel('Tagline')).toHaveValue('Mine')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expectSaved(page)

    await other.reload()
    await expect(other.getByLabel('Tagline')).toHaveValue('Mine')
  })

  test('an incomplete schema is stored as typed', async ({ page, signIn }) => {
    await signIn('publisher')
    await openNewDraft(page, 'skills.0.parameters')
    await page.getByRole('tab', { name: 'JSON' }).click()
    await writeCode(page, 'Parameters as JSON Schema', '{ "type": "object", ')
    await expectSaved(page)
    await page.reload()

    await page.getByRole('tab', { name: 'JSON' }).click()
    await expect(page.getByRole('textbox', { name: 'Parameters as JSON Schema' })).toContainText(
      '{ "type": "object",',
    )
  })
})
