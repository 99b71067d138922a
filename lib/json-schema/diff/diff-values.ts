/** Compares values for people. Lists of records are matched by a key, so that moved records stay one change. */
import { diffArrays, diffWordsWithSpace } from 'diff'
import { isObject, isSameJson, type Json, type JsonObject, sameText } from '../../kernel/json/json.ts'
import { identityKey, movedItems } from './match-items.ts'

export type TextPart = { text: string; kind: 'same' | 'added' | 'removed' }

export type ValueChange = {
  /** From the top: ["items", "Pen", "price"]. */
  path: string[]
  kind: 'added' | 'removed' | 'changed' | 'moved'
  before?: Json
  after?: Json
  parts?: TextPart[]
}

type ValueDiff = {
  changes: ValueChange[]
  isCut: boolean
}

const MAX_CHANGES = 300
const MAX_TEXT_CHARS = 20_000
/** With more edits, lists without a key are compared by position. */
const MAX_EDITS = 400
/** Finding n edits takes n² steps. With more, texts are shown as a whole. */
const MAX_STEPS = 2 * MAX_EDITS ** 2
/** Matching reads all that is inside at each level. */
const MAX_MATCHED_DEPTH = 20

type Options = {
  /** A share of the larger number: 0.01 is 1%. */
  tolerance?: number
}

type Walk = { changes: ValueChange[]; tolerance: number; stepsLeft: number }

/** Returns changes in the order of `after`; none if the values are equal within the tolerance. */
export function diffValues(before: Json, after: Json, { tolerance = 0 }: Options = {}): ValueDiff {
  const walk: Walk = { changes: [], tolerance, stepsLeft: MAX_STEPS }
  compare(walk, [], before, after)
  return { changes: walk.changes.slice(0, MAX_CHANGES), isCut: walk.changes.length > MAX_CHANGES }
}

function compare(walk: Walk, path: string[], before: Json, after: Json): void {
  if (walk.changes.length > MAX_CHANGES) return
  if (isObject(before) && isObject(after)) compareFields(walk, path, before, after)
  else if (Array.isArray(before) && Array.isArray(after)) compareLists(walk, path, before, after)
  else if (!isSame(before, after, walk.tolerance))
    walk.changes.push({ path, kind: 'changed', before, after, ...textParts(walk, before, after) })
}

function compareFields(walk: Walk, path: string[], before: JsonObject, after: JsonObject): void {
  for (const key of new Set([...Object.keys(after), ...Object.keys(before)]))
    compareAt(walk, [...path, key], own(before, key), own(after, key))
}

function own(fields: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

function compareAt(walk: Walk, path: string[], before: Json | undefined, after: Json | undefined): void {
  if (before === undefined && after !== undefined) walk.changes.push({ path, kind: 'added', after })
  else if (after === undefined && before !== undefined) walk.changes.push({ path, kind: 'removed', before })
  else if (before !== undefined && after !== undefined) compare(walk, path, before, after)
}

function compareLists(walk: Walk, path: string[], before: Json[], after: Json[]): void {
  const key = identityKey(before, after)
  if (key !== undefined) compareRecords(walk, path, { before, after, key } as Records)
  else compareItems(walk, path, before, after)
}

type Records = { before: JsonObject[]; after: JsonObject[]; key: string }

function compareRecords(walk: Walk, path: string[], { before, after, key }: Records): void {
  const [old, now] = [byName(before, key), byName(after, key)]
  const moved = movedItems([...old.keys()], [...now.keys()])
  for (const [name, record] of now) {
    const at = [...path, name]
    if (moved.has(name))
      walk.changes.push({
        path: at,
        kind: 'moved',
        before: positionOf(old, name),
        after: positionOf(now, name),
      })
    compareAt(walk, at, old.get(name), record)
  }
  for (const [name, record] of old) if (!now.has(name)) compareAt(walk, [...path, name], record, undefined)
}

function byName(records: JsonObject[], key: string): Map<string, JsonObject> {
  return new Map(records.map((record) => [String(record[key]), record]))
}

/** Counts from 1. */
function positionOf(records: Map<string, JsonObject>, name: string): number {
  return [...records.keys()].indexOf(name) + 1
}

/** Items have no key, but inserted or removed ones do not shift the others. */
function compareItems(walk: Walk, path: string[], before: Json[], after: Json[]): void {
  const parts = path.length < MAX_MATCHED_DEPTH ? matchItems(walk, before, after) : undefined
  if (!parts) comparePairs(walk, path, { before, after, from: 0 })
  let [from, at] = [0, 0]
  for (const [index, { added, removed, count }] of (parts ?? []).entries()) {
    const [last, next] = [parts?.[index - 1], parts?.[index + 1]]
    const left = added ? [] : before.slice(at, at + count)
    if (removed) {
      const right = next?.added ? after.slice(from, from + next.count) : []
      comparePairs(walk, path, { before: left, after: right, from })
    } else if (added && !last?.removed)
      comparePairs(walk, path, { before: [], after: after.slice(from, from + count), from })
    if (!added) at += count
    if (!removed) from += count
  }
}

/** Returns undefined if that takes too long. */
function matchItems(walk: Walk, before: Json[], after: Json[]) {
  // Comparing texts is many times faster.
  const asKey = (item: Json) => (typeof item === 'number' ? item : sameText(item))
  const comparator = (one: Json, other: Json) => isSame(one, other, walk.tolerance)
  const options = { comparator, maxEditLength: maxEdits(walk) }
  return spend(walk, diffArrays(before.map(asKey), after.map(asKey), options))
}

function maxEdits({ stepsLeft }: Walk): number {
  return Math.min(MAX_EDITS, Math.floor(Math.sqrt(stepsLeft)))
}

/** A comparison without a result took as many steps as it could. */
function spend<Part extends { added: boolean; removed: boolean; count: number }>(
  walk: Walk,
  parts: Part[] | undefined,
): Part[] | undefined {
  const changed = parts?.filter(({ added, removed }) => added || removed)
  const edits = changed?.reduce((sum, { count }) => sum + count, 0) ?? maxEdits(walk)
  walk.stepsLeft = Math.max(0, walk.stepsLeft - edits ** 2)
  return parts
}

type Pairs = { before: Json[]; after: Json[]; from: number }

function comparePairs(walk: Walk, path: string[], { before, after, from }: Pairs): void {
  for (let index = 0; index < Math.max(before.length, after.length); index += 1)
    compareAt(walk, [...path, String(from + index + 1)], before[index], after[index])
}

function isSame(before: Json, after: Json, tolerance: number): boolean {
  if (typeof before === 'number' && typeof after === 'number')
    return Math.abs(before - after) <= tolerance * Math.max(Math.abs(before), Math.abs(after))
  return isSameJson(before, after)
}

function textParts(walk: Walk, before: Json, after: Json): { parts: TextPart[] } | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined
  if (before.length + after.length > MAX_TEXT_CHARS) return undefined
  const parts = spend(walk, diffWordsWithSpace(before, after, { maxEditLength: maxEdits(walk) }))
  return (
    parts && {
      parts: parts.map(({ value, added, removed }) => ({
        text: value,
        kind: added ? 'added' : removed ? 'removed' : 'same',
      })),
    }
  )
}
