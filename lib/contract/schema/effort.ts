/**
 * A limit on how much one check may try.
 *
 * Ground; also in the browser. What a check costs can be the product of what the schema says and what the value holds,
 * or a power of its depth: three branches that hold the same choice again, twenty levels deep, are three billion checks.
 * Nobody's contract needs that, and one publisher's must not stop the server for everybody. So whatever can multiply is
 * counted as it is looked at.
 */
import { isObject, type Json, type JsonSchema } from '../json/json.ts'

// About a second of work; a list of a hundred thousand items that are each a choice of three stays below it.
const MOST_WORK = 300_000

class TooMuchWork extends Error {}

let done = 0
let isLimited = false

/** Counts work, 1 being a choice of three. Throws out of the enclosing `withinReason` when there was too much. */
export function countWork(amount: number): true {
  if (isLimited) done += amount
  if (done > MOST_WORK) throw new TooMuchWork()
  return true
}

/** Does `work`, or gives up and answers `giveUp`. Inside another `withinReason` the outer one counts. */
export function withinReason<Result>(work: () => Result, giveUp: () => Result): Result {
  if (isLimited) return work()
  isLimited = true
  done = 0
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof TooMuchWork || isTooDeep(thrown)) return giveUp()
    throw thrown
  } finally {
    isLimited = false
    done = 0
  }
}

/** A type that contains itself follows a value as deep as that goes; the engine's stack ends before. */
function isTooDeep(thrown: unknown): boolean {
  return thrown instanceof RangeError && /call stack/i.test(thrown.message)
}

/** What looking at one value costs: always, if it is an object, and for each of its keys. */
export type Work = { always: number; ofObject: number; perKey: number }

// Fewer are nothing to speak of, and counting them would cost as much as looking.
const MANY = 8
const MANY_NAMES = 64

/** What a schema object costs each time; undefined where it is next to nothing. What stands below counts by itself. */
export function workOf(schema: JsonSchema): Work | undefined {
  const branches = sizeOf(schema.oneOf) + sizeOf(schema.anyOf)
  const names = sizeOf(schema.required)
  const patterns = sizeOf(schema.patternProperties)
  const work = {
    always:
      (branches > 0 ? Math.max(1, branches / 3) : 0) +
      (schema.$ref === undefined ? 0 : 0.1) +
      beyond(MANY, sizeOf(schema.allOf)) / 2,
    ofObject: beyond(MANY, sizeOf(schema.dependentSchemas)) / 2 + beyond(MANY_NAMES, names) / 4,
    perKey: beyond(MANY, patterns) / 10,
  }
  return work.always + work.ofObject + work.perKey > 0 ? work : undefined
}

/** Counts what `workOf` a schema said, for one value. */
export function countLook({ always, ofObject, perKey }: Work, value: Json): true {
  const keys = perKey > 0 && isObject(value) ? Object.keys(value).length : 0
  return countWork(always + (isObject(value) ? ofObject : 0) + perKey * keys)
}

function sizeOf(part: Json | undefined): number {
  return typeof part === 'object' && part !== null ? Object.keys(part).length : 0
}

function beyond(few: number, count: number): number {
  return count > few ? count : 0
}
