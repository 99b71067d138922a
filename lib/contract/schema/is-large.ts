/**
 * Whether a schema is more than should be written out as code.
 *
 * Ground, for servers. Ajv writes a function for every schema object, in a time that grows with the square of a choice's
 * branches: a `oneOf` of 1,500 took minutes of the thread that serves everybody. The interpreter gives the same answers
 * and needs no time before the first; a call is slower, by less than writing takes.
 */
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { walkSchema } from './schema-tree.ts'

// A tenth of a second of writing, at 0.3 ms a piece. Contracts that people write have some dozen.
const MOST_WRITTEN = 300

/** Keywords that a schema may have to be written out again at each place that refers to it; others are called. */
export const MOST_INLINED = 20

export function isLarge(schema: JsonSchema): boolean {
  let count = 0
  walkSchema(schema, ({ dependentRequired, dependencies }) => {
    count += 1 + sizeOf(dependentRequired) + sizeOf(dependencies)
  })
  return count > MOST_WRITTEN
}

function sizeOf(part: Json | undefined): number {
  return isObject(part) ? Object.keys(part).length : 0
}
