/** What every page owes everybody: no barrier, no sideways scrolling, nothing refused or broken behind the scenes. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

// "best-practice" is more than WCAG asks; "wcag22aa" has to be asked for, axe leaves it out by default.
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const NARROW = { width: 360, height: 740 }

/**
 * Collects what the browser complains of from now on: errors of scripts, and whatever the Content-Security-Policy
 * refused. That the page itself answered 403 or 404 is no complaint.
 */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  page.on('console', (message) => {
    const isOwnStatus =
      message.text().startsWith('Failed to load resource') && message.location().url === page.url()
    if (message.type() === 'error' && !isOwnStatus) complaints.push(message.text())
  })
  return complaints
}

/** Nothing is on its way any more: the page has its heading, and no part says that it is busy. */
export async function expectAtRest(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** No barrier in light or dark, and no sideways scrolling on a phone. Leaves the page narrow. */
export async function expectGoodPage(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoBarriers(page, colorScheme)
  }
  await page.setViewportSize(NARROW)
  await expectAtRest(page)
  await expectNoBarriers(page, 'narrow')
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(tooWide, 'pixels that stick out sideways').toBeLessThanOrEqual(0)
}

export async function expectNoBarriers(page: Page, how: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  const barriers = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)]),
  }))
  expect(barriers, how).toEqual([])
}
