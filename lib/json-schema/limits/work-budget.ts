/**
 * Limits the work of one operation, because a small schema can multiply it: three branches with nested choices, twenty
 * levels deep, are three billion checks.
 */
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'

export class WorkBudgetError extends Error {}

/** An amount of work, and a moment by which it must be done. */
export class WorkBudget {
  left: number
  /** In terms of `workedMs`. */
  untilMs: number

  constructor(amount = 0, untilMs = Number.POSITIVE_INFINITY) {
    this.left = amount
    this.untilMs = untilMs
  }

  /** Throws WorkBudgetError if the budget is exceeded. */
  spend(amount: number): void {
    this.left -= amount
    if (this.left < 0) throw new WorkBudgetError()
    // Reading the clock would cost as much as the work that it limits.
    if (this.untilMs !== Number.POSITIVE_INFINITY && workedMs() > this.untilMs) throw new WorkBudgetError()
  }
}

/** CPU time of this thread, independent of the server's load. Browsers use wall time. */
const { process } = globalThis as { process?: Partial<NodeJS.Process> }

export function workedMs(): number {
  const usage = process?.threadCpuUsage?.()
  return usage ? (usage.user + usage.system) / 1_000 : performance.now()
}

// About one second; a list of 100,000 items with three choices each stays below it.
const MAX_WORK = 300_000

/** The budget of the evaluation that is going on. Ajv's generated code has no parameter for it. */
let current: WorkBudget | undefined

/**
 * Evaluates within a budget, and returns what `giveUp` does if it is exceeded, or if the value is too deep for the call
 * stack. An evaluation inside another one spends the outer one's budget.
 */
export function withinWorkLimit<Result>(evaluate: () => Result, giveUp: () => Result): Result {
  if (current) return evaluate()
  current = new WorkBudget(MAX_WORK)
  try {
    return evaluate()
  } catch (thrown) {
    if (thrown instanceof WorkBudgetError || isStackOverflow(thrown)) return giveUp()
    throw thrown
  } finally {
    current = undefined
  }
}

/** Spends the budget of the evaluation that is going on, if there is one. Returns true, as keywords of Ajv must. */
export function spendWork(amount: number): true {
  current?.spend(amount)
  return true
}

function isStackOverflow(thrown: unknown): boolean {
  return thrown instanceof RangeError && /call stack/i.test(thrown.message)
}

/** What one visit of a schema costs: the value of its keyword `work`. */
export type Work = { always: number; ofObject: number; perKey: number }

// For fewer of these, counting would cost as much as checking.
const MANY = 8
const MANY_NAMES = 64

/** Returns undefined for a schema that is too cheap to count. */
export function compileWork(schema: JsonSchema): Work | undefined {
  const branches = sizeOf(schema.oneOf) + sizeOf(schema.anyOf)
  const work = {
    always:
      (branches > 0 ? Math.max(1, branches / 3) : 0) +
      (schema.$ref === undefined ? 0 : 0.1) +
      countAbove(MANY, schema.allOf) / 2,
    ofObject: countAbove(MANY, schema.dependentSchemas) / 2 + countAbove(MANY_NAMES, schema.required) / 4,
    perKey: countAbove(MANY, schema.patternProperties) / 10,
  }
  return work.always + work.ofObject + work.perKey > 0 ? work : undefined
}

export function spendWorkOf({ always, ofObject, perKey }: Work, value: Json): true {
  const keys = perKey > 0 && isObject(value) ? Object.keys(value).length : 0
  return spendWork(always + (isObject(value) ? ofObject : 0) + perKey * keys)
}

function sizeOf(part: Json | undefined): number {
  return typeof part === 'object' && part !== null ? Object.keys(part).length : 0
}

/** Returns 0 for up to `few` members. */
function countAbove(few: number, part: Json | undefined): number {
  const count = sizeOf(part)
  return count > few ? count : 0
}
