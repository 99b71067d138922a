/** Initial values: defaults, constants, and required objects and lists. */
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { type FieldModel, findPreset, type Picks, readFieldModel } from '../fields/field-model.ts'
import { listParts, objectParts } from '../fields/schema-parts.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { type FormValue, SKIPPED, toJsonValue } from './form-value.ts'

const MAX_START_ROWS = 10
const MAX_START_DEPTH = 12

/** Returns the value with which a field starts; undefined if it starts empty. */
export function startValue(contract: FormContract, schemas: readonly Json[], picks: Picks = {}): FormValue {
  return start(contract, schemas, picks, [])
}

function start(contract: FormContract, schemas: readonly Json[], picks: Picks, above: Json[]): FormValue {
  const field = readFieldModel(contract, schemas, undefined, { picks, needsBranch: true })
  const preset = findPreset(field)
  if (preset !== undefined) return structuredClone(preset)
  const constant = findConstant(field)
  if (constant !== undefined) return structuredClone(constant)
  const isRound =
    above.length > MAX_START_DEPTH || schemas.some((each) => isObject(each) && above.includes(each))
  if (field.options || isRound) return undefined
  const kind = kindOfStart(field)
  const inside = [...above, ...schemas]
  if (kind === 'object') return startObject(contract, field, inside)
  if (kind !== 'array') return undefined
  const { least, tupleLength, schemasAt } = listParts(field)
  if (tupleLength > 0) {
    const positions = startPositions(contract, field, Math.min(least, tupleLength), inside)
    return positions.every((each) => each === SKIPPED) ? undefined : positions
  }
  return Array.from({ length: Math.min(least, MAX_START_ROWS) }, (_, index) =>
    start(contract, schemasAt(index), {}, inside),
  )
}

/** Returns what the first positions of a tuple start with: a constant, a default or an object. */
export function startPositions(
  contract: FormContract,
  field: FieldModel,
  count: number,
  above: Json[] = [],
): FormValue[] {
  const { schemasAt } = listParts(field)
  return Array.from({ length: count }, (_, index) => start(contract, schemasAt(index), {}, above) ?? SKIPPED)
}

function startObject(contract: FormContract, field: FieldModel, above: Json[]): FormValue {
  const { properties, required } = objectParts(field, {})
  const isChosen = field.choices.length > 0
  const entries = new Map<string, FormValue>()
  for (const [name, schemas] of properties) {
    const isDue = required.has(name) || (isChosen && isMarked(contract, schemas))
    const value = isDue ? start(contract, schemas, {}, above) : optional(contract, schemas, above)
    if (value === undefined) continue
    entries.set(name, value)
    if (!isDue && !hasDependents(contract, field, name, entries)) entries.delete(name)
  }
  return Object.fromEntries(entries)
}

/** The entries contain what they need because of `name`. The server too adds no default that lacks this. */
function hasDependents(
  contract: FormContract,
  { schemas }: FieldModel,
  name: string,
  entries: ReadonlyMap<string, FormValue>,
): boolean {
  return schemas.every(({ dependentRequired, dependentSchemas, dependencies }) =>
    [dependentRequired, dependentSchemas, dependencies].every((dependents) => {
      const needed = isObject(dependents) && Object.hasOwn(dependents, name) ? dependents[name] : undefined
      if (Array.isArray(needed)) return needed.every((each) => entries.has(String(each)))
      return !isObject(needed) || contract.isValid(needed, toJsonValue(Object.fromEntries(entries)) ?? {})
    }),
  )
}

function isMarked(contract: FormContract, schemas: readonly Json[]): boolean {
  return findConstant(readFieldModel(contract, schemas, undefined)) !== undefined
}

/** Returns the constant or default of a field, or an object of the defaults of its fields if that is valid. */
function optional(contract: FormContract, schemas: readonly Json[], above: Json[]): FormValue {
  const field = readFieldModel(contract, schemas, undefined)
  const preset = findPreset(field)
  if (preset !== undefined) return structuredClone(preset)
  if (field.types.join() !== 'object' || above.length > MAX_START_DEPTH) return undefined
  if (schemas.some((each) => above.includes(each))) return undefined
  const entries = [...objectParts(field, {}).properties].flatMap(([name, each]): [string, FormValue][] => {
    const value = optional(contract, each, [...above, ...schemas])
    return value === undefined ? [] : [[name, value]]
  })
  if (entries.length === 0) return undefined
  const made = Object.fromEntries(entries)
  const isEnough = schemas.every((each) => !isObject(each) || contract.isValid(each, toJsonValue(made) ?? {}))
  return isEnough ? made : undefined
}

export function findConstant({
  options,
  isNullable,
}: Pick<FieldModel, 'options' | 'isNullable'>): Json | undefined {
  const [only, ...others] = options ?? []
  return only && others.length === 0 && !isNullable ? only.value : undefined
}

function kindOfStart({ types, schemas }: FieldModel): string | undefined {
  if (types.length > 0) return types[0]
  const hasAny = (keyword: keyof JsonSchema) => schemas.some((schema) => schema[keyword] !== undefined)
  return hasAny('properties') ? 'object' : undefined
}
