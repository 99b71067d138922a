/**
 * One browser for all journeys of a worker, as a person has one: it knows the site's scripts from the journey before,
 * which is half of the work of opening a page. What a journey leaves in it is forgotten.
 */
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from '@playwright/test'

type Made = LaunchOptions & BrowserContextOptions

/** A profile in a folder of its own, which goes with it. Its pages share one process: half of opening one is a new one. */
export function openProfile({ args = [], ...options }: Made): Promise<BrowserContext> {
  return chromium.launchPersistentContext('', { ...options, args: [...args, '--renderer-process-limit=1'] })
}

/** Of cookies, of what pages keep, of pages that are open, and of headers that were set. What was read of the site stays. */
export async function forgetJourney(profile: BrowserContext, origin: string): Promise<void> {
  const [blank, ...pages] = profile.pages()
  await Promise.all(pages.map((page) => page.close()))
  // A page that was looked at in it would go on listening to the site beside every journey.
  if (blank!.url() !== 'about:blank') await blank!.goto('about:blank')
  await profile.clearCookies()
  await profile.setOffline(false)
  await profile.setExtraHTTPHeaders({})
  const session = await profile.newCDPSession(blank!)
  const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage'
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await session.detach()
}
