/** The SDK's build replaces Ajv by `interpreter.ts`; forms use `compile-with.ts`. */

import type { Issue } from '../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { textCache } from '../../kernel/json/text-cache.ts'
import { newAjvEngine } from './ajv-engine.ts'
import { type Compiled, compileWith } from './compile-with.ts'
import { validateWith } from './validate-with.ts'

export type { Compiled } from './compile-with.ts'

// A compiled schema takes about 50 KiB.
const remember = textCache<Compiled>({ characters: 8 * 1024 * 1024, entries: 500 })

const texts = new WeakMap<JsonSchema, string>()

/** Cached: the schema must not be changed. Throws for one that `canonicalSchema` would refuse. */
export function compile(schema: JsonSchema): Compiled {
  const text = texts.get(schema) ?? JSON.stringify(schema)
  texts.set(schema, text)
  return remember(text, () => compileWith(newAjvEngine, schema))
}

export const countCompiled = remember.size

/** Returns [] if valid. No coercion: for inputs see `prepare-input.ts`. */
export function validateValue(schema: JsonSchema, value: Json): Issue[] {
  return validateWith(compile(schema), value)
}
