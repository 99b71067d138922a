/** Finding, installing and configuring a SkillSet, as a visitor, as a user and without scripts. */
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

const cards = (page: Page) => page.getByRole('article')

test.describe('the search of the catalogue', () => {
  test('the search of the catalogue shows results while typing and puts the query into the URL', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('searchbox').fill('statistics')

    await expect(page).toHaveURL('/?q=statistics')
    await expect(cards(page).first()).toContainText('guildhall.text_tools.text_statistics')
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('statistics')
    await expect(cards(page).first()).toContainText('Text statistics')
  })

  test('the search of the catalogue forgives a typing error', async ({ page }) => {
    await page.goto('/?q=curency')

    await expect(cards(page).first()).toContainText(/currency/i)
  })

  test('the catalogue shows that no skills match, and links back to all of them', async ({ page }) => {
    await page.goto('/?q=xqzzkwv')

    await expect(page.getByText('No skills match')).toBeVisible()
    await page.getByRole('link', { name: 'Show all skills' }).click()
    await expect(page).toHaveURL('/')
    await expect(cards(page).first()).toBeVisible()
  })

  test('the catalogue is narrowed by a filter, which can be removed again', async ({ page }) => {
    // Results are not counted, because other journeys publish at the same time. One skill is about dates.
    const search = '/?q=time'
    const dates = cards(page).filter({ hasText: 'ledgerworks.calendar.' }).first()
    const other = cards(page).filter({ hasText: 'guildhall.text_tools.text_statistics' })
    await page.goto(search)
    await expect(dates).toBeVisible()
    await expect(other).toBeVisible()

    await page.getByLabel('Category').selectOption('dates')
    await expect(page).toHaveURL(`${search}&category=dates`)
    await expect(other).toHaveCount(0)
    await expect(dates).toBeVisible()

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(search)
    await expect(other).toBeVisible()
  })

  test('the catalogue lists the built-in tools apart from the skills of publishers, and finds both', async ({
    page,
  }) => {
    const tools = cards(page).filter({ hasText: 'Built-in' })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Popular skills' })).toBeVisible()
    await expect(cards(page).first()).toBeVisible()
    await expect(tools).toHaveCount(0)

    await page.getByRole('link', { name: 'Built-in tools' }).click()
    await expect(page.getByRole('heading', { name: 'Popular built-in tools' })).toBeVisible()
    await expect(cards(page).first()).toContainText('Built-in')

    await page.getByRole('searchbox').fill('read file')
    await expect(tools.filter({ hasText: 'vault.readFile' })).toBeVisible()
    await page.getByLabel('Runtime').selectOption('')
    await expect(tools.filter({ hasText: 'vault.readFile' })).toBeVisible()
  })

  test('the catalogue reports ignored parts of its URL instead of failing', async ({ page }) => {
    const response = await page.goto('/?category=cheese&sort=sideways&cursor=forged&q=%00')

    expect(response?.status()).toBe(200)
    await expect(page.getByText('The unknown category “cheese” was ignored')).toBeVisible()
    await expect(cards(page).first()).toBeVisible()
  })

  test('the search of the catalogue is a plain form without scripts', async ({ browser }) => {
    const page = await browser.newPage({ javaScriptEnabled: false })
    await page.goto('/')
    await page.getByRole('searchbox').fill('password')
    await page.getByRole('button', { name: 'Search', exact: true }).click()

    await expect(page).toHaveURL(/q=password/)
    await expect(cards(page).first()).toContainText(/password/i)
    await page.close()
  })
})

test('a visitor reads a SkillSet and its publisher, and is asked to sign in to install', async ({ page }) => {
  await page.goto('/guildhall/text_tools')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Text tools')
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expect(page.getByText('The skills only use the input you give them')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Install/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Guildhall', exact: true }).last().click()
  await expect(page).toHaveURL('/guildhall')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Guildhall')
})

test('the versions of a skill are a menu of links, where arrow keys leave the page as it is', async ({
  page,
}) => {
  await page.goto('/ledgerworks/calendar/meeting_times')
  await page.getByRole('button', { name: 'Version 1.1.0' }).press('ArrowDown')
  const older = page.getByRole('menuitem', { name: '1.0.0' })

  await older.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(older).toBeFocused()
  await expect(page).toHaveURL('/ledgerworks/calendar/meeting_times')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/ledgerworks/calendar/meeting_times?version=1.0.0')
})

test('search engines find the public skills, and are kept from searches and people’s own pages', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  const sitemap = await (await request.get('/sitemap.xml')).text()

  expect(robots).toMatch(/^Sitemap: http\S+\/sitemap\.xml$/m)
  expect(robots).toContain('Disallow: /settings')
  expect(sitemap).toContain('/guildhall/text_tools/text_statistics</loc>')
})

test('a person finds what they starred under Starred in the account menu', async ({ page, signUp }) => {
  await signUp()
  await page.goto('/guildhall/text_tools')
  await page.getByRole('button', { name: 'Star', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Starred/ })).toBeVisible()

  await page.goto('/starred')

  await expect(cards(page).filter({ hasText: 'Text statistics' })).toHaveCount(1)
})

test('a missing page is a 404, also under a reserved name', async ({ page }) => {
  for (const path of ['/nobody', '/guildhall/nothing', '/images', '/settings/nowhere']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
  }
})

test('a user installs, upgrades with the change list, follows updates, and uninstalls', async ({
  page,
  signUp,
}) => {
  await signUp()
  await page.goto('/ledgerworks/calendar?version=1.0.0')
  await page.getByRole('button', { name: 'Install 1.0.0' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Install 1.0.0' }).click()

  await page.getByRole('button', { name: /^Upgrade to/ }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'What changes' })).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Change to/ })
    .click()
  // An open dialog hides the page behind it. It closes once the change is made.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Upgrade to/ })).toHaveCount(0)

  await page.goto('/settings/installed')
  await expect(page.getByRole('heading', { name: /Calendar/ })).toBeVisible()
  await page.getByRole('button', { name: 'Updates…' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Compatible updates/)
    .check()
  await expect(page.getByRole('dialog').getByText(/resolves to \d/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/· Compatible updates \(\^/)).toBeVisible()
  await page.getByRole('button', { name: 'Uninstall' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
  await expect(page.getByText('No SkillSets installed')).toBeVisible()
})

test('a secret is set, shown by its end only, replaced and removed', async ({ page, signUp }) => {
  const secret = 'sk_live_0123456789wxyz'
  await signUp()
  await page.goto('/settings/config/ledgerworks/shop_desk')
  await expect(page.getByText('Required before you can run its skills')).toBeVisible()
  await page.getByLabel('Shop API key').fill(secret)
  await page.getByRole('button', { name: 'Save settings' }).click()

  await expect(page.getByText('ends in …wxyz')).toBeVisible()
  await expect(page.getByText('All required settings are complete.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('ends in …wxyz')).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('button', { name: 'Replace Shop API key' }).click()
  await expect(page.getByLabel('Shop API key')).toBeFocused()
  await page.getByLabel('Shop API key').fill('1234567')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('must have at least 8 characters')).toBeVisible()
  await page.getByLabel('Shop API key').fill('12345678')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('button', { name: 'Remove Shop API key' })).toBeVisible()
  // Showing the end of a short secret would reveal too much.
  await expect(page.getByText('ends in')).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove Shop API key' }).click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Required before you can run its skills')).toBeVisible()
})

test('a visitor has to sign in before seeing settings, and returns to them', async ({ page }) => {
  await page.goto('/settings/config/ledgerworks/shop_desk')

  await expect(page).toHaveURL(/\/sign-in\?next=%2Fsettings%2Fconfig%2Fledgerworks%2Fshop_desk/)
})
