/** Compiles with Ajv, and caches. Where eval is forbidden, use `interpretSchema(schema)`. */

import type { Issue } from '../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { textCache } from '../../kernel/json/text-cache.ts'
import { newAjvEngine } from './ajv-engine.ts'
import { type Compiled, compileSchema } from './compiled-schema.ts'
import { validateCompiled } from './issues.ts'

export type { Compiled } from './compiled-schema.ts'

// A compiled schema takes about 50 KiB.
const remember = textCache<Compiled>({ characters: 8 * 1024 * 1024, entries: 500 })

const texts = new WeakMap<JsonSchema, string>()

/** The schema must not be changed, because the result is cached. Throws for one that `canonicalSchema` would refuse. */
export function compile(schema: JsonSchema): Compiled {
  const text = texts.get(schema) ?? JSON.stringify(schema)
  texts.set(schema, text)
  return remember(text, () => compileSchema(newAjvEngine, schema))
}

/** For tests of the cache. */
export const countCompiled = remember.size

/** Returns [] if the value is valid. Nothing is coerced: for inputs see `inputs/prepare-input.ts`. */
export function validateValue(schema: JsonSchema, value: Json): Issue[] {
  return validateCompiled(compile(schema), value)
}
