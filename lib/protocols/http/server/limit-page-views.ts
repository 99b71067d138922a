/**
 * Limits views of pages that are expensive to render, per process and before any other work: secret links by address,
 * and pages about a person's own drafts, runs and plans by person. What they show can be as large as a quota allows.
 */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

const MINUTE = { points: 300, duration: 60 }
const linksByAddress = new RateLimiterMemory({ ...MINUTE, keyPrefix: 'link' })
const pagesByPerson = new RateLimiterMemory({ ...MINUTE, keyPrefix: 'page' })

const LINKS = /^\/(shared|join|reset|confirm-email|unsubscribe)\//
const COSTLY = /^\/(publish|runs|plans|review|admin\/review|vault|automations)\/./

export async function refuseLinkGuesses(path: string, address: string): Promise<Response | null> {
  return LINKS.test(path) ? refuseAbove(linksByAddress, address) : null
}

/** Prefetches count as well: links prefetch only when they are about to be followed. */
export function isCostlyPage(path: string): boolean {
  return COSTLY.test(path)
}

/** Limits views of costly pages. Call it where `isCostlyPage` is true. */
export function refuseFrequentViews(personId: string): Promise<Response | null> {
  return refuseAbove(pagesByPerson, personId)
}

async function refuseAbove(limiter: RateLimiterMemory, key: string): Promise<Response | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (thrown) {
    const seconds = Math.max(1, Math.ceil((thrown as RateLimiterRes).msBeforeNext / 1000))
    return new Response(`Too many requests. Try again in ${seconds} seconds.`, {
      status: 429,
      headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', 'retry-after': String(seconds) },
    })
  }
}
