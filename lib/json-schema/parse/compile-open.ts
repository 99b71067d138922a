/** Follows the standard, for conformance runs; references are never fetched. */
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { textCache } from '../../kernel/json/text-cache.ts'
import { newOpenEngine } from '../evaluate/ajv-engine.ts'
import { type Compiled, compileSchema } from '../evaluate/compiled-schema.ts'
import { CANONICAL_DIALECT, findDialect, toCanonicalDialect } from '../tree/dialect.ts'
import { META_SCHEMA } from '../tree/meta-schema.ts'
import { needsResolving, toOneResource } from '../tree/one-resource.ts'
import { mapSchema, walkSchema } from '../tree/schema-tree.ts'
import { withReadableDialect } from './to-open-schema.ts'

const DRAFT_07 = 'http://json-schema.org/draft-07/schema'

const META_SCHEMAS = { [CANONICAL_DIALECT]: META_SCHEMA, [DRAFT_07]: META_SCHEMA }

const remember = textCache<Compiled>({ characters: 8 * 1024 * 1024, entries: 500 })

type OpenReading = {
  /** Asserts formats and refuses whole numbers that were rounded, as contracts and comparisons do. */
  isStrict?: boolean
}

export function compileOpen(authored: Json, { isStrict = false }: OpenReading = {}): Compiled {
  return remember(`${isStrict} ${JSON.stringify(authored)}`, () => {
    if (typeof authored === 'boolean') return compileSchema(newOpenEngine, authored ? {} : { not: {} })
    if (!isObject(authored)) throw new Error('a schema is an object, true or false')
    const readable = withReadableDialect(authored)
    if (!findDialect(readable.$schema))
      throw new Error(`the dialect ${JSON.stringify(authored.$schema)} is not supported`)
    const schema = toCanonicalDialect(withDialect(readable))
    const whole = needsResolving(schema) ? toOneResource(schema, META_SCHEMAS) : schema
    const meant = isStrict ? whole : mapSchema(whole, withoutFormat)
    return compileSchema(newOpenEngine, meant, { refusesRounded: isStrict })
  })
}

const OLD = ['definitions', 'dependencies', 'additionalItems']
// biome-ignore format: list
const NEW = ['$defs', '$anchor', '$dynamicRef', '$dynamicAnchor', 'prefixItems', 'unevaluatedItems', 'unevaluatedProperties',
  'dependentSchemas', 'dependentRequired', 'minContains', 'maxContains']

function withDialect(schema: JsonSchema): JsonSchema {
  if (schema.$schema !== undefined) return schema
  let isOld = false
  let isNew = false
  walkSchema(schema, (each) => {
    const fragmentId = typeof each.$id === 'string' && each.$id.startsWith('#')
    isOld ||= fragmentId || Array.isArray(each.items) || OLD.some((keyword) => Object.hasOwn(each, keyword))
    isNew ||= NEW.some((keyword) => Object.hasOwn(each, keyword))
  })
  return isOld && !isNew ? { $schema: DRAFT_07, ...schema } : schema
}

function withoutFormat({ format: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}
