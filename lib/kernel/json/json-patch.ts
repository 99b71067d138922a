/**
 * JSON Patch (RFC 6902) without `copy` and `test`. A result shares unchanged parts with the input, and a renamed property
 * keeps its position, so that a fix does not rearrange the publisher's document.
 */
import { isObject, type Json, type JsonObject } from './json.ts'
import { pointerKeys, toPointer, valueAt } from './json-pointer.ts'

export type Operation =
  | { op: 'add'; path: string; value: Json }
  | { op: 'replace'; path: string; value: Json }
  | { op: 'remove'; path: string }
  | { op: 'move'; from: string; path: string }

/** Returns undefined if an operation does not apply to the value. */
export function applyPatch(value: Json, operations: readonly Operation[]): Json | undefined {
  return applyPatchWithin(value, operations, Number.POSITIVE_INFINITY).value
}

type Patched =
  | { value: Json; failed?: undefined }
  /** The index of the operation that has no place in the value, or that would exceed `maxEntries`. */
  | { value?: undefined; failed: number; isTooCostly: boolean }

/**
 * Applies the operations unless they would copy more than `maxEntries` properties and items: each operation copies the
 * objects and lists on its path, so a few hundred on one large object take minutes.
 */
export function applyPatchWithin(value: Json, operations: readonly Operation[], maxEntries: number): Patched {
  let now = value
  let left = maxEntries
  for (const [failed, operation] of operations.entries()) {
    if (maxEntries !== Number.POSITIVE_INFINITY) left -= countCopied(now, operation)
    if (left < 0) return { failed, isTooCostly: true }
    const next = applied(now, operation)
    if (next === undefined) return { failed, isTooCostly: false }
    now = next
  }
  return { value: now }
}

function countCopied(value: Json, operation: Operation): number {
  const paths = operation.op === 'move' ? [operation.from, operation.path] : [operation.path]
  let count = 0
  for (const path of paths) {
    let holder: Json | undefined = value
    for (const key of pointerKeys(path)) {
      if (typeof holder !== 'object' || holder === null) break
      count += Array.isArray(holder) ? holder.length : Object.keys(holder).length
      holder = valueAt(holder, toPointer([key]))
    }
  }
  return count
}

/** Returns the operations that undo these; none if they do not apply. */
export function invertPatch(before: Json, operations: readonly Operation[]): Operation[] {
  const undo: Operation[] = []
  let now: Json | undefined = before
  for (const operation of operations) {
    if (now === undefined) return []
    undo.unshift(inverse(now, operation))
    now = applied(now, operation)
  }
  return undo
}

function inverse(before: Json, operation: Operation): Operation {
  if (operation.op === 'move') return { op: 'move', from: operation.path, path: operation.from }
  const keys = pointerKeys(operation.path)
  const holder = keys.length === 0 ? undefined : valueAt(before, toPointer(keys.slice(0, -1)))
  if (operation.op === 'add' && Array.isArray(holder)) {
    const key = keys.at(-1) === '-' ? String(holder.length) : (keys.at(-1) ?? '')
    return { op: 'remove', path: toPointer([...keys.slice(0, -1), key]) }
  }
  const old = valueAt(before, operation.path)
  if (old === undefined) return { op: 'remove', path: operation.path }
  return { op: operation.op === 'remove' ? 'add' : 'replace', path: operation.path, value: old }
}

function applied(value: Json, operation: Operation): Json | undefined {
  if (operation.op === 'move') return moved(value, operation)
  const keys = pointerKeys(operation.path)
  const last = keys.pop()
  if (last === undefined) return operation.op === 'remove' ? undefined : operation.value
  return within(value, keys, (holder) => changed(holder, last, operation))
}

function moved(value: Json, { from, path }: { from: string; path: string }): Json | undefined {
  const [old, target] = [pointerKeys(from), pointerKeys(path)]
  const [oldKey, newKey] = [old.pop(), target.pop()]
  if (oldKey === undefined || newKey === undefined) return undefined
  if (toPointer(old) === toPointer(target)) {
    return within(value, old, (holder) => (isObject(holder) ? renameKey(holder, oldKey, newKey) : undefined))
  }
  const movedValue = valueAt(value, from)
  if (movedValue === undefined) return undefined
  return applyPatch(value, [
    { op: 'remove', path: from },
    { op: 'add', path, value: movedValue },
  ])
}

function within(
  value: Json,
  [key, ...rest]: string[],
  change: (part: Json) => Json | undefined,
): Json | undefined {
  if (key === undefined) return change(value)
  const below = valueAt(value, toPointer([key]))
  const next = below === undefined ? undefined : within(below, rest, change)
  if (next === undefined) return undefined
  return Array.isArray(value) ? value.with(Number(key), next) : withProperty(value as JsonObject, key, next)
}

function changed(holder: Json, key: string, operation: Exclude<Operation, { op: 'move' }>): Json | undefined {
  if (Array.isArray(holder)) return changedList(holder, key, operation)
  if (!isObject(holder)) return undefined
  if (operation.op !== 'add' && !Object.hasOwn(holder, key)) return undefined
  if (operation.op === 'remove') return without(holder, key)
  return withProperty(holder, key, operation.value)
}

function changedList(
  list: Json[],
  key: string,
  operation: Exclude<Operation, { op: 'move' }>,
): Json | undefined {
  const index = key === '-' ? list.length : Number(key)
  const lastIndex = operation.op === 'add' ? list.length : list.length - 1
  if (!Number.isInteger(index) || index < 0 || index > lastIndex) return undefined
  if (operation.op === 'remove') return list.toSpliced(index, 1)
  return list.toSpliced(index, operation.op === 'add' ? 0 : 1, operation.value)
}

/** Object.fromEntries sets "__proto__" like any other name. */
function withProperty(object: JsonObject, key: string, value: Json): JsonObject {
  if (!Object.hasOwn(object, key)) return Object.fromEntries([...Object.entries(object), [key, value]])
  return Object.fromEntries(Object.entries(object).map(([each, old]) => [each, each === key ? value : old]))
}

function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== key))
}

function renameKey(object: JsonObject, from: string, to: string): JsonObject | undefined {
  if (!Object.hasOwn(object, from) || (from !== to && Object.hasOwn(object, to))) return undefined
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]))
}
