/**
 * What a page of ours may load and who may frame it. Floor 4, pure.
 *
 * Scripts run by nonce only, and what they load in turn is trusted (`strict-dynamic`); nothing comes from another
 * host. Style attributes are allowed, because charts and editors place things with them; style elements need the
 * nonce.
 */

/**
 * The two texts of the style element that sonner 2.0.8 makes without a nonce: first empty, then its whole sheet.
 * `content-security-policy.test.ts` computes them from the installed package.
 */
export const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
]

/** `dev` loosens what Next's development tools need: eval for scripts, style elements without a nonce. */
export function contentSecurityPolicy(nonce: string, { dev }: { dev: boolean }): string {
  const scripts = ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(dev ? ["'unsafe-eval'"] : [])]
  // A nonce would switch 'unsafe-inline' off again.
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
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** Sent with every page beside the policy. */
export const SECURITY_HEADERS = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
} as const
