/**
 * Waits for hydration.
 *
 * Input typed before hydration is not noticed by React, so a fast journey would occasionally lose it. React
 * exposes the end of hydration only through the internal tree on the document.
 */
import type { Page } from '@playwright/test'

type Fiber = {
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null
  child: Fiber | null
  sibling: Fiber | null
  stateNode: { current: Fiber } | null
}

/** Makes every navigation of the page wait for hydration. */
export function waitForHydrationOnNavigation(page: Page): Page {
  for (const method of ['goto', 'reload', 'goBack'] as const) {
    const open = page[method].bind(page) as (...given: unknown[]) => ReturnType<Page['goto']>
    page[method] = async (...given: unknown[]) => {
      const response = await open(...given)
      await page.waitForFunction(isHydrated)
      // Key handlers and draft restoration run a task later; an idle browser has no tasks left.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      return response
    }
  }
  return page
}

/**
 * Returns true if no part is dehydrated. Runs in the page, and is not async: Playwright does not await what it
 * polls, so that a promise would count as true.
 */
function isHydrated(): boolean {
  // Files and blank tabs need no hydration.
  if (!('__next_f' in window)) return true
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
  if (!key) return false
  const container = (document as unknown as Record<string, Fiber>)[key]!
  const left: (Fiber | null)[] = [container.stateNode!.current]
  while (left.length > 0) {
    const fiber = left.pop()
    if (!fiber) continue
    const state = fiber.memoizedState
    // The root has `isDehydrated`, Suspense boundaries `dehydrated`.
    if (state && typeof state === 'object' && (state.isDehydrated || state.dehydrated)) return false
    left.push(fiber.child, fiber.sibling)
  }
  return true
}
