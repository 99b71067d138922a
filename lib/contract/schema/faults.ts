/**
 * What is wrong with a value, one fault per thing to mend.
 *
 * Ground, for servers. Ajv lists the complaints of every branch of a choice; a caller chose one. Here the
 * complaints of the others are taken out again, and those of the chosen branch put in their place.
 * Source: specification "Contracts" §4, last paragraph.
 */
import type { ErrorObject } from 'ajv'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import type { Compiled } from './compile.ts'

export type Fault = {
  /** A JSON Pointer to the value that broke the keyword. */
  path: string
  keyword: string
  params: Record<string, unknown>
  /** The schema that holds the keyword. */
  schema: JsonSchema
  found: Json
  /** How the branch was chosen, as a phrase: `when kind is "cat"`. */
  because?: string
}

/** A choice that no branch (or, of oneOf, more than one) took. */
export type Choice = { keyword: 'oneOf' | 'anyOf'; schema: JsonSchema; branches: Compiled[]; value: Json }

/** Says what is wrong in the branch that was evidently meant; paths start at the choice's value. */
export type Choose = (choice: Choice) => Fault[]

/** The one fault of a value that took too long to check. */
export function tooMuch(value: Json): Fault {
  return { path: '', keyword: 'effort', params: {}, schema: {}, found: value }
}

/** Every fault of `value`, in the order Ajv meets them; [] when there is none. */
export function findFaults(compiled: Compiled, value: Json, choose: Choose): Fault[] {
  const errors = compiled.errors(value)
  const backwards: Fault[] = []
  for (let index = errors.length - 1; index >= 0; index--) {
    const error = errors[index] as ErrorObject
    const fault = faultOf(error)
    index -= errorsInside(compiled, error, errors, index)
    if (isChoice(error.keyword) && !error.params.passingSchemas) {
      const inside = choose({
        keyword: error.keyword,
        schema: fault.schema,
        branches: branchesOf(compiled, error),
        value: fault.found,
      })
      backwards.push(...inside.map((each) => ({ ...each, path: fault.path + each.path })).reverse())
    } else backwards.push(fault)
  }
  return withoutEchoes(backwards.reverse())
}

function faultOf({ instancePath, keyword, params, parentSchema, data }: ErrorObject): Fault {
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

function branchesOf(compiled: Compiled, { parentSchema, keyword }: ErrorObject): Compiled[] {
  const pointer = compiled.pointerOf(parentSchema)
  const branches = (parentSchema as JsonSchema)[keyword]
  if (pointer === undefined || !Array.isArray(branches)) return []
  return branches.map((_, index) => compiled.at(`${pointer}/${keyword}/${index}`))
}

/**
 * How many of the errors just before `error` are only its reasons. Ajv appends a choice's own error after those
 * of its branches; asking each branch alone tells how many these were.
 */
function errorsInside(compiled: Compiled, error: ErrorObject, errors: ErrorObject[], index: number): number {
  const { keyword, instancePath, parentSchema, data } = error
  const reasons = () => {
    if (isChoice(keyword)) return errorsOfBranches(branchesOf(compiled, error), data as Json)
    if (keyword === 'contains') return errorsOfItems(compiled, parentSchema as JsonSchema, data as Json[])
    if (keyword !== 'propertyNames') return 0
    const pointer = compiled.pointerOf(parentSchema)
    const { propertyName } = error.params as { propertyName: string }
    // `false` in their place is no schema object, and complains once.
    return pointer === undefined || (parentSchema as JsonSchema).propertyNames === false
      ? 1
      : compiled.at(`${pointer}/propertyNames`).errors(propertyName).length
  }
  const wanted = reasons()
  let count = 0
  while (count < wanted && errors[index - 1 - count]?.instancePath.startsWith(instancePath)) count++
  return count
}

function errorsOfBranches(branches: Compiled[], value: Json): number {
  let count = 0
  let passing = 0
  for (const branch of branches) {
    const inside = branch.errors(value).length
    count += inside
    // The second branch that passes settles it; later ones are not asked.
    if (inside === 0 && ++passing === 2) break
  }
  return count
}

function errorsOfItems(compiled: Compiled, schema: JsonSchema, items: Json[]): number {
  const pointer = compiled.pointerOf(schema)
  if (pointer === undefined) return 0
  const inside = compiled.at(`${pointer}/contains`)
  const most = typeof schema.maxContains === 'number' ? schema.maxContains : Number.POSITIVE_INFINITY
  let count = 0
  let matching = 0
  for (const item of items) {
    const found = inside.errors(item).length
    count += found
    if (found === 0 && ++matching > most) break
  }
  return count
}

/** Takes out what only repeats another fault. */
function withoutEchoes(faults: Fault[]): Fault[] {
  const typeFaults = new Set(faults.filter(({ keyword }) => keyword === 'type').map(({ path }) => path))
  const plain = faults.filter(({ keyword, path }) => {
    if (keyword === 'if') return faults.length === 1
    // A value of the wrong type is in no list of the right one either.
    return !((keyword === 'enum' || keyword === 'const') && typeFaults.has(path))
  })
  // A property whose own check failed counts as unevaluated too: said only when nothing else is wrong there.
  const isUnevaluated = ({ keyword }: Fault) => keyword.startsWith('unevaluated')
  if (!plain.some(isUnevaluated)) return plain
  const troubled = new Set(
    plain.filter((fault) => !isUnevaluated(fault)).flatMap(({ path }) => prefixesOf(path)),
  )
  return plain.filter((fault) => !isUnevaluated(fault) || !troubled.has(fault.path))
}

/** The pointer and those of everything around it. */
function prefixesOf(path: string): string[] {
  const keys = path.split('/')
  return keys.map((_, index) => keys.slice(0, index + 1).join('/'))
}

/** The pointer of the field a person would look at: the missing or the surplus one, not the object around it. */
export function fieldOf({ path, keyword, params }: Fault): string {
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

/** How many values there are in a value, itself included; stops counting at `most`. */
export function countValues(value: Json, most: number): number {
  let count = 1
  for (const each of Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []) {
    if (count >= most) return most
    count += countValues(each, most - count)
  }
  return count
}
