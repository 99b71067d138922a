import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { buildObjectSchema, joinDistinct } from './inferred-schema.ts'

// A field gets the first format that all its texts have. Short formats such as `time` are left out: text has them by chance.
// biome-ignore format: table
const FORMATS: [format: string, pattern: RegExp][] = [
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/],
  ['date',      /^\d{4}-\d\d-\d\d$/],
  ['email',     /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/],
  ['uri',       /^https?:\/\/\S+$/],
  ['uuid',      /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
]

/** Longer texts are contents rather than examples, and would fill the form's placeholder. */
const MAX_EXAMPLE_CHARS = 80

/**
 * Returns the schema of which a JSON value is a sample. Short texts and numbers of the sample become examples, and a field
 * that only some items of a list have is optional.
 *
 * `maxItems` bounds how many items describe a list, at every level; without it, all items do. The time grows with the size
 * of the sample, whatever its names are.
 */
export function inferFromSample(sample: Json, { maxItems = Infinity } = {}): JsonSchema {
  return describe([sample], maxItems)
}

function describe(values: readonly Json[], maxItems: number): JsonSchema {
  const objects = values.filter(isObject)
  const lists = values.filter((each) => Array.isArray(each))
  const others = values.filter((each) => !isObject(each) && !Array.isArray(each))
  return joinDistinct([
    ...(objects.length > 0 ? [describeObjects(objects, maxItems)] : []),
    ...(lists.length > 0 ? [describeLists(lists, maxItems)] : []),
    ...describeScalars(others),
  ])
}

function describeObjects(objects: readonly Record<string, Json>[], maxItems: number): JsonSchema {
  const valuesByName = new Map<string, Json[]>()
  for (const object of objects) {
    for (const [name, value] of Object.entries(object)) {
      const values = valuesByName.get(name)
      if (values) values.push(value)
      else valuesByName.set(name, [value])
    }
  }
  return buildObjectSchema(
    [...valuesByName].map(([name, values]) => ({
      name,
      schema: describe(values, maxItems),
      isOptional: values.length < objects.length,
    })),
  )
}

function describeLists(lists: readonly Json[][], maxItems: number): JsonSchema {
  const items = lists.flatMap((list) => list.slice(0, maxItems))
  return { type: 'array', items: items.length > 0 ? describe(items, maxItems) : {} }
}

function describeScalars(values: readonly Json[]): JsonSchema[] {
  const texts = values.filter((each) => typeof each === 'string')
  const numbers = values.filter((each) => typeof each === 'number')
  return [
    ...(texts.length > 0 ? [describeTexts(texts)] : []),
    ...(numbers.length > 0
      ? [{ type: numbers.every(Number.isInteger) ? 'integer' : 'number', ...firstExample(numbers) }]
      : []),
    ...(values.some((each) => typeof each === 'boolean') ? [{ type: 'boolean' }] : []),
    ...(values.includes(null) ? [{ type: 'null' }] : []),
  ]
}

function describeTexts(texts: readonly string[]): JsonSchema {
  const [format] = FORMATS.find(([, pattern]) => texts.every((text) => pattern.test(text))) ?? []
  return { type: 'string', ...(format && { format }), ...firstExample(texts) }
}

function firstExample([first]: readonly (string | number)[]): JsonSchema {
  const isShort = first !== undefined && first !== '' && String(first).length <= MAX_EXAMPLE_CHARS
  return isShort ? { examples: [first] } : {}
}
