/**
 * Whether a value keeps a schema, as issues a person can read.
 *
 * Ground, for servers; a browser asks `validate-with.ts`. Never coerces: for inputs see `prepare-input.ts`.
 */
import type { Issue } from '../../errors.ts'
import type { Json, JsonSchema } from '../json/json.ts'
import { compile } from './compile.ts'
import { validateWith } from './validate-with.ts'

/** Every issue of `value` under a canonical schema; [] when it keeps it. */
export function validate(schema: JsonSchema, value: Json): Issue[] {
  return validateWith(compile(schema), value)
}
