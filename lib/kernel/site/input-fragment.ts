/** The fragment is not sent to the server. */
import type { Json } from '#lib/kernel/json/json.ts'

const PREFIX = '#input='
const MAX_CHARS = 64 * 1024

/** Omits an input that is too large. */
export function withInputFragment(path: string, input: Json): string {
  const text = encodeURIComponent(JSON.stringify(input))
  return text.length > MAX_CHARS ? path : `${path}${PREFIX}${text}`
}

const SHARED_PREFIX = '#shared='

/** Names the shared run from which the page loads an input that is too large for an address. */
export function withSharedFragment(path: string, token: string): string {
  return `${path}${SHARED_PREFIX}${encodeURIComponent(token)}`
}

/** Returns the token of the link; undefined for another fragment. */
export function readSharedFragment(fragment: string): string | undefined {
  const token = fragment.startsWith(SHARED_PREFIX) ? fragment.slice(SHARED_PREFIX.length) : ''
  return /^[\w-]{1,200}$/.test(token) ? token : undefined
}

export function readInputFragment(fragment: string): Json | undefined {
  if (!fragment.startsWith(PREFIX) || fragment.length > MAX_CHARS + PREFIX.length) return undefined
  try {
    return JSON.parse(decodeURIComponent(fragment.slice(PREFIX.length)))
  } catch {
    return undefined
  }
}
