import { expect, test } from './support/fixtures.ts'

test.describe('pages without a connection', () => {
  test('without a connection, a button of a server action says so, and the page stays', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn('user')
    await page.goto('/settings/webhooks')
    await page.getByRole('button', { name: 'Add webhook' }).first().click()
    const url = page.getByLabel('URL').first()
    await url.fill('https://example.com/half-written')
    // What shows toasts is loaded when a person first does something.
    await expect(page.getByRole('region', { name: /Notifications/ })).toBeAttached()
    await context.setOffline(true)

    await page.getByRole('button', { name: 'Add webhook' }).last().click()

    await expect(page.getByText('The server cannot be reached.').first()).toBeVisible()
    await expect(url).toHaveValue('https://example.com/half-written')
    await context.setOffline(false)
  })

  test('without a connection, a form says so, and keeps what was typed', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn('user')
    await page.goto('/settings')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Half written')
    // What shows toasts is loaded when a person first does something.
    await expect(page.getByRole('region', { name: /Notifications/ })).toBeAttached()
    await context.setOffline(true)

    await page.getByRole('button', { name: 'Save' }).first().click()

    await expect(page.getByText('The server cannot be reached.').first()).toBeVisible()
    await expect(name).toHaveValue('Half written')
    await context.setOffline(false)
  })
})
