/** Validates without eval, with the server's messages. */

import { type Compiled, compileWith } from '#lib/json-schema/evaluate/compile-with.ts'
import { ROOT_URI } from '#lib/json-schema/evaluate/engine.ts'
import { newEngine } from '#lib/json-schema/evaluate/interpreter.ts'
import { targetFinder } from '#lib/json-schema/evaluate/interpreter-references.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'

/** Returns undefined where only the evaluator can decide. */
export type CompiledCheck = (pointer: string, value: Json) => boolean | undefined

export type FormContract = Compiled & {
  target: (holder: JsonSchema, ref: string) => Json | undefined
  isValid: (part: JsonSchema, value: Json) => boolean
  /** Until this is loaded, the evaluator decides alone. */
  compiled?: CompiledCheck
}

const known = new WeakMap<JsonSchema, FormContract>()

/** Cached by schema object. */
export function formContract(schema: JsonSchema): FormContract {
  const cached = known.get(schema)
  if (cached) return cached
  const compiled = compileWith(newEngine, schema)
  const find = targetFinder(compiled.schema, ROOT_URI)
  const contract: FormContract = {
    ...compiled,
    target(holder, ref) {
      try {
        return find(holder, ref)
      } catch {
        return undefined
      }
    },
    isValid(part, value) {
      const pointer = compiled.pointerOf(part)
      if (pointer === undefined) return false
      return contract.compiled?.(pointer, value) ?? compiled.at(pointer).accepts(value)
    },
  }
  known.set(schema, contract)
  return contract
}
