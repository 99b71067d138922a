/**
 * What a publisher wrote, into the one schema that is kept; or why there is none.
 *
 * Ground, for servers; a browser asks `canonical-with.ts`. Source: specification "Contracts" §1: two ways to write a
 * schema, one way to keep it.
 */
import { isObject, type Json } from '../json/json.ts'
import { textCache } from '../json/text-cache.ts'
import { type Canonical, canonicalWith, isDeeper, MAX_SCHEMA_DEPTH } from './canonical-with.ts'
import { compile } from './compile.ts'

export { type Canonical, isDeeper, MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH } from './canonical-with.ts'

const remember = textCache<Canonical>({ characters: 8 * 1024 * 1024, entries: 1_000 })

/**
 * Returns the canonical schema, or the reasons why there is none; their paths point into `authored`. The same
 * text gives the same object again: it must not be changed.
 */
export function canonicalSchema(authored: Json | undefined): Canonical {
  // What cannot even be written down has no text to remember it by.
  if (!isObject(authored) || isDeeper(authored, MAX_SCHEMA_DEPTH)) return canonicalWith(compile, authored)
  return remember(JSON.stringify(authored), () => canonicalWith(compile, authored))
}
