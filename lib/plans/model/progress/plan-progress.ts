/** The progress of a plan run, derived from its records alone, so that another worker can resume it. */
import type { Json } from '../../../kernel/json/json.ts'
import type { ToolResult } from '../../../runs/model/tool-result.ts'
import { type PlanDocument, type PlanStep, resolvePolicy } from '../document/plan-document.ts'
import { planOrder } from '../document/plan-order.ts'
import { nextAttempt } from './next-attempt.ts'
import { resolveReferences, type Scope, scopeOfItem } from './resolve-references.ts'

export type Unit = {
  key: string
  stepId: string
  index?: number
}

export type Start = { unit: Unit; attempt: number }

export type PlanEnd = {
  state: 'succeeded' | 'failed' | 'cancelled'
  stepId?: string
  result?: ToolResult
}

type Decision = {
  start: Start[]
  /** Epoch milliseconds. */
  wakeAtMs?: number
  /** The step for which the plan waits, if no call is in progress and nothing else can start. */
  awaiting?: string
  /** Present if the plan has ended and no call is in progress. */
  end?: PlanEnd
}

type Situation = {
  flight: ReadonlySet<string>
  nowMs: number
  isCancelled: boolean
}

const MAX_AT_ONCE = 20
/** Each item is a run of its own, and a record that is read when the plan is resumed. */
export const MAX_FOREACH_ITEMS = 1_000
/** Workers and pages hold all outputs in memory. */
export const MAX_PLAN_OUTPUT_BYTES = 32 * 1024 * 1024

type StepState = 'waiting' | 'going' | 'ok' | 'skipped' | 'failed'

export class PlanProgress {
  private readonly plan: PlanDocument
  private readonly approved: ReadonlySet<string>
  private readonly dependencies: Record<string, string[]>
  private readonly results = new Map<string, ToolResult[]>()
  private readonly units = new Map<string, Unit[]>()
  private readonly items = new Map<string, readonly Json[]>()
  private readonly over = new Map<string, StepState>()
  private readonly scope = { steps: new Map<string, Json>(), vars: new Map<string, Json>() }

  /** `approved` are the ids of the steps that a person has approved. */
  constructor(plan: PlanDocument, approved: ReadonlySet<string> = new Set()) {
    this.plan = plan
    this.approved = approved
    this.dependencies = planOrder(plan).dependencies
  }

  record(unit: string, result: ToolResult): void {
    this.results.set(unit, [...this.resultsOf(unit), result])
  }

  resultsOf(unit: string): readonly ToolResult[] {
    return this.results.get(unit) ?? []
  }

  unitsOf(stepId: string): readonly Unit[] {
    const step = this.plan.steps.find(({ id }) => id === stepId)
    return step && this.isReady(step) ? this.expand(step) : []
  }

  isSkipped(stepId: string): boolean {
    return this.stateOf(stepId) === 'skipped'
  }

  isDone(stepId: string): boolean {
    return this.stateOf(stepId) === 'ok'
  }

  dependenciesOf(stepId: string): readonly string[] {
    return this.dependencies[stepId] ?? []
  }

  scopeOf(unit?: Unit): Scope {
    for (const { id } of this.plan.steps) this.stateOf(id)
    const step = this.plan.steps.find(({ id }) => id === unit?.stepId)
    if (!step?.foreach || unit?.index === undefined) return this.scope
    return scopeOfItem(this.scope, step.foreach, this.items.get(step.id)?.[unit.index] ?? null, unit.index)
  }

  /** After a failure no calls start; those in progress finish. */
  next({ flight, nowMs, isCancelled }: Situation): Decision {
    if (isCancelled) return { start: [], end: { state: 'cancelled' } }
    const failed = this.plan.steps.find(({ id }) => this.stateOf(id) === 'failed')
    if (failed)
      return { start: [], end: { state: 'failed', stepId: failed.id, result: this.failureOf(failed) } }
    const start: Start[] = []
    let wakeAtMs = Number.POSITIVE_INFINITY
    let awaiting: string | undefined
    for (const step of this.plan.steps) {
      if (this.stateOf(step.id) !== 'going') continue
      if (step.approval && !this.approved.has(step.id)) {
        awaiting ??= step.id
        continue
      }
      const units = this.expand(step)
      let room = (step.foreach?.concurrency ?? 1) - units.filter(({ key }) => flight.has(key)).length
      for (const unit of units) {
        if (room <= 0 || flight.size + start.length >= MAX_AT_ONCE) break
        const next = flight.has(unit.key) ? undefined : this.attemptOf(step, unit)
        if (!next || !('attempt' in next)) continue
        if (next.atMs > nowMs) wakeAtMs = Math.min(wakeAtMs, next.atMs)
        else {
          start.push({ unit, attempt: next.attempt })
          room -= 1
        }
      }
    }
    if (wakeAtMs < Number.POSITIVE_INFINITY) return { start, wakeAtMs }
    if (start.length > 0 || flight.size > 0) return { start }
    return awaiting === undefined ? { start, end: { state: 'succeeded' } } : { start, awaiting }
  }

  private isReady({ id }: PlanStep): boolean {
    return this.dependenciesOf(id).every((each) => ['ok', 'skipped'].includes(this.stateOf(each)))
  }

  private stateOf(id: string): StepState {
    const known = this.over.get(id)
    if (known) return known
    const step = this.plan.steps.find((each) => each.id === id)
    if (!step || !this.isReady(step)) return 'waiting'
    const state = this.judge(step)
    if (state !== 'going') {
      this.over.set(id, state)
      if (state === 'ok') this.publish(step)
    }
    return state
  }

  private judge(step: PlanStep): StepState {
    const units = this.expand(step)
    const states = units.map((unit) => {
      const next = this.attemptOf(step, unit)
      return 'attempt' in next ? 'going' : next.over
    })
    if (states.includes('failed')) return 'failed'
    if (states.includes('going')) return 'going'
    // Skipped items only leave gaps.
    const isWhole = units.length === 1 && units[0]?.index === undefined
    return isWhole && states[0] === 'skipped' ? 'skipped' : 'ok'
  }

  private attemptOf(step: PlanStep, { key }: Unit) {
    return nextAttempt(this.resultsOf(key), resolvePolicy(this.plan, step))
  }

  private failureOf(step: PlanStep): ToolResult | undefined {
    for (const unit of this.expand(step)) {
      const next = this.attemptOf(step, unit)
      if ('over' in next && next.over === 'failed') return this.resultsOf(unit.key).at(-1)
    }
  }

  private expand(step: PlanStep): Unit[] {
    const known = this.units.get(step.id)
    if (known) return known
    const units = this.unitsFor(step)
    this.units.set(step.id, units)
    return units
  }

  private unitsFor({ id, foreach }: PlanStep): Unit[] {
    const whole = { key: id, stepId: id }
    if (!foreach) return [whole]
    const { value } = resolveReferences(foreach.from, this.scope)
    if (!Array.isArray(value) || value.length > MAX_FOREACH_ITEMS) return [whole]
    this.items.set(id, value)
    return value.map((_, index) => ({ key: `${id}[${index}]`, stepId: id, index }))
  }

  private publish(step: PlanStep): void {
    const outputs = this.expand(step).map(({ key }) => this.resultsOf(key).at(-1)?.data ?? null)
    const value = step.foreach ? outputs : (outputs[0] ?? null)
    this.scope.steps.set(step.id, value)
    if (step.captureAs !== undefined) this.scope.vars.set(step.captureAs, value)
  }
}
