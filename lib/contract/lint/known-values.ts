/**
 * The values of a field that the document itself holds: in examples, defaults and enums.
 *
 * Ground; also in the browser. No fix may refuse what the publisher shows as right, and a rename has to reach all
 * of them.
 */
import { isObject, type Json } from '../json/json.ts'
import { toPointer, valueAt } from '../json/json-pointer.ts'
import type { LintedSkill, SchemaView } from './linted-skill.ts'
import { ANY, type DataPlace } from './schema-parts.ts'

export type KnownValue = { pointer: string; value: Json }

/** All that stand at one of `places`, with where they stand in the document. */
export function knownValues(
  { document }: LintedSkill,
  view: SchemaView,
  places: readonly DataPlace[],
): KnownValue[] {
  return view.values.flatMap((root) =>
    places.flatMap((place) => {
      const isAbove = root.place.every((key, index) => key === place[index])
      const value = isAbove ? valueAt(document, root.pointer) : undefined
      return value === undefined
        ? []
        : below({ pointer: root.pointer, value }, place.slice(root.place.length))
    }),
  )
}

function below({ pointer, value }: KnownValue, [key, ...rest]: DataPlace): KnownValue[] {
  if (key === undefined) return [{ pointer, value }]
  return entriesAt(value, key).flatMap(([name, each]) =>
    below({ pointer: pointer + toPointer([name]), value: each }, rest),
  )
}

function entriesAt(value: Json, key: string): [string | number, Json][] {
  if (Array.isArray(value)) {
    if (key === ANY) return [...value.entries()]
    const item = value[Number(key)]
    return item === undefined ? [] : [[key, item]]
  }
  if (!isObject(value)) return []
  return Object.entries(value).filter(([name]) => key === ANY || name === key)
}
