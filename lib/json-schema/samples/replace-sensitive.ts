import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { unconditional } from '../tree/schema-tree.ts'
import { sampleValue } from './sample-value.ts'

/** A value that its schema calls sensitive, and what takes its place. */
export type ReplacedValue = { value: Json; sample: Json }

/**
 * Returns the value with a sample in place of each value whose schema has `x-sensitive: true` or `format: password`; the
 * same value if there is none.
 */
export function replaceSensitive(root: JsonSchema, value: Json): Json {
  return replaceAt({ root, replaced: [] }, value, root)
}

/** Returns what `replaceSensitive` replaces; [] if there is nothing sensitive. */
export function listSensitive(root: JsonSchema, value: Json): ReplacedValue[] {
  const replaced: ReplacedValue[] = []
  replaceAt({ root, replaced }, value, root)
  return replaced
}

type Replacing = { root: JsonSchema; replaced: ReplacedValue[] }

function replaceAt(replacing: Replacing, value: Json, schema: Json): Json {
  const { root, replaced } = replacing
  const schemas = unconditional(root, schema)
  const sensitive = schemas.find((each) => each['x-sensitive'] === true || each.format === 'password')
  if (sensitive) {
    const { default: _, examples: __, ...plain } = sensitive
    const sample = sampleValue(plain, root)
    replaced.push({ value, sample })
    return sample
  }
  if (Array.isArray(value)) {
    const items = schemas.find((each) => isObject(each.items))?.items
    return items === undefined ? value : value.map((item) => replaceAt(replacing, item, items))
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const property = schemas
        .map(({ properties }) => properties)
        .filter(isObject)
        .find((properties) => Object.hasOwn(properties, name))?.[name]
      return [name, property === undefined ? each : replaceAt(replacing, each, property)]
    }),
  )
}
