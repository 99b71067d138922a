/**
 * What the contract says about one field with its value: references, `allOf`, the matching side of `if` and chosen
 * branches are followed.
 */

import { findDiscriminated, measureSimilarity } from '#lib/json-schema/evaluate/choose-branch.ts'
import { listTypes } from '#lib/json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { addsNoFields, isNullOnly } from './branch-kinds.ts'
import { type FieldOption, intersectOptions, listConstants } from './field-options.ts'

type FieldChoice = {
  key: string
  branches: JsonSchema[]
  /** The position of the chosen branch; -1 for none. */
  chosen: number
}

/** Where a field stands: a property that the schema declares, an entry of a map, a row of a list or a position of a tuple. */
export type FieldSlot = 'root' | 'property' | 'entry' | 'row' | 'position'

export type FieldModel = {
  schemas: JsonSchema[]
  choices: FieldChoice[]
  /** The types but null; [] if any is allowed. “integer” is omitted beside “number”, which includes it. */
  types: string[]
  isNullable: boolean
  isImpossible: boolean
  options?: FieldOption[]
}

/** The position of the chosen branch by the key of its choice. */
export type Picks = Readonly<Record<string, number>>

/**
 * Reads what the schemas `start` say about a field. With `needsBranch`, an absent value gets the first branch of a
 * choice.
 */
export function readFieldModel(
  contract: FormContract,
  start: readonly Json[],
  value: Json | undefined,
  { picks = {}, needsBranch = false }: { picks?: Picks; needsBranch?: boolean } = {},
): FieldModel {
  const found = new Set<JsonSchema>()
  const choices: FieldChoice[] = []
  const listed: FieldOption[][] = []
  const unanswered: (() => void)[] = []
  let isNullByChoice = false
  let isImpossible = false

  function visit(schema: Json | undefined, trail: string): void {
    if (schema === false) isImpossible = true
    if (!isObject(schema) || found.has(schema)) return
    found.add(schema)
    for (const keyword of ['$ref', '$dynamicRef']) {
      const ref = schema[keyword]
      if (typeof ref === 'string') visit(contract.target(schema, ref), `${trail}r`)
    }
    if (Array.isArray(schema.allOf))
      for (const [index, each] of schema.allOf.entries()) visit(each, `${trail}a${index}`)
    visitConditions(schema, trail)
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = schema[keyword]
      if (Array.isArray(branches)) visitChoice(branches, `${trail}${keyword}`)
    }
  }

  function visitConditions(schema: JsonSchema, trail: string): void {
    const asked = value === undefined && looksLikeObject(schema) ? {} : value
    if (schema.if !== undefined && asked !== undefined) {
      const isMet = isObject(schema.if) ? contract.isValid(schema.if, asked) : schema.if === true
      const side = () => visit(isMet ? schema.then : schema.else, `${trail}${isMet ? 't' : 'e'}`)
      if (isMet && isUnanswered(schema.if, asked)) unanswered.push(side)
      else side()
    }
    if (!isObject(value)) return
    for (const keyword of ['dependentSchemas', 'dependencies']) {
      for (const [key, each] of Object.entries(isObject(schema[keyword]) ? schema[keyword] : {})) {
        if (Object.hasOwn(value, key) && !Array.isArray(each)) visit(each, `${trail}d${key}`)
      }
    }
  }

  function visitChoice(all: Json[], key: string): void {
    const branches = all.filter(isObject)
    const some = branches.filter((branch) => !isNullOnly(contract, branch))
    if (some.length < branches.length) isNullByChoice = true
    const constants = some.length === 0 ? undefined : some.map((branch) => listConstants(contract, branch))
    if (constants?.every((each) => each !== undefined)) {
      listed.push(constants.flat())
      return
    }
    const [only] = some
    if (some.length === 1 && only && all.length === branches.length) {
      visit(only, `${key}0`)
      return
    }
    if (some.length === 0 || some.every((branch) => addsNoFields(contract, branch, [...found]))) return
    const picked = picks[key]
    const isPicked = picked !== undefined && picked < some.length
    const chosen = isPicked ? picked : findBranchIndex(contract, some, value, needsBranch)
    choices.push({ key, branches: some, chosen })
    if (chosen >= 0) visit(some[chosen], `${key}${chosen}`)
  }

  for (const [index, schema] of start.entries()) visit(schema, String(index))
  // Without an answer, several conditions are vacuously true, and none is meant.
  if (unanswered.length === 1) unanswered[0]?.()
  const schemas = [...found]
  const { types, isNullable } = commonTypes(schemas)
  const options = intersectOptions(schemas, listed)
  return {
    schemas,
    choices,
    types,
    isNullable: isNullByChoice || isNullable || (options?.some((each) => each.value === null) ?? false),
    isImpossible,
    ...(options && { options }),
  }
}

/** Whether the condition is true only because the properties that it asks about are absent. */
function isUnanswered(condition: Json | undefined, value: Json): boolean {
  if (!isObject(condition) || !isObject(condition.properties) || !isObject(value)) return false
  return !Object.keys(condition.properties).some((name) => Object.hasOwn(value, name))
}

function looksLikeObject(schema: JsonSchema): boolean {
  const types = listTypes(schema)
  return types.length === 0 || types.includes('object')
}

function commonTypes(schemas: JsonSchema[]): { types: string[]; isNullable: boolean } {
  let common: string[] | undefined
  for (const schema of schemas) {
    const types = listTypes(schema)
    if (types.length === 0) continue
    if (schema.nullable === true) types.push('null')
    common = common ? common.flatMap((type) => narrowType(type, types)) : types
  }
  const types = (common ?? []).filter((type) => type !== 'null')
  return {
    types: types.includes('number') ? types.filter((type) => type !== 'integer') : types,
    isNullable: common?.includes('null') ?? false,
  }
}

function narrowType(type: string, others: string[]): string[] {
  if (others.includes(type)) return [type]
  if (type === 'number' && others.includes('integer')) return ['integer']
  return type === 'integer' && others.includes('number') ? ['integer'] : []
}

export function findPreset({ schemas }: Pick<FieldModel, 'schemas'>): Json | undefined {
  return schemas.find((schema) => schema.default !== undefined)?.default
}

/** Returns the position of the branch of the value; -1 for null, and for an absent value that needs no branch. */
function findBranchIndex(
  contract: FormContract,
  branches: JsonSchema[],
  value: Json | undefined,
  needsBranch: boolean,
): number {
  if (value === undefined) return needsBranch ? 0 : -1
  return value === null ? -1 : chooseBranch(contract, branches, value)
}

/** Returns the discriminator's branch, else the first valid one, else the most similar. */
function chooseBranch(contract: FormContract, branches: JsonSchema[], value: Json): number {
  const root = contract.schema
  const discriminated = findDiscriminated(root, branches, value)
  if (discriminated) return discriminated.index
  const taking = branches.findIndex((branch) => contract.isValid(branch, value))
  if (taking >= 0) return taking
  const similarity = branches.map((branch) => measureSimilarity(root, branch, value))
  return similarity.reduce((best, [type, keys], index) => {
    const [bestType, bestKeys] = similarity[best] ?? [0, 0]
    return type > bestType || (type === bestType && keys > bestKeys) ? index : best
  }, 0)
}
