/**
 * The values of a field that the document itself holds: in examples, defaults and enums.
 *
 * Ground; also in the browser. No fix may refuse what the publisher shows as right, and a rename has to reach all
 * of them.
 */
import { isObject, type Json } from '../json/json.ts'
import { toPointer, valueAt } from '../json/json-pointer.ts'
import type { LintedSkill, SchemaView } from './linted-skill.ts'
import { ANY, type DataPlace, placeKey } from './object-part.ts'

export type KnownValue = { pointer: string; value: Json }

/** All that stand at one of `places`, with where they stand in the document. */
export function knownValues(
  { document }: LintedSkill,
  view: SchemaView,
  places: readonly DataPlace[],
): KnownValue[] {
  return places.flatMap((place) =>
    // A value of the whole, or of anything on the way, holds one of the field.
    [...place, ''].flatMap((_, depth) =>
      (view.values.get(placeKey(place.slice(0, depth))) ?? []).flatMap((pointer) => {
        const value = valueAt(document, pointer)
        return value === undefined ? [] : below({ pointer, value }, place.slice(depth))
      }),
    ),
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
