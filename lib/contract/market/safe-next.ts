/**
 * Where to go after signing in, when a link said so. Ground.
 *
 * The address comes from whoever made the link, so it must stay on this site: a page elsewhere, reached from
 * our own sign-in, would be believed.
 */

// Only to tell whether an address leaves it; never visited.
const HERE = 'http://here.invalid'

/** `next` when it is a path of this site, else "/". Never leaves the site, never comes back to signing in. */
export function safeNext(next: unknown): string {
  // "//host", "/\host" and "/<tab>/host" are addresses of other sites to a browser.
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return '/'
  if (!URL.canParse(next, HERE)) return '/'
  const url = new URL(next, HERE)
  // "/.//host" is harmless as it stands and not once its dots are resolved.
  if (url.origin !== HERE || url.pathname.startsWith('//')) return '/'
  const path = url.pathname + url.search + url.hash
  return /^\/(sign-in|sign-up|api)(\/|\?|#|$)/.test(path) ? '/' : path
}
