/** What `nullable`, a word of OpenAPI that many tools write, means in JSON Schema. Ground; also in the browser. */
import type { JsonSchema } from '../json/json.ts'
import { typesOf } from './schema-tree.ts'

/** Beside a `type` it takes null as well, elsewhere it says nothing. */
export function withoutNullable(schema: JsonSchema): JsonSchema {
  if (schema.nullable === undefined) return schema
  const { nullable, ...others } = schema
  const types = typesOf(others)
  if (nullable !== true || types.length === 0 || types.includes('null')) return others
  return { ...others, type: [...types, 'null'] }
}
