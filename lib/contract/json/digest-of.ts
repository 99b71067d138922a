/**
 * The fingerprint of a JSON value: the same for whoever writes it down again, in whatever order.
 *
 * Ground; server only (node:crypto). Source: RFC 8785, JSON Canonicalization Scheme.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { isObject, type Json } from './json.ts'

/** SHA-256 over canonical JSON, as 64 hex digits. */
export function digestOf(value: Json): string {
  return createHash('sha256')
    .update(canonicalize(wellFormed(value)) ?? '')
    .digest('hex')
}

/** RFC 8785 has no words for half a character; a text or a name of JSON may hold one all the same. */
function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toWellFormed(), wellFormed(each)]),
  )
}
