/** One fault per problem, of the intended branch only. See docs/spec/contracts.md §4. */
import type { ErrorObject } from 'ajv'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import type { Compiled } from './compiled-schema.ts'

export type Fault = {
  path: string
  keyword: string
  params: Record<string, unknown>
  schema: JsonSchema
  found: Json
  /** A condition such as `when kind is "cat"`. */
  because?: string
}

/** A choice whose value matches no branch, or several of a `oneOf`. */
export type BranchChoice = {
  keyword: 'oneOf' | 'anyOf'
  schema: JsonSchema
  branches: Compiled[]
  value: Json
}

export type ChooseBranch = (choice: BranchChoice) => Fault[]

/** The fault of a value whose check takes too much work. */
export function effortFault(value: Json): Fault {
  return { path: '', keyword: 'effort', params: {}, schema: {}, found: value }
}

/** Reads Ajv's errors backwards, because the error of a choice follows those of its branches. */
export function findFaults(compiled: Compiled, value: Json, choose: ChooseBranch): Fault[] {
  const errors = compiled.errors(value)
  const backwards: Fault[] = []
  for (let index = errors.length - 1; index >= 0; index--) {
    const error = errors[index] as ErrorObject
    const fault = toFault(error)
    index -= errorsInside(compiled, error, errors, index)
    if (isChoice(error.keyword) && !error.params.passingSchemas) {
      const inside = choose({
        keyword: error.keyword,
        schema: fault.schema,
        branches: compileBranches(compiled, error),
        value: fault.found,
      })
      backwards.push(...inside.map((each) => ({ ...each, path: fault.path + each.path })).reverse())
    } else backwards.push(fault)
  }
  return withoutConsequences(backwards.reverse())
}

const MAX_SURPLUS = 1_000

/**
 * Returns the first faults if more than `MAX_SURPLUS` fields are undeclared, else undefined. Choices are left to
 * `findFaults`: a branch may allow the fields.
 */
export function surplusFaults(compiled: Compiled, value: Json): Fault[] | undefined {
  if (countValues(value, MAX_SURPLUS) < MAX_SURPLUS) return undefined
  const errors = compiled.errors(value) as ErrorObject[]
  if (errors.length <= MAX_SURPLUS || errors.some(({ keyword }) => DEPENDS_ON_OTHERS.has(keyword)))
    return undefined
  const surplus = errors.filter(({ keyword }) => keyword === 'additionalProperties')
  return surplus.length > MAX_SURPLUS ? surplus.slice(0, MAX_SURPLUS).map(toFault) : undefined
}

const DEPENDS_ON_OTHERS = new Set(['oneOf', 'anyOf', 'if', 'not', 'contains', 'propertyNames'])

function toFault({ instancePath, keyword, params, parentSchema, data }: ErrorObject): Fault {
  return {
    path: instancePath,
    keyword,
    params,
    schema: (parentSchema ?? {}) as JsonSchema,
    found: data as Json,
  }
}

function isChoice(keyword: string): keyword is 'oneOf' | 'anyOf' {
  return keyword === 'oneOf' || keyword === 'anyOf'
}

function compileBranches(compiled: Compiled, { parentSchema, keyword }: ErrorObject): Compiled[] {
  const pointer = compiled.pointerOf(parentSchema)
  const branches = (parentSchema as JsonSchema)[keyword]
  if (pointer === undefined || !Array.isArray(branches)) return []
  return branches.map((_, index) => compiled.at(`${pointer}/${keyword}/${index}`))
}

/** Ajv appends a choice's error after those of its branches. */
function errorsInside(compiled: Compiled, error: ErrorObject, errors: ErrorObject[], index: number): number {
  const { keyword, instancePath, parentSchema, data } = error
  const countExpected = () => {
    if (isChoice(keyword)) return errorsOfBranches(compileBranches(compiled, error), data as Json)
    if (keyword === 'contains') return errorsOfItems(compiled, parentSchema as JsonSchema, data as Json[])
    if (keyword !== 'propertyNames') return 0
    const pointer = compiled.pointerOf(parentSchema)
    const { propertyName } = error.params as { propertyName: string }
    // The schema `false` has no keywords to count, and gives one error.
    return pointer === undefined || (parentSchema as JsonSchema).propertyNames === false
      ? 1
      : compiled.at(`${pointer}/propertyNames`).errors(propertyName).length
  }
  const expected = countExpected()
  let count = 0
  while (count < expected && errors[index - 1 - count]?.instancePath.startsWith(instancePath)) count++
  return count
}

function errorsOfBranches(branches: Compiled[], value: Json): number {
  let count = 0
  let passing = 0
  for (const branch of branches) {
    const inside = branch.errors(value).length
    count += inside
    if (inside === 0 && ++passing === 2) break
  }
  return count
}

function errorsOfItems(compiled: Compiled, schema: JsonSchema, items: Json[]): number {
  const pointer = compiled.pointerOf(schema)
  if (pointer === undefined) return 0
  const inside = compiled.at(`${pointer}/contains`)
  const max = typeof schema.maxContains === 'number' ? schema.maxContains : Number.POSITIVE_INFINITY
  let count = 0
  let matching = 0
  for (const item of items) {
    const found = inside.errors(item).length
    count += found
    if (found === 0 && ++matching > max) break
  }
  return count
}

/** Omits faults that only follow from another one. */
function withoutConsequences(faults: Fault[]): Fault[] {
  const typeFaults = new Set(faults.filter(({ keyword }) => keyword === 'type').map(({ path }) => path))
  const causes = faults.filter(({ keyword, path }) => {
    if (keyword === 'if') return faults.length === 1
    // A value of the wrong type never matches enum or const either.
    return !((keyword === 'enum' || keyword === 'const') && typeFaults.has(path))
  })
  // A property that failed its own check also counts as unevaluated.
  const isUnevaluated = ({ keyword }: Fault) => keyword.startsWith('unevaluated')
  if (!causes.some(isUnevaluated)) return causes
  const faulty = new Set(
    causes.filter((fault) => !isUnevaluated(fault)).flatMap(({ path }) => listPrefixes(path)),
  )
  return causes.filter((fault) => !isUnevaluated(fault) || !faulty.has(fault.path))
}

function listPrefixes(path: string): string[] {
  const keys = path.split('/')
  return keys.map((_, index) => keys.slice(0, index + 1).join('/'))
}

/** Returns the pointer of the field that a fault is about: for a missing or unknown field, that field. */
export function namedField({ path, keyword, params }: Fault): string {
  const name = FIELD_PARAMS[keyword] ? params[FIELD_PARAMS[keyword]] : undefined
  return typeof name === 'string' ? path + toPointer([name]) : path
}

const FIELD_PARAMS: Record<string, string | undefined> = {
  required: 'missingProperty',
  dependentRequired: 'missingProperty',
  dependencies: 'missingProperty',
  additionalProperties: 'additionalProperty',
  unevaluatedProperties: 'unevaluatedProperty',
  propertyNames: 'propertyName',
}

/** Stops at `max`. */
export function countValues(value: Json, max: number): number {
  let count = 1
  for (const each of Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []) {
    if (count >= max) return max
    count += countValues(each, max - count)
  }
  return count
}
