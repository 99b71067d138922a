/**
 * A contract as a form asks it: under a policy that refuses eval, and in the server's own words.
 *
 * What is said of a value here is what the server will say, because it is said by the same code; only the engine
 * below is another one.
 */
import type { Json, JsonSchema } from '#lib/json/json.ts'
import { type Compiled, compileWith } from '#lib/json-schema/evaluate/compile-with.ts'
import { ROOT_URI } from '#lib/json-schema/evaluate/engine.ts'
import { newEngine } from '#lib/json-schema/evaluate/interpreter.ts'
import { targetFinder } from '#lib/json-schema/evaluate/interpreter-references.ts'

export type FormContract = Compiled & {
  /** What a `$ref` that stands in `holder` names; undefined when nothing. */
  target: (holder: JsonSchema, ref: string) => Json | undefined
  /** Whether the value keeps a schema object of this contract. */
  isValid: (part: JsonSchema, value: Json) => boolean
}

const known = new WeakMap<JsonSchema, FormContract>()

/** The same schema object gives the same answer again. */
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
      return pointer !== undefined && compiled.at(pointer).accepts(value)
    },
  }
  known.set(schema, contract)
  return contract
}
