/** Secret links are expensive to render, so openings are limited per process, before any other work. */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

const opened = new RateLimiterMemory({ points: 300, duration: 60 })
const LINKS = /^\/(shared|join|reset|confirm-email|unsubscribe)\//

export async function refuseLinkGuesses(path: string, address: string): Promise<Response | null> {
  if (!LINKS.test(path)) return null
  try {
    await opened.consume(address)
    return null
  } catch (thrown) {
    const seconds = Math.max(1, Math.ceil((thrown as RateLimiterRes).msBeforeNext / 1000))
    return new Response(`Too many requests. Try again in ${seconds} seconds.`, {
      status: 429,
      headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', 'retry-after': String(seconds) },
    })
  }
}
