import type { JsonSchema } from '../../kernel/json/json.ts'

// biome-ignore format: table
const TYPE_NAMES: Record<string, JsonSchema | undefined> = {
  dict: { type: 'object' }, dictionary: { type: 'object' }, map: { type: 'object' }, hashmap: { type: 'object' }, hash: { type: 'object' },
  struct: { type: 'object' }, record: { type: 'object' }, json: { type: 'object' },
  float: { type: 'number' }, double: { type: 'number' }, decimal: { type: 'number' }, real: { type: 'number' }, numeric: { type: 'number' },
  int: { type: 'integer' }, long: { type: 'integer' }, short: { type: 'integer' }, bigint: { type: 'integer' }, int32: { type: 'integer' }, int64: { type: 'integer' },
  str: { type: 'string' }, text: { type: 'string' }, char: { type: 'string', maxLength: 1 },
  bool: { type: 'boolean' },
  list: { type: 'array' }, arraylist: { type: 'array' }, tuple: { type: 'array' }, sequence: { type: 'array' }, vector: { type: 'array' },
  set: { type: 'array', uniqueItems: true }, hashset: { type: 'array', uniqueItems: true },
  none: { type: 'null' }, nonetype: { type: 'null' }, nil: { type: 'null' },
  any: {}, mixed: {}, unknown: {}, '*': {},
  date: { type: 'string', format: 'date' }, datetime: { type: 'string', format: 'date-time' }, timestamp: { type: 'string', format: 'date-time' },
  url: { type: 'string', format: 'uri' }, uri: { type: 'string', format: 'uri' }, email: { type: 'string', format: 'email' }, uuid: { type: 'string', format: 'uuid' },
}

const OWN = ['object', 'number', 'integer', 'string', 'boolean', 'array', 'null']

export function parseTypeName(word: string): JsonSchema | undefined {
  const plain = word.trim().toLowerCase()
  const known = OWN.includes(plain)
    ? { type: plain }
    : Object.hasOwn(TYPE_NAMES, plain)
      ? TYPE_NAMES[plain]
      : undefined
  return known ?? readGeneric(plain)
}

function readGeneric(word: string): JsonSchema | undefined {
  const [, plain = ''] = /^(.+)\[\]$/.exec(word) ?? /^(?:array|list) of (.+?)s?$/.exec(word) ?? []
  if (plain) return buildArraySchema(parseTypeName(plain))
  const [, outer = '', inner = ''] = /^(\w+)[[<](.+)[\]>]$/.exec(word) ?? []
  const around = outer === 'optional' ? {} : outer && parseTypeName(outer)
  if (!around) return undefined
  if (outer === 'optional') return nullable(parseTypeName(inner))
  if (around.type === 'array') return { ...buildArraySchema(parseTypeName(inner)), ...around }
  const [, of = ''] = /^str(?:ing)?\s*,\s*(.+)$/.exec(inner) ?? []
  const value = parseTypeName(of)
  return around.type === 'object' && value ? { ...around, additionalProperties: value } : undefined
}

function buildArraySchema(items: JsonSchema | undefined): JsonSchema | undefined {
  return items && { type: 'array', ...(Object.keys(items).length > 0 && { items }) }
}

function nullable(schema: JsonSchema | undefined): JsonSchema | undefined {
  return typeof schema?.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema
}
