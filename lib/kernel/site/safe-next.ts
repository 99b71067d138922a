/** Validates the redirect after sign-in: links are untrusted, and another site could be phishing. */

const HERE = 'http://here.invalid'

/** Returns `next` if it is a path of this site other than sign-in, else "/". */
export function safeNext(next: unknown): string {
  // Browsers treat "//host", "/\host" and "/<tab>/host" as other hosts.
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return '/'
  if (!URL.canParse(next, HERE)) return '/'
  const url = new URL(next, HERE)
  // "/.//host" becomes "//host" once its dots are resolved.
  if (url.origin !== HERE || url.pathname.startsWith('//')) return '/'
  const path = url.pathname + url.search + url.hash
  return /^\/(sign-in|sign-up|api)(\/|\?|#|$)/.test(path) ? '/' : path
}
