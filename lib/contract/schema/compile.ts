/**
 * Schemas into functions that find faults (2020-12).
 *
 * Ground. The engine is Ajv, which writes functions; the SDK's build puts `interpreter.ts` in its place, and forms
 * ask `compile-with.ts` for it. Source: specification "Contracts" §1.
 */
import type { JsonSchema } from '../json/json.ts'
import { textCache } from '../json/text-cache.ts'
import { newEngine } from './ajv-engine.ts'
import { type Compiled, compileWith } from './compile-with.ts'

export type { Compiled } from './compile-with.ts'

// A compiled schema takes some 50 KiB however short it is, so these are 25 MiB.
const remember = textCache<Compiled>({ characters: 8 * 1024 * 1024, entries: 500 })

const texts = new WeakMap<JsonSchema, string>()

/**
 * Compiles a schema that `canonicalSchema` let through, once; it must not be changed afterwards. Throws for one that
 * would have been refused.
 */
export function compile(schema: JsonSchema): Compiled {
  const text = texts.get(schema) ?? JSON.stringify(schema)
  texts.set(schema, text)
  return remember(text, () => compileWith(newEngine, schema))
}

/** How many compiled schemas are kept. */
export const countCompiled = remember.size
