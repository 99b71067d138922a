/** Scripts need the nonce, and may load others (`strict-dynamic`). Charts and editors set style attributes. */

/** Hashes of sonner 2.0.8's styles, which have no nonce; a test computes them. */
export const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
]

type PolicyOptions = { dev: boolean; frameAncestors?: readonly string[] }

/** `frameAncestors` may show the page in a frame. `dev` allows Next's tools: eval, and styles without a nonce. */
export function contentSecurityPolicy(nonce: string, { dev, frameAncestors = [] }: PolicyOptions): string {
  const scripts = ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(dev ? ["'unsafe-eval'"] : [])]
  const styles = dev ? ["'self'", "'unsafe-inline'"] : ["'self'", `'nonce-${nonce}'`, ...SONNER_STYLES]
  // biome-ignore format: table
  const directives: Record<string, string[]> = {
    'default-src':     ["'self'"],
    'script-src':      scripts,
    'style-src':       styles,
    'style-src-attr':  ["'unsafe-inline'"],
    'img-src':         ["'self'", 'data:', 'blob:'],
    'media-src':       ["'self'", 'data:'],
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

/** The policy of next-auth's own pages, which have an inline style sheet and no scripts. */
export const SIGN_IN_PAGES_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** For a missing file, Next answers with a page without inline scripts. */
export const FILES_POLICY = "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'"

/** Headers that are sent with every response, also with scripts and styles. */
export const FILE_HEADERS = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' } as const

/** Headers that are sent with documents (next.config.js). */
export const SECURITY_HEADERS = {
  ...FILE_HEADERS,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
} as const
