import { isObject, type Json } from '#lib/json/json.ts'
import { coercionsOf } from '#lib/json-schema/inputs/readings.ts'
import { chosenType } from './control-kind.ts'
import { type Picks, readFieldModel } from './field-model.ts'
import type { FormContract } from './form-contract.ts'
import type { FormValue } from './form-value.ts'
import { objectParts } from './schema-parts.ts'
import { constantOf, startValue } from './start-value.ts'

/** Values that both branches declare stay. */
export function switched(
  contract: FormContract,
  schemas: readonly Json[],
  before: Json | undefined,
  picks: Picks,
): FormValue {
  const begun = startValue(contract, schemas, picks)
  if (before === undefined || before === null) return begun
  if (isObject(before) && isObject(begun)) {
    const there = readFieldModel(contract, schemas, before, { picks, needsBranch: true })
    const { properties } = objectParts(there, before)
    const entries = Object.entries(before).flatMap(([name, value]): [string, FormValue][] => {
      const known = properties.get(name)
      if (!known) return []
      const constant = constantOf(readFieldModel(contract, known, undefined))
      return [[name, constant ?? value]]
    })
    return { ...(begun as { [key: string]: FormValue }), ...Object.fromEntries(entries) }
  }
  const field = readFieldModel(contract, schemas, undefined, { picks, needsBranch: true })
  const type = chosenType(field, undefined, picks)
  if (type === undefined || field.options) return begun
  if (isOfType(before, type)) return before
  return coercionsOf(before, type)[0] ?? begun
}

function isOfType(value: Json, type: string): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
