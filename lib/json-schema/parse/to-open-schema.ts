/** Reads any draft from 04; nothing is fetched. */
import { issueText } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { toJson } from '../../kernel/json/to-json.ts'
import { CANONICAL_DIALECT, findDialect, toCanonicalDialect } from '../tree/dialect.ts'
import { needsResolving, toOneResource } from '../tree/one-resource.ts'
import { mapSchema, walkSchema } from '../tree/schema-tree.ts'

const DRAFT_07 = 'http://json-schema.org/draft-07/schema'
const OLD = /json-schema\.org\/draft-0[34]\/schema/
const DRAFT_2019 = /json-schema\.org\/draft\/2019-09\/schema/

export function toOpenSchema(authored: Json): JsonSchema {
  if (typeof authored === 'boolean') return authored ? {} : { not: {} }
  if (!isObject(authored)) throw new Error('A schema is an object, true or false.')
  const { issue } = toJson(authored)
  if (issue) throw new Error(issueText(issue))
  const canonical = toCanonicalDialect(withDialect(authored))
  if (!needsResolving(canonical)) return canonical
  try {
    return toOneResource(canonical)
  } catch {
    return canonical
  }
}

/**
 * Declares a dialect that `toCanonicalDialect` reads. Older drafts are translated to draft-07, which differs from
 * draft-04 in limits and names, and 2019-09 to 2020-12.
 */
export function withReadableDialect(schema: JsonSchema): JsonSchema {
  const { $schema } = schema
  const changed = mapSchema(schema, withoutOldLimits)
  if (typeof $schema !== 'string') return changed
  if (OLD.test($schema)) return { ...changed, $schema: DRAFT_07 }
  if (!DRAFT_2019.test($schema)) return changed
  return { ...mapSchema(changed, withoutRecursiveRef), $schema: CANONICAL_DIALECT }
}

/** In a schema of one resource, `$recursiveRef` refers to its root. */
function withoutRecursiveRef(schema: JsonSchema): JsonSchema {
  const { $recursiveRef, $recursiveAnchor: _, ...others } = schema
  if ($recursiveRef === undefined) return others
  if (others.$ref === undefined) return { ...others, $ref: $recursiveRef }
  return { ...others, allOf: [...(Array.isArray(others.allOf) ? others.allOf : []), { $ref: $recursiveRef }] }
}

function withDialect(authored: JsonSchema): JsonSchema {
  const schema = withReadableDialect(authored)
  const { $schema } = schema
  if ($schema !== undefined && findDialect($schema)) return schema
  // 2020-12 includes 2019-09.
  const unnamed = without(schema, '$schema')
  return usesDraft07Only(unnamed) ? { $schema: DRAFT_07, ...unnamed } : unnamed
}

const DRAFT_07_KEYWORDS = ['definitions', 'dependencies', 'additionalItems']
const DRAFT_2020_KEYWORDS = [
  '$defs',
  '$dynamicRef',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'dependentSchemas',
  'dependentRequired',
]

function usesDraft07Only(schema: JsonSchema): boolean {
  let isOld = false
  let isNew = false
  walkSchema(schema, (each) => {
    isOld ||= Array.isArray(each.items) || DRAFT_07_KEYWORDS.some((keyword) => Object.hasOwn(each, keyword))
    isNew ||= DRAFT_2020_KEYWORDS.some((keyword) => Object.hasOwn(each, keyword))
  })
  return isOld && !isNew
}

/** Only draft-04 has boolean limits. */
function withoutOldLimits(schema: JsonSchema): JsonSchema {
  const changed = [['exclusiveMinimum', 'minimum'] as const, ['exclusiveMaximum', 'maximum'] as const].reduce(
    (each, [flag, limit]) => {
      if (typeof each[flag] !== 'boolean') return each
      if (!each[flag] || typeof each[limit] !== 'number') return without(each, flag)
      return { ...without(each, limit), [flag]: each[limit] }
    },
    schema,
  )
  if (typeof changed.id !== 'string' || changed.$id !== undefined || !/[:/#]/.test(changed.id)) return changed
  return { ...without(changed, 'id'), $id: changed.id }
}

function without(schema: JsonSchema, key: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([each]) => each !== key))
}
