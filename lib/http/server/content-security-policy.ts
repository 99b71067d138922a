/**
 * Scripts need the nonce, and what they load is trusted (`strict-dynamic`). Style attributes are allowed,
 * because charts and editors position elements with them.
 */

/** Hashes of the two style texts that sonner 2.0.8 inserts without a nonce; a test computes them from the package. */
export const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
]

type PolicyOptions = { dev: boolean; frameAncestors?: readonly string[] }

/**
 * `frameAncestors` are the sites that may show the page in a frame.
 *
 * `dev` allows what Next's development tools need: eval, and style elements without a nonce.
 */
export function contentSecurityPolicy(nonce: string, { dev, frameAncestors = [] }: PolicyOptions): string {
  const scripts = ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(dev ? ["'unsafe-eval'"] : [])]
  // A nonce would disable 'unsafe-inline'.
  const styles = dev ? ["'self'", "'unsafe-inline'"] : ["'self'", `'nonce-${nonce}'`, ...SONNER_STYLES]
  // biome-ignore format: a table reads in rows
  const directives: Record<string, string[]> = {
    'default-src':     ["'self'"],
    'script-src':      scripts,
    'style-src':       styles,
    'style-src-attr':  ["'unsafe-inline'"],
    'img-src':         ["'self'", 'data:', 'blob:'],
    'font-src':        ["'self'"],
    'connect-src':     ["'self'"],
    'object-src':      ["'none'"],
    'base-uri':        ["'self'"],
    'form-action':     ["'self'"],
    'frame-ancestors': frameAncestors.length > 0 ? [...frameAncestors] : ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** For next-auth's own pages: forms with an inline style sheet, no scripts. */
export const SIGN_IN_PAGES_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** For files below /_next, of which a missing one is answered with a page that needs no inline script. */
export const FILES_POLICY = "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'"

/** Sent with every response, also with scripts and styles. */
export const FILE_HEADERS = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' } as const

/** Sent with every response that may be a document (next.config.js). */
export const SECURITY_HEADERS = {
  ...FILE_HEADERS,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
} as const
