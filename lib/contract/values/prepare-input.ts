/**
 * What a caller sent, into what the handler gets. The same for every door.
 *
 * Ground, for servers; a browser asks `prepare-with.ts`. Source: specification "Contracts" §2, steps 4 to 6:
 * defaults, coercion, validation.
 */
import type { JsonSchema } from '../json/json.ts'
import { compile } from '../schema/compile.ts'
import { type PreparedInput, prepareWith } from './prepare-with.ts'

export type { PreparedInput } from './prepare-with.ts'

/**
 * Prepares `args` for a handler whose canonical parameters are `schema`. Never throws for a bad value, never
 * changes `args`; undefined counts as an empty object.
 */
export function prepareInput(schema: JsonSchema, args: unknown): PreparedInput {
  return prepareWith(compile(schema), args)
}
