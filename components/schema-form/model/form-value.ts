/**
 * What a form holds while it is being filled, and what that means as JSON. Pure.
 *
 * A form shows more than JSON can say: a row that was added and not filled yet, a name without its value, a place
 * of a tuple that was skipped. `meant` says what of it is sent: everything that was filled, as it was filled, and
 * nothing else.
 */
import { isObject, type Json } from '#lib/json/json.ts'

// Numbers that JSON has no word for: they outlast the copies that the library makes, which symbols do not.
/** A skipped position before a filled one; null is sent. */
export const SKIPPED = Number.NEGATIVE_INFINITY

/** A row or an entry without a value: the library turns undefined in a list into null, and overlooks it elsewhere. */
export const BLANK = Number.POSITIVE_INFINITY

export type FormValue = Json | undefined | FormValue[] | { [key: string]: FormValue }

/** As JSON; undefined when nothing was filled in. A list of nothing but empty rows is not there at all. */
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

/** Takes a property away; setting one to undefined keeps its name. */
export const ABSENT = Symbol('absent')

/**
 * The same with another value at `keys`. What stands around it is made when it is not there, and a new property
 * takes its place in `orderOf` the object it comes to: what is sent reads like the form.
 */
export function changedAt(
  formValue: FormValue,
  keys: readonly string[],
  value: FormValue | typeof ABSENT,
  orderOf: (keys: readonly string[]) => readonly string[] = () => [],
  above: readonly string[] = [],
): FormValue {
  const [key, ...rest] = keys
  if (key === undefined) return value === ABSENT ? undefined : value
  const inner = (before: FormValue) =>
    rest.length === 0 ? value : changedAt(before, rest, value, orderOf, [...above, key])
  if (Array.isArray(formValue)) {
    const place = Number(key)
    const padded = Array.from({ length: Math.max(formValue.length, place) }, (_, index) =>
      index < formValue.length ? formValue[index] : SKIPPED,
    )
    const next = inner(formValue[place])
    return next === ABSENT ? padded.toSpliced(place, 1) : padded.toSpliced(place, 1, next)
  }
  const object = isObject(formValue) ? (formValue as { [key: string]: FormValue }) : {}
  const next = inner(Object.hasOwn(object, key) ? object[key] : undefined)
  const entries = Object.entries(object)
  if (next === ABSENT) return Object.fromEntries(entries.filter(([name]) => name !== key))
  if (Object.hasOwn(object, key))
    return Object.fromEntries(entries.map(([name, each]) => [name, name === key ? next : each]))
  const order = orderOf(above)
  const isAfter = (name: string) => order.indexOf(name) > order.indexOf(key)
  const at = order.includes(key) ? entries.findIndex(([name]) => isAfter(name)) : -1
  return Object.fromEntries(entries.toSpliced(at < 0 ? entries.length : at, 0, [key, next]))
}

/** The same with another name for a property, in the same place. */
export function renameKey(formValue: FormValue, from: string, to: string): FormValue {
  if (!isObject(formValue)) return formValue
  return Object.fromEntries(
    Object.entries(formValue as { [key: string]: FormValue }).map(([name, each]) => [
      name === from ? to : name,
      each,
    ]),
  )
}
