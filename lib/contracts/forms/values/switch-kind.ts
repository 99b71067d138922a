import { readAsType } from '#lib/json-schema/inputs/coercions.ts'
import { isIdenticalJson, isObject, type Json } from '#lib/kernel/json/json.ts'
import { chosenType } from '../fields/control-kind.ts'
import { type FieldModel, type Picks, readFieldModel } from '../fields/field-model.ts'
import { objectParts } from '../fields/schema-parts.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { type FormValue, toJsonValue } from './form-value.ts'
import { findConstant, startValue } from './start-value.ts'

type Switch = {
  contract: FormContract
  schemas: readonly Json[]
  before: Json | undefined
  /** The picks of the branch that is left; undefined if none was chosen. */
  from?: Picks
  to: Picks
}

/**
 * Returns the value of the branch that is chosen.
 *
 * What a person entered stays where both branches declare it. A value that equals the default of the branch that is
 * left gives way to the default of the new one, because nobody entered it.
 */
export function switchKind({ contract, schemas, before, from, to }: Switch): FormValue {
  const begun = startValue(contract, schemas, to)
  if (before === undefined || before === null) return begun
  const left = from && toJsonValue(startValue(contract, schemas, from))
  if (isObject(before) && isObject(begun)) {
    const options = { needsBranch: true }
    const old = from && readFieldModel(contract, schemas, before, { picks: from, ...options })
    const next = readFieldModel(contract, schemas, before, { picks: to, ...options })
    return carryOver(contract, before, begun as FormObject, { old, next })
  }
  if (left !== undefined && isIdenticalJson(left, before) && !isIdenticalJson(toJsonValue(begun), before))
    return begun
  const field = readFieldModel(contract, schemas, undefined, { picks: to, needsBranch: true })
  const type = chosenType(field, undefined, to)
  if (type === undefined || field.options) return begun
  if (isOfType(before, type)) return before
  return readAsType(before, type)[0] ?? begun
}

type FormObject = { [key: string]: FormValue }

/** Adds to `begun` the entered properties of `before` that the next branch declares. */
function carryOver(
  contract: FormContract,
  before: { [key: string]: Json },
  begun: FormObject,
  { old, next }: { old?: FieldModel; next: FieldModel },
): FormValue {
  const left = old && objectParts(old, before).properties
  const { properties } = objectParts(next, before)
  const entries = Object.entries(before).flatMap(([name, value]): [string, FormValue][] => {
    const known = properties.get(name)
    if (!known) return []
    const constant = findConstant(readFieldModel(contract, known, undefined))
    if (constant !== undefined) return [[name, constant]]
    const kept = keepEnteredValue(contract, value, left?.get(name), known)
    return kept === undefined ? [] : [[name, kept]]
  })
  return { ...begun, ...Object.fromEntries(entries) }
}

/** Returns undefined for a default of the branch that is left. */
function keepEnteredValue(
  contract: FormContract,
  value: Json,
  old: readonly Json[] | undefined,
  next: readonly Json[],
): FormValue {
  if (!old || old === next) return value
  const begun = toJsonValue(startValue(contract, old))
  if (begun !== undefined && isIdenticalJson(begun, value)) return undefined
  if (!isObject(value) || !isObject(begun)) return value
  const start = startValue(contract, next)
  if (!isObject(start)) return value
  return carryOver(contract, value, start as FormObject, {
    old: readFieldModel(contract, old, value, { needsBranch: true }),
    next: readFieldModel(contract, next, value, { needsBranch: true }),
  })
}

function isOfType(value: Json, type: string): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
