import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { unconditional } from '../tree/schema-tree.ts'
import { sampleValue } from './sample-value.ts'

/**
 * Returns the value with a sample in place of each value whose schema has `x-sensitive: true` or `format: password`; the
 * same value if there is none.
 */
export function replaceSensitive(root: JsonSchema, value: Json, schema: Json = root): Json {
  const schemas = unconditional(root, schema)
  const sensitive = schemas.find((each) => each['x-sensitive'] === true || each.format === 'password')
  if (sensitive) {
    const { default: _, examples: __, ...plain } = sensitive
    return sampleValue(plain, root)
  }
  if (Array.isArray(value)) {
    const items = schemas.find((each) => isObject(each.items))?.items
    return items === undefined ? value : value.map((item) => replaceSensitive(root, item, items))
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const property = schemas
        .map(({ properties }) => properties)
        .filter(isObject)
        .find((properties) => Object.hasOwn(properties, name))?.[name]
      return [name, property === undefined ? each : replaceSensitive(root, each, property)]
    }),
  )
}
