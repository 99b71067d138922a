/** What every page owes everybody: no barrier, no sideways scrolling, nothing refused or broken behind the scenes. */
import { expect, type Page, type Response } from '@playwright/test'
import axe from 'axe-core'

// "best-practice" is more than WCAG asks; "wcag22aa" has to be asked for, axe leaves it out by default.
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDE = { width: 1280, height: 720 }
const NARROW = { width: 360, height: 740 }

/**
 * Collects what the browser complains of from now on: errors of scripts, and whatever the Content-Security-Policy
 * refused; `kinds` are the console's. That the page itself answered 403 or 404 is no complaint.
 */
export function listenForComplaints(page: Page, kinds = ['error']): string[] {
  const complaints: string[] = []
  // Told apart by the answers, not by the page's address: a message may come before the address has changed.
  const refused = new Set<string>()
  page.on('response', (response) => {
    if (response.status() >= 400 && isPageItself(page, response)) refused.add(response.url())
  })
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  page.on('console', (message) => {
    const { url } = message.location()
    const isOwnStatus = message.text().startsWith('Failed to load resource') && refused.has(url)
    if (kinds.includes(message.type()) && !isOwnStatus) complaints.push(`${message.text()} (${url})`)
  })
  return complaints
}

function isPageItself(page: Page, response: Response): boolean {
  return response.request().isNavigationRequest() && response.frame() === page.mainFrame()
}

/** What another width or another theme can break; the rest is the same page. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']

/** Nothing is on its way any more: the page has the heading, and no part says that it is busy. */
async function expectAtRest(page: Page, heading?: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // Gone for a moment while a page is read again after a run.
  await expect(page).toHaveTitle(/\S/)
}

/** In what manner a page is looked at: what is drawn differs by width or by colours, seldom by both. */
export type Manner = 'wide and light' | 'narrow and dark'
const BOTH: readonly Manner[] = ['wide and light', 'narrow and dark']

/**
 * No barrier wide in light or narrow in dark, and no sideways scrolling on a phone.
 *
 * The first manner is held to every rule, the second to those that it can break. Waits until the page is at rest, each
 * time it has changed. Leaves it wide and light.
 */
export async function expectGoodPage(
  page: Page,
  heading?: string | RegExp,
  manners: readonly Manner[] = BOTH,
): Promise<void> {
  // By the debugger's hand: the page's policy would let no foreign script in.
  await page.evaluate(axe.source)
  for (const [at, manner] of manners.entries()) {
    await show(page, manner)
    await expectAtRest(page, heading)
    await expectNoBarriers(
      page,
      manner,
      at === 0 ? { type: 'tag', values: RULES } : { type: 'rule', values: RULES_OF_LOOKS },
    )
  }
  await show(page, 'narrow and dark')
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(tooWide, 'pixels that stick out sideways').toBeLessThanOrEqual(0)
  await show(page, 'wide and light')
}

async function show(page: Page, manner: Manner): Promise<void> {
  const isWide = manner === 'wide and light'
  await page.emulateMedia({ colorScheme: isWide ? 'light' : 'dark' })
  await page.setViewportSize(isWide ? WIDE : NARROW)
}

async function expectNoBarriers(page: Page, how: string, runOnly: axe.RunOnly): Promise<void> {
  const barriers = await page.evaluate(async (only) => {
    // None of the rules needs the style sheets fetched once more.
    const { violations } = await window.axe.run(document, {
      runOnly: only,
      resultTypes: ['violations'],
      preload: false,
    })
    return violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)]),
    }))
  }, runOnly)
  expect(barriers, how).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
