/** Fingerprints among texts. Pure. */
import type { Json } from '#lib/contract/json/json.ts'

/** Letters of a digest that tell it from others, for people. */
export const SHORT_DIGEST = 10

/** Hexadecimal, at least as long as MD5's. */
export function isDigest(value: Json): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32,128}$/i.test(value)
}
