/**
 * Work can be exponential in depth: three branches with nested choices, twenty levels deep, are three billion checks.
 */
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'

// About one second; a list of 100,000 items with three choices each stays below it.
const MAX_WORK = 300_000

class TooMuchWork extends Error {}

let done = 0
let isLimited = false

export function countWork(amount: number): true {
  if (isLimited) done += amount
  if (done > MAX_WORK) throw new TooMuchWork()
  return true
}

/** The outermost call counts. */
export function withinWorkLimit<Result>(work: () => Result, giveUp: () => Result): Result {
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

function isTooDeep(thrown: unknown): boolean {
  return thrown instanceof RangeError && /call stack/i.test(thrown.message)
}

export type Work = { always: number; ofObject: number; perKey: number }

// Below these, counting would cost as much as checking.
const MANY = 8
const MANY_NAMES = 64

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

export type EffortBudget = {
  left: number
  untilMs: number
}

export class TooMuchEffort extends Error {}

export function spendEffort(effort: EffortBudget, cost: number): void {
  effort.left -= cost
  if (effort.left < 0 || workedMs() > effort.untilMs) throw new TooMuchEffort()
}

/** CPU time, independent of the server's load. Browsers use wall time. */
const { process } = globalThis as { process?: Partial<NodeJS.Process> }

export function workedMs(): number {
  const usage = process?.threadCpuUsage?.()
  return usage ? (usage.user + usage.system) / 1_000 : performance.now()
}
