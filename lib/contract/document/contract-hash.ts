/**
 * The fingerprint of a contract: two skills with the same one accept and promise the same, in the same words.
 *
 * Ground; server only (node:crypto). Source: specification "Contracts" §6, the contract hash.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { isObject, type Json, type JsonObject } from '../json/json.ts'

/** SHA-256 over canonical JSON (RFC 8785) of input, output and definitions, as 64 hex digits. */
export function contractHash({ input, output, definitions }: JsonObject): string {
  const text = canonicalize(
    wellFormed({ input: input ?? null, output: output ?? null, definitions: definitions ?? null }),
  )
  return createHash('sha256')
    .update(text ?? '')
    .digest('hex')
}

/** RFC 8785 has no words for a lone surrogate; a description may hold one all the same. */
function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toWellFormed(), wellFormed(each)]),
  )
}
