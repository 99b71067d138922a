import { isObject, type Json } from '../../kernel/json/json.ts'
import { textCache } from '../../kernel/json/text-cache.ts'
import { compile } from '../evaluate/compile.ts'
import { type Canonical, canonicalize, isDeeperThan, MAX_SCHEMA_DEPTH } from './canonicalize.ts'

export { type Canonical, isDeeperThan, MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH } from './canonicalize.ts'

const remember = textCache<Canonical>({ characters: 8 * 1024 * 1024, entries: 1_000 })

/**
 * Issues' paths point into `authored`. The result is cached and must not be changed. See docs/spec/contracts.md §1.
 */
export function canonicalSchema(authored: Json | undefined): Canonical {
  if (!isObject(authored) || isDeeperThan(authored, MAX_SCHEMA_DEPTH)) return canonicalize(authored, compile)
  return remember(JSON.stringify(authored), () => canonicalize(authored, compile))
}

/** Returns whether `canonicalSchema` has the result cached. */
export function isKnownSchema(authored: Json): boolean {
  return remember.has(JSON.stringify(authored))
}

/** Caches a result from another thread. */
export function rememberSchema(authored: Json, canonical: Canonical): void {
  remember(JSON.stringify(authored), () => canonical)
}
