/**
 * One browser profile per worker, because cached scripts halve the time to open a page. Everything else that a
 * journey leaves is deleted.
 */
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from '@playwright/test'

type Made = LaunchOptions & BrowserContextOptions

/** Journeys leave a page before its code has run often enough for optimizing it to pay off. */
const UNOPTIMIZED = '--js-flags=--no-opt --no-maglev'

/**
 * Creates a profile in a temporary folder. Its pages share one process, because starting one takes half of
 * the time.
 */
export function openProfile({ args = [], ...options }: Made): Promise<BrowserContext> {
  return chromium.launchPersistentContext('', {
    ...options,
    args: [UNOPTIMIZED, ...args, '--renderer-process-limit=1'],
  })
}

/** Deletes cookies, storage, open pages and headers, but not the HTTP cache. */
export async function forgetJourney(profile: BrowserContext, origin: string): Promise<void> {
  const [blank, ...pages] = profile.pages()
  await Promise.all(pages.map((page) => page.close()))
  // An open page would stay subscribed to the site during every later journey.
  if (blank!.url() !== 'about:blank') await blank!.goto('about:blank')
  await profile.clearCookies()
  await profile.setOffline(false)
  await profile.setExtraHTTPHeaders({})
  const session = await profile.newCDPSession(blank!)
  const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage'
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await session.detach()
}
