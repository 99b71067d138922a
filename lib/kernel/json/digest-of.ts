import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { isObject, type Json } from './json.ts'

/** SHA-256 of the canonical JSON (RFC 8785), as 64 hex digits. */
export function digestOf(value: Json): string {
  return createHash('sha256')
    .update(canonicalize(wellFormed(value)) ?? '')
    .digest('hex')
}

/** JSON texts may contain lone surrogates, for which `canonicalize` throws. */
function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toWellFormed(), wellFormed(each)]),
  )
}
