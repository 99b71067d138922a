/** The schema of a form, with both evaluators of the browser: the interpreter, and the validator compiled by the server. */

import { type Compiled, ROOT_URI } from '#lib/json-schema/evaluate/compiled-schema.ts'
import { interpretSchema } from '#lib/json-schema/evaluate/interpreter.ts'
import { targetFinder } from '#lib/json-schema/tree/find-target.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'

/** Decides whether a value is valid at a place of the contract; undefined where only the interpreter can decide. */
export type CompiledCheck = (pointer: string, value: Json) => boolean | undefined

export type FormContract = Compiled & {
  /** The schema that the form was given; `schema` is the one prepared for evaluation. */
  authored: JsonSchema
  /** Returns what a reference leads to; undefined if it leads nowhere. */
  target: (holder: JsonSchema, ref: string) => Json | undefined
  isValid: (part: JsonSchema, value: Json) => boolean
  /** Decides what is valid once it is loaded (`load-compiled.ts`). Until then the interpreter does. */
  compiled?: CompiledCheck
}

const known = new WeakMap<JsonSchema, FormContract>()

/** Returns the identical contract for the same schema object. */
export function formContract(schema: JsonSchema): FormContract {
  const cached = known.get(schema)
  if (cached) return cached
  const compiled = interpretSchema(schema)
  const find = targetFinder(compiled.schema, ROOT_URI)
  const contract: FormContract = {
    ...compiled,
    authored: schema,
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
