/** The fragment is not sent to the server. */
import type { Json } from '#lib/kernel/json/json.ts'

const PREFIX = '#input='
const MAX_CHARS = 64 * 1024

/** Omits an input that is too large. */
export function withInputFragment(path: string, input: Json): string {
  const text = encodeURIComponent(JSON.stringify(input))
  return text.length > MAX_CHARS ? path : `${path}${PREFIX}${text}`
}

export function readInputFragment(fragment: string): Json | undefined {
  if (!fragment.startsWith(PREFIX) || fragment.length > MAX_CHARS + PREFIX.length) return undefined
  try {
    return JSON.parse(decodeURIComponent(fragment.slice(PREFIX.length)))
  } catch {
    return undefined
  }
}
