/** The frame of every page: its content security policy, theme and keyboard navigation. */

import { listenForComplaints } from './support/expect-good-page.ts'
import { expect, test } from './support/fixtures.ts'

test('every page brings its policy and its headers', async ({ page }) => {
  const response = await page.goto('/sign-in')
  const headers = response!.headers()

  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic'/)
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  expect(headers['permissions-policy']).toContain('camera=()')
  expect(headers['x-powered-by']).toBeUndefined()
})

test('no two pages share a nonce', async ({ request }) => {
  const policies = [await request.get('/sign-in'), await request.get('/sign-in')].map(
    (response) => response.headers()['content-security-policy'],
  )

  expect(policies[0]).not.toBe(policies[1])
})

test('dialogs, menus and toasts break no rule of the policy', async ({ page, signUp }) => {
  const complaints = listenForComplaints(page, ['error', 'warning'])
  await signUp()
  await page.goto('/settings/organisation')
  await page.getByRole('button', { name: /^Account: / }).click()
  // The menu loads on click, so an earlier Escape would close nothing.
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+k')
  // The page itself has fields with choices.
  await page.getByRole('dialog').getByRole('combobox').fill('words')
  await expect(page.getByRole('option', { name: /Search the catalogue for/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'API keys' }).first().click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  expect(complaints).toEqual([])
})

test('the chosen theme is applied from the first byte', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')

  const html = await (await page.request.get('/sign-in')).text()
  expect(html).toMatch(/<html[^>]* data-theme="dark"/)

  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark')
})

test('⌘K finds a skill and opens it, without the mouse', async ({ page }) => {
  await page.goto('/sign-in')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('text statistics')
  await expect(page.getByRole('option', { selected: true })).toContainText(
    'guildhall.text_tools.text_statistics',
  )

  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/guildhall/text_tools/text_statistics')
})

test('the keyboard’s first stop skips to the content', async ({ page }) => {
  await page.goto('/sign-in')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()

  await page.keyboard.press('Enter')

  await expect(page.getByRole('main')).toBeFocused()
})

test('a link leads to the heading of its page, and typing goes on where it was', async ({ page }) => {
  await page.goto('/docs')
  const focusedHeading = page.locator('h1:focus')

  // Follows a link in the page, then one in the header, which stays mounted.
  await page.getByRole('main').getByRole('link', { name: 'Quickstart' }).first().press('Enter')
  await expect(focusedHeading).toHaveText('Quickstart')
  await expect(focusedHeading).toHaveCSS('outline-style', 'solid')
  await page.getByRole('banner').getByRole('link', { name: 'Catalogue' }).press('Enter')
  await expect(focusedHeading).toHaveText('Skills you can rely on')

  // Typing changes the URL without navigating.
  await page.getByRole('main').getByRole('searchbox').pressSequentially('hash')
  await expect(page).toHaveURL(/q=hash/)
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused()
})

test('on a phone the pages are in a menu', async ({ page, signUp }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signUp()
  await page.goto('/settings')

  await page.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('menuitem', { name: 'Runs' }).click()

  await expect(page).toHaveURL('/runs')
})
