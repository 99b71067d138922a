/**
 * What a form holds while it is being filled, and what that means as JSON. Pure.
 *
 * A form shows more than JSON can say: a row that was added and not filled yet, a name without its value, a place
 * of a tuple that was skipped. `meant` says what of it is sent: everything that was filled, as it was filled, and
 * nothing else.
 */
import { isObject, type Json } from '#lib/contract/json/json.ts'

/** A skipped place before a filled one: JSON has no word for it but null. */
export const SKIPPED = Symbol('skipped')

export type Held = Json | undefined | typeof SKIPPED | Held[] | { [key: string]: Held }

/** As JSON; undefined when nothing was filled in. A list of nothing but empty rows is not there at all. */
export function meant(held: Held): Json | undefined {
  if (held === SKIPPED) return undefined
  if (Array.isArray(held)) {
    const items = held.map(meant)
    const isBlank = held.length > 0 && items.every((item) => item === undefined)
    return isBlank ? undefined : withoutBlanks(held, items)
  }
  if (!isObject(held)) return held as Json | undefined
  const entries = Object.entries(held).map(([key, value]) => [key, meant(value as Held)] as const)
  const filled = entries.filter(([, value]) => value !== undefined)
  const isSame = filled.length === entries.length && entries.every(([key, value]) => value === held[key])
  return isSame ? (held as Json) : (Object.fromEntries(filled) as Json)
}

function withoutBlanks(held: Held[], items: (Json | undefined)[]): Json[] {
  if (items.every((item, index) => item !== undefined && item === held[index])) return held as Json[]
  const last = items.findLastIndex((item) => item !== undefined)
  return items
    .slice(0, last + 1)
    .map((item, index) => (held[index] === SKIPPED ? null : item))
    .filter((item) => item !== undefined)
}

/** Takes a property away; setting one to undefined keeps its name. */
export const ABSENT = Symbol('absent')

/**
 * The same with another value at `keys`. What stands around it is made when it is not there, and a new property
 * takes its place in `orderOf` the object it comes to: what is sent reads like the form.
 */
export function changedAt(
  held: Held,
  keys: readonly string[],
  value: Held | typeof ABSENT,
  orderOf: (keys: readonly string[]) => readonly string[] = () => [],
  above: readonly string[] = [],
): Held {
  const [key, ...rest] = keys
  if (key === undefined) return value === ABSENT ? undefined : value
  const inner = (before: Held) =>
    rest.length === 0 ? value : changedAt(before, rest, value, orderOf, [...above, key])
  if (Array.isArray(held)) {
    const place = Number(key)
    const padded = Array.from({ length: Math.max(held.length, place) }, (_, index) =>
      index < held.length ? held[index] : SKIPPED,
    )
    const next = inner(held[place])
    return next === ABSENT ? padded.toSpliced(place, 1) : padded.toSpliced(place, 1, next)
  }
  const object = isObject(held) ? (held as { [key: string]: Held }) : {}
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
export function renamed(held: Held, from: string, to: string): Held {
  if (!isObject(held)) return held
  return Object.fromEntries(
    Object.entries(held as { [key: string]: Held }).map(([name, each]) => [name === from ? to : name, each]),
  )
}
