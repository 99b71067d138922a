/**
 * Waiting until a page listens.
 *
 * What is typed into a page before React has taken it over is kept by the browser and noticed by nobody, so a
 * journey that is faster than people would lose it now and then. React tells nobody that it is done, except in the
 * tree that it hangs on the document.
 */
import type { Page } from '@playwright/test'

type Fiber = {
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null
  child: Fiber | null
  sibling: Fiber | null
  stateNode: { current: Fiber } | null
}

/** From now on each time the page opens an address it is also waited for until it listens. */
export function wakeBeforeUse(page: Page): Page {
  for (const way of ['goto', 'reload', 'goBack'] as const) {
    const open = page[way].bind(page) as (...given: unknown[]) => ReturnType<Page['goto']>
    page[way] = async (...given: unknown[]) => {
      const response = await open(...given)
      await page.waitForFunction(isAwake)
      return response
    }
  }
  return page
}

/**
 * True when no part of the page is still as the server sent it, and what React does after that is done too: the keys a
 * page hears and the draft it takes up come a task later, and the browser is idle when no task is left. Runs in the page.
 */
async function isAwake(): Promise<boolean> {
  // Something else than a page of ours, a file or a blank tab, has nothing to wait for.
  if (!('__next_f' in window)) return true
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
  if (!key) return false
  const container = (document as unknown as Record<string, Fiber>)[key]!
  const left: (Fiber | null)[] = [container.stateNode!.current]
  while (left.length > 0) {
    const fiber = left.pop()
    if (!fiber) continue
    const state = fiber.memoizedState
    // The root has the one mark, a part that came later the other.
    if (state && typeof state === 'object' && (state.isDehydrated || state.dehydrated)) return false
    left.push(fiber.child, fiber.sibling)
  }
  await new Promise((resolve) => requestIdleCallback(resolve))
  return true
}
