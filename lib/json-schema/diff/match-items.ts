import { diffArrays } from 'diff'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'

/** The number of names is limited, because each is looked up in every record. */
const MAX_NAMES = 20

/** Names that usually identify a record, the most reliable first. */
const KEY_NAMES = [
  'id',
  'key',
  'uuid',
  'slug',
  'code',
  'sku',
  'path',
  'url',
  'email',
  'name',
  'title',
  'date',
  'label',
]

/** Returns a field that identifies each record of a list by a text or whole number, else undefined. */
export function identityKey(before: Json[], after: Json[]): string | undefined {
  const [first] = after
  if (!isObject(first) || before.length === 0 || !before.every(isObject) || !after.every(isObject))
    return undefined
  const known = KEY_NAMES.filter((name) => Object.hasOwn(first, name))
  const named = Object.keys(first).filter((name) => /(^id|[_-]?id|Id|name|Name)$/.test(name))
  return [...new Set([...known, ...named])]
    .slice(0, MAX_NAMES)
    .find((name) => [before, after].every((records) => isUnique(records as JsonObject[], name)))
}

function isUnique(records: JsonObject[], name: string): boolean {
  const values = records.map((record) => (Object.hasOwn(record, name) ? record[name] : undefined))
  const areNames = values.every((value) => typeof value === 'string' || Number.isInteger(value))
  return areNames && new Set(values.map(String)).size === values.length
}

/** With more edits than this, no record counts as moved, because the search takes their square. */
const MAX_EDITS = 400

/** Returns the fewest names whose moves explain the new order. */
export function movedItems(before: readonly string[], after: readonly string[]): Set<string> {
  const [wasThere, isThere] = [new Set(before), new Set(after)]
  const runs = diffArrays(
    before.filter((name) => isThere.has(name)),
    after.filter((name) => wasThere.has(name)),
    { maxEditLength: MAX_EDITS },
  )
  return new Set((runs ?? []).flatMap(({ added, value }) => (added ? value : [])))
}
