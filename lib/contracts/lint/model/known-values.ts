/** Defaults and examples, which fixes must not invalidate and renames update. */
import { isObject, type Json } from '../../../kernel/json/json.ts'
import { toPointer, valueAt } from '../../../kernel/json/json-pointer.ts'
import type { LintedSkill, SchemaView } from './linted-skill.ts'
import { ANY, type DataPath, dataPathKey } from './object-part.ts'

type KnownValue = { pointer: string; value: Json }

export function knownValues(
  { document }: LintedSkill,
  view: SchemaView,
  dataPaths: readonly DataPath[],
): KnownValue[] {
  return dataPaths.flatMap((dataPath) =>
    [...dataPath, ''].flatMap((_, depth) =>
      (view.values.get(dataPathKey(dataPath.slice(0, depth))) ?? []).flatMap((pointer) => {
        const value = valueAt(document, pointer)
        return value === undefined ? [] : valuesAt({ pointer, value }, dataPath.slice(depth))
      }),
    ),
  )
}

function valuesAt({ pointer, value }: KnownValue, [key, ...rest]: DataPath): KnownValue[] {
  if (key === undefined) return [{ pointer, value }]
  return entriesAt(value, key).flatMap(([name, each]) =>
    valuesAt({ pointer: pointer + toPointer([name]), value: each }, rest),
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
