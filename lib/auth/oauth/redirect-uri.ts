import { isStorable } from '../../kernel/validation/storable.ts'

/** Schemes of editors with MCP support. Each opens one application, which opens no other URLs. */
const APPLICATIONS = ['cursor', 'vscode', 'vscode-insiders', 'vscodium', 'windsurf', 'zed', 'kiro'].map(
  (name) => `${name}:`,
)
/**
 * A reversed domain (RFC 8252 §7.1): "com.example.app:". Others may open system components, or any host:
 * "microsoft-edge:https://…".
 */
const PRIVATE_USE = /^[a-z]{2,}(\.[a-z0-9-]+)+:$/
// URL parsers drop these characters, so what they return is not what was registered.
const UNSEEN = /[\s\p{Cc}\p{Cf}]/u
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Returns null if it may be registered. */
export function redirectUriError(uri: string): string | null {
  if (!URL.canParse(uri)) return 'is not an absolute URL'
  if (!isStorable(uri) || UNSEEN.test(uri)) return 'contains characters that cannot be stored'
  const { protocol, hash, username, password } = new URL(uri)
  if (!isAllowedScheme(protocol))
    return `must not start with ${protocol} (use https, http on this computer, or a scheme such as com.example.app)`
  if (hash || uri.includes('#')) return 'must not have a fragment'
  if (username || password) return 'must not contain a username or password'
  if (protocol === 'http:' && !isLoopback(uri)) return 'must be https, unless it points to this computer'
  return null
}

function isAllowedScheme(protocol: string): boolean {
  if (protocol === 'https:' || protocol === 'http:') return true
  return PRIVATE_USE.test(protocol) || APPLICATIONS.includes(protocol)
}

/** Compares exactly, except that a native app on this machine may use another port (RFC 8252 §7.3). */
export function coversRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true
  if (!URL.canParse(asked) || UNSEEN.test(asked) || !isLoopback(registered) || !isLoopback(asked))
    return false
  return withoutPort(registered) === withoutPort(asked)
}

function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && LOOPBACK.has(hostname)
}

// RFC 8252 §7.3.
function withoutPort(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}

/** Returns the host. That of a native app may mislead, "evil://claude.ai", so returns its scheme. */
export function describeRedirectTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}
