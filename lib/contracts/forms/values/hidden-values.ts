/**
 * Values of fields that a change hides.
 *
 * `if`, `dependentSchemas` and a branch that its discriminator chooses decide which fields an object has. A field that
 * a change hides is not sent, because the person no longer sees it and a closed contract refuses it. Its value comes
 * back when the field is shown again.
 */

import { findDiscriminated } from '#lib/json-schema/evaluate/choose-branch.ts'
import { walkSchema } from '#lib/json-schema/tree/schema-tree.ts'
import { isIdenticalJson, isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { toPointer } from '#lib/kernel/json/json-pointer.ts'
import { type FieldModel, type Picks, readFieldModel } from '../fields/field-model.ts'
import { internList, listParts, type ObjectParts, objectParts } from '../fields/schema-parts.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { ABSENT, changedAt, type FormValue, toJsonValue, type ValuePath } from './form-value.ts'
import { startValue } from './start-value.ts'

/** Conditions that depend on each other could otherwise hide and show fields forever. */
const MAX_ROUNDS = 12

type HiddenValue = { schemas: readonly Json[]; value: FormValue }

/** Hidden values of an object by name. Rows keep theirs when they move, because the key is the object itself. */
type Memory = WeakMap<object, ReadonlyMap<string, readonly HiddenValue[]>>

type Change = {
  before: FormValue
  after: FormValue
  /** The pointer of the edited field, which is never hidden while it is edited. */
  edited: string
  /** The branches that a person chose in the field at a pointer. */
  picksAt: (pointer: string) => Picks | undefined
}

type Side = { schemas: readonly Json[]; value: FormValue }

const CONDITIONS = ['if', 'dependentSchemas', 'dependencies', 'oneOf', 'anyOf'] as const

/** Returns a function that takes hidden values out of a changed value, and puts shown ones back. */
export function hiddenValues(contract: FormContract): (change: Change) => FormValue {
  const root = internList([contract.schema])
  if (!hasConditions(contract.schema)) return ({ after }) => after
  const memory: Memory = new WeakMap()
  return ({ before, after, ...rest }) => {
    const settling = { contract, memory, ...rest }
    let [old, now] = [before, after]
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const next = settleValue(settling, { schemas: root, value: old }, { schemas: root, value: now }, [])
      if (next === now) break
      old = now
      now = next
    }
    return now
  }
}

function hasConditions(schema: JsonSchema): boolean {
  let found = false
  walkSchema(schema, (each) => {
    if (CONDITIONS.some((keyword) => each[keyword] !== undefined)) found = true
  })
  return found
}

type Settling = Pick<Change, 'edited' | 'picksAt'> & { contract: FormContract; memory: Memory }

/** Returns `now.value` itself if nothing in it is hidden or shown. */
function settleValue(settling: Settling, old: Side, now: Side, path: ValuePath): FormValue {
  if (old.value === now.value && old.schemas === now.schemas) return now.value
  if (Array.isArray(old.value) && Array.isArray(now.value)) return settleList(settling, old, now, path)
  if (isObject(old.value) && isObject(now.value)) return settleObject(settling, old, now, path)
  return now.value
}

function settleList(settling: Settling, old: Side, now: Side, path: ValuePath): FormValue {
  const [before, after] = [old.value as FormValue[], now.value as FormValue[]]
  // Rows that were added, removed or moved are as they were.
  if (before.length !== after.length) return after
  const [was, is] = pairModels(settling, old, now, path)
  const [wasParts, isParts] = [listParts(was), listParts(is)]
  const known = new Set(before)
  const next = after.map((value, index) => {
    const schemas = isParts.schemasAt(index)
    const [oldSchemas, isMoved] = [wasParts.schemasAt(index), known.has(value) && before[index] !== value]
    if (isMoved) return value
    return settleValue(settling, { schemas: oldSchemas, value: before[index] }, { schemas, value }, [
      ...path,
      index,
    ])
  })
  return next.some((value, index) => value !== after[index]) ? next : after
}

type FormObject = { [key: string]: FormValue }

function settleObject(settling: Settling, old: Side, now: Side, path: ValuePath): FormValue {
  const { contract, memory, edited } = settling
  const [before, after] = [old.value as FormObject, now.value as FormObject]
  const [was, is] = pairModels(settling, old, now, path)
  const [partsBefore, partsNow] = [partsOf(was, before), partsOf(is, after)]
  const [shownBefore, shownNow] = [partsBefore.properties, partsNow.properties]
  const hidden = new Map(memory.get(after) ?? memory.get(before))
  let value: FormValue = after
  const orderOf = () => [...shownNow.keys()]
  const isEdited = (name: string) => `${edited}/`.startsWith(`${toPointer([...path, name])}/`)

  for (const [name, oldSchemas] of shownBefore) {
    if (!Object.hasOwn(after, name) || isEdited(name)) continue
    const schemas = shownNow.get(name)
    if (schemas === oldSchemas) continue
    const current = after[name]
    const json = toJsonValue(current)
    if (!schemas || isRefused(contract, schemas, json)) {
      if (schemas && isRefused(contract, oldSchemas, json)) continue
      hidden.set(name, [{ schemas: oldSchemas, value: current }, ...(hidden.get(name) ?? [])])
      value = changedAt(value, [name], ABSENT)
    } else if (before[name] === current && isDefaultOf(contract, oldSchemas, json)) {
      const start = startValue(contract, schemas)
      if (!isIdenticalJson(toJsonValue(start), json)) value = changedAt(value, [name], start ?? ABSENT)
    }
  }
  for (const [name, schemas] of shownNow) {
    if (schemas === shownBefore.get(name) || Object.hasOwn(value as FormObject, name)) continue
    const known = hidden.get(name) ?? []
    const back = known.find((each) => each.schemas === schemas) ?? known[0]
    if (!back || isRefused(contract, schemas, toJsonValue(back.value))) continue
    hidden.set(
      name,
      known.filter((each) => each !== back),
    )
    value = changedAt(value, [name], back.value, orderOf)
  }
  for (const [name, current] of Object.entries(value as FormObject)) {
    if (!Object.hasOwn(before, name)) continue
    const schemas = shownNow.get(name) ?? partsNow.schemasOf(name)
    const oldSchemas = shownBefore.get(name) ?? partsBefore.schemasOf(name)
    if (!schemas || !oldSchemas) continue
    const next = settleValue(
      settling,
      { schemas: oldSchemas, value: before[name] },
      { schemas, value: current },
      [...path, name],
    )
    if (next !== current) value = changedAt(value, [name], next)
  }
  if (hidden.size > 0) memory.set(value as FormObject, hidden)
  return value
}

/** Without a discriminator a branch stays chosen, so that typing does not hide what was typed. */
function pairModels(
  { contract, picksAt }: Settling,
  old: Side,
  now: Side,
  path: ValuePath,
): [FieldModel, FieldModel] {
  const picks = picksAt(toPointer(path)) ?? {}
  const read = ({ schemas, value }: Side, chosen: Picks) =>
    readFieldModel(contract, schemas, toJsonValue(value), { picks: chosen, needsBranch: true })
  const was = read(old, picks)
  const is = read(now, picks)
  const json = toJsonValue(now.value)
  const kept = is.choices.flatMap(({ key, branches, chosen }): [string, number][] => {
    const before = was.choices.find((each) => each.key === key)?.chosen ?? chosen
    if (before < 0 || before === chosen || json === undefined) return []
    return findDiscriminated(contract.schema, branches, json) ? [] : [[key, before]]
  })
  return [was, kept.length > 0 ? read(now, { ...picks, ...Object.fromEntries(kept) }) : is]
}

function partsOf(field: FieldModel, value: FormObject): ObjectParts {
  return objectParts(field, toJsonValue(value))
}

/** The schema allows no value here (`false`), or lists others. */
function isRefused(contract: FormContract, schemas: readonly Json[], value: Json | undefined): boolean {
  const { isImpossible, options, isNullable } = readFieldModel(contract, schemas, value)
  if (isImpossible) return true
  if (!options || (value === null && isNullable)) return false
  return !options.some((each) => isIdenticalJson(each.value, value))
}

function isDefaultOf(contract: FormContract, schemas: readonly Json[], value: Json | undefined): boolean {
  const start = toJsonValue(startValue(contract, schemas))
  return start !== undefined && isIdenticalJson(start, value)
}
