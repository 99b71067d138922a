/** An edited value may have rows and entries without a value and skipped tuple positions; `toJsonValue` omits them. */
import { isObject, type Json } from '#lib/kernel/json/json.ts'

// The library copies values and loses symbols.
/** Stands for a skipped position before a filled one, and is submitted as null. */
export const SKIPPED = Number.NEGATIVE_INFINITY

/** Stands for a row without a value: the library turns undefined in a list into null. */
export const BLANK = Number.POSITIVE_INFINITY

export type FormValue = Json | undefined | FormValue[] | { [key: string]: FormValue }

/** Returns the value as it is submitted, without lists of only empty rows; undefined if nothing was filled in. */
export function toJsonValue(formValue: FormValue): Json | undefined {
  if (formValue === SKIPPED || formValue === BLANK) return undefined
  if (Array.isArray(formValue)) {
    const items = formValue.map(toJsonValue)
    const isBlank = formValue.length > 0 && items.every((item) => item === undefined)
    return isBlank ? undefined : withoutBlanks(formValue, items)
  }
  if (!isObject(formValue)) return formValue as Json | undefined
  const entries = Object.entries(formValue).map(
    ([key, value]) => [key, toJsonValue(value as FormValue)] as const,
  )
  const filled = entries.filter(([, value]) => value !== undefined)
  const isSame = filled.length === entries.length && entries.every(([key, value]) => value === formValue[key])
  return isSame ? (formValue as Json) : (Object.fromEntries(filled) as Json)
}

function withoutBlanks(formValue: FormValue[], items: (Json | undefined)[]): Json[] {
  if (items.every((item, index) => item !== undefined && item === formValue[index]))
    return formValue as Json[]
  const last = items.findLastIndex((item) => item !== undefined)
  return items
    .slice(0, last + 1)
    .map((item, index) => (formValue[index] === SKIPPED ? null : item))
    .filter((item) => item !== undefined)
}

/** Removes a property when it is set: undefined would keep its name. */
export const ABSENT = Symbol('absent')

/** The way to a part of a value: names of properties as texts, positions in lists as numbers. */
export type ValuePath = readonly (string | number)[]

/**
 * Returns a copy with the changed part; `orderOf` places new properties.
 *
 * Creates missing parents: a list for a position, so that a tuple can be filled in from any of its fields, and an
 * object for a name.
 */
export function changedAt(
  formValue: FormValue,
  path: ValuePath,
  value: FormValue | typeof ABSENT,
  orderOf: (path: ValuePath) => readonly string[] = () => [],
  above: ValuePath = [],
): FormValue {
  const [step, ...rest] = path
  if (step === undefined) return value === ABSENT ? undefined : value
  const inner = (before: FormValue) =>
    rest.length === 0 ? value : changedAt(before, rest, value, orderOf, [...above, step])
  if (Array.isArray(formValue) || (typeof step === 'number' && !isObject(formValue))) {
    const list = Array.isArray(formValue) ? formValue : []
    const position = Number(step)
    const padded = Array.from({ length: Math.max(list.length, position) }, (_, index) =>
      index < list.length ? list[index] : SKIPPED,
    )
    const next = inner(list[position])
    return next === ABSENT ? padded.toSpliced(position, 1) : padded.toSpliced(position, 1, next)
  }
  const key = String(step)
  const object = isObject(formValue) ? (formValue as { [key: string]: FormValue }) : {}
  const next = inner(Object.hasOwn(object, key) ? object[key] : undefined)
  const entries = Object.entries(object)
  if (next === ABSENT) return Object.fromEntries(entries.filter(([name]) => name !== key))
  if (Object.hasOwn(object, key))
    return Object.fromEntries(entries.map(([name, each]) => [name, name === key ? next : each]))
  const order = new Map(orderOf(above).map((name, index) => [name, index]))
  const slot = order.get(key)
  const at = slot === undefined ? -1 : entries.findIndex(([name]) => (order.get(name) ?? -1) > slot)
  return Object.fromEntries(entries.toSpliced(at < 0 ? entries.length : at, 0, [key, next]))
}

/** The property stays at its position. */
export function renameKey(formValue: FormValue, from: string, to: string): FormValue {
  if (!isObject(formValue)) return formValue
  return Object.fromEntries(
    Object.entries(formValue as { [key: string]: FormValue }).map(([name, each]) => [
      name === from ? to : name,
      each,
    ]),
  )
}
