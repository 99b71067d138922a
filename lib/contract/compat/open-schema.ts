/**
 * Any JSON Schema, of whatever draft, as one that can be compared.
 *
 * Ground, for servers. For schemas that are no contracts of ours: the top may be anything, draft-04 is read too, and
 * a schema that does not say its draft, or names one of its own, is read as the one whose words it uses. Nothing is fetched: what refers
 * outside stays a reference that nobody can follow.
 */
import { issueText } from '../../errors.ts'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { toJson } from '../json/to-json.ts'
import { dialectOf, toCanonicalDialect } from '../schema/dialect.ts'
import { needsResolving, toOneResource } from '../schema/one-resource.ts'
import { mapSchema, walkSchema } from '../schema/schema-tree.ts'

const DRAFT_07 = 'http://json-schema.org/draft-07/schema'
const OLD = /json-schema\.org\/draft-0[34]\/schema/

/** Throws a sentence for what is no schema at all. */
export function toOpenSchema(authored: Json): JsonSchema {
  if (typeof authored === 'boolean') return authored ? {} : { not: {} }
  if (!isObject(authored)) throw new Error('A schema is an object, true or false.')
  const { issue } = toJson(authored)
  if (issue) throw new Error(issueText(issue))
  const canonical = toCanonicalDialect(mapSchema(withDialect(authored), withoutOldLimits))
  if (!needsResolving(canonical)) return canonical
  try {
    return toOneResource(canonical)
  } catch {
    // Refers outside itself: told apart by the text of the reference.
    return canonical
  }
}

function withDialect(schema: JsonSchema): JsonSchema {
  const { $schema } = schema
  if (typeof $schema === 'string' && OLD.test($schema)) return { ...schema, $schema: DRAFT_07 }
  if ($schema !== undefined && dialectOf($schema)) return schema
  // 2019-09 says nothing that 2020-12 does not; and some name a vocabulary of their own.
  const unnamed = without(schema, '$schema')
  return usesOldWords(unnamed) ? { $schema: DRAFT_07, ...unnamed } : unnamed
}

const OLD_WORDS = ['definitions', 'dependencies', 'additionalItems']
const NEW_WORDS = [
  '$defs',
  '$dynamicRef',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'dependentSchemas',
  'dependentRequired',
]

function usesOldWords(schema: JsonSchema): boolean {
  let isOld = false
  let isNew = false
  walkSchema(schema, (each) => {
    isOld ||= Array.isArray(each.items) || OLD_WORDS.some((keyword) => Object.hasOwn(each, keyword))
    isNew ||= NEW_WORDS.some((keyword) => Object.hasOwn(each, keyword))
  })
  return isOld && !isNew
}

/** Draft-04 wrote an open limit as a limit and a flag; no later draft has that flag, so it can mean nothing else. */
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
