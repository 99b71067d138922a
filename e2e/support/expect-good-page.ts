/** Checks of every page: accessibility, no horizontal scrolling, no errors in the background. */
import { expect, type Page, type Response } from '@playwright/test'
import axe from 'axe-core'

// "best-practice" exceeds WCAG; axe excludes "wcag22aa" by default.
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Collects browser complaints from now on: script errors and Content-Security-Policy violations; `kinds`
 * selects console messages. A page's own 403 or 404 does not count.
 */
export function listenForComplaints(page: Page, kinds = ['error']): string[] {
  const complaints: string[] = []
  // Compares URLs of responses, because the console message may precede navigation.
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

/** Rules that width or theme can break. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']

/** Waits until the page has the heading and no part is busy. */
async function expectAtRest(page: Page, heading?: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // Replaces axe's rule, because React swaps the title element when a page reloads after a run.
  await expect(page).toHaveTitle(/\S/)
}

// biome-ignore format: table
const DISPLAY_MODES = {
  'wide and light':   { width: 1280, height: 720, colorScheme: 'light' },
  'narrow and dark':  { width: 360,  height: 740, colorScheme: 'dark' },
  'wide and dark':    { width: 1280, height: 720, colorScheme: 'dark' },
  // Equals 1280 by 800 at 200% zoom.
  'zoomed and light': { width: 640,  height: 400, colorScheme: 'light' },
  'zoomed and dark':  { width: 640,  height: 400, colorScheme: 'dark' },
} as const

export type DisplayMode = keyof typeof DISPLAY_MODES

export const ALL_DISPLAY_MODES = Object.keys(DISPLAY_MODES) as DisplayMode[]

/** Width and theme rarely break something only in combination, so two combinations suffice. */
const USUAL_MODES: readonly DisplayMode[] = ['wide and light', 'narrow and dark']

/**
 * Checks accessibility and horizontal scrolling in two display modes, and leaves the page wide and light.
 *
 * Waits until the page is idle after each change.
 */
export async function expectGoodPage(page: Page, heading?: string | RegExp): Promise<void> {
  await expectGoodInModes(page, USUAL_MODES, heading)
  await show(page, 'wide and light')
}

/**
 * Checks accessibility and horizontal scrolling in each display mode, and scrolling on a phone.
 *
 * The first mode is checked against every rule, the others against those they can break. Leaves the page narrow and
 * dark, because drawing it again costs a tenth of opening it.
 */
export async function expectGoodInModes(
  page: Page,
  manners: readonly DisplayMode[],
  heading?: string | RegExp,
): Promise<void> {
  // `evaluate` uses the debugger, because the page's policy blocks foreign scripts.
  await page.evaluate(axe.source)
  for (const [at, manner] of manners.entries()) {
    await show(page, manner)
    await expectAtRest(page, heading)
    await expectNoBarriers(
      page,
      manner,
      at === 0 ? { type: 'tag', values: RULES } : { type: 'rule', values: RULES_OF_LOOKS },
    )
    await expectNoSidewaysScroll(page, manner)
  }
  await show(page, 'narrow and dark')
  await expectNoSidewaysScroll(page, 'narrow and dark')
}

async function expectNoSidewaysScroll(page: Page, manner: DisplayMode): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(tooWide, `pixels that stick out sideways, ${manner}`).toBeLessThanOrEqual(0)
}

export async function show(page: Page, manner: DisplayMode): Promise<void> {
  const { width, height, colorScheme } = DISPLAY_MODES[manner]
  // The page is drawn once if both changes arrive together.
  await Promise.all([page.emulateMedia({ colorScheme }), page.setViewportSize({ width, height })])
}

async function expectNoBarriers(page: Page, how: string, runOnly: axe.RunOnly): Promise<void> {
  expect(await findBarriers(page, runOnly), how).toEqual([])
}

/** Returns violations of the accessibility rules. Call `page.evaluate(axe.source)` first. */
export function findBarriers(page: Page, runOnly: axe.RunOnly) {
  return page.evaluate(async (only) => {
    // No rule needs style sheets to be fetched again.
    const { violations } = await window.axe.run(document, {
      runOnly: only,
      rules: { 'document-title': { enabled: false } },
      resultTypes: ['violations'],
      preload: false,
    })
    return violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)]),
    }))
  }, runOnly)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
