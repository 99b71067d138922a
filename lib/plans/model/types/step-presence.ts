/** Finds the steps that may end without output. Requires a plan without cycles. */
import type { Json } from '../../../kernel/json/json.ts'
import { type PlanDocument, type PlanStep, resolvePolicy } from '../document/plan-document.ts'
import { findReferences } from '../document/plan-order.ts'
import type { Reference } from '../document/reference.ts'

export class StepPresence {
  private readonly plan: Pick<PlanDocument, 'steps' | 'defaults'>
  private readonly steps: ReadonlyMap<string, PlanStep>
  private readonly capturers: ReadonlyMap<string, PlanStep>
  private readonly missing = new Map<string, boolean>()

  constructor(plan: Pick<PlanDocument, 'steps' | 'defaults'>) {
    this.plan = plan
    this.steps = new Map(plan.steps.map((step) => [step.id, step]))
    this.capturers = new Map(plan.steps.flatMap((step) => (step.captureAs ? [[step.captureAs, step]] : [])))
  }

  named({ kind: of, name }: Reference['root']): PlanStep | undefined {
    return of === 'steps' ? this.steps.get(name) : of === 'vars' ? this.capturers.get(name) : undefined
  }

  mayBeMissing(step: PlanStep): boolean {
    const known = this.missing.get(step.id)
    if (known !== undefined) return known
    const mayBeMissing = this.judge(step)
    this.missing.set(step.id, mayBeMissing)
    return mayBeMissing
  }

  mayHaveHoles(step: PlanStep): boolean {
    return this.isSkippable(step) || this.needsWhatMayBeMissing(step.args)
  }

  private judge(step: PlanStep): boolean {
    if (step.foreach) return this.needsWhatMayBeMissing(step.foreach.from)
    return this.isSkippable(step) || this.needsWhatMayBeMissing(step.args)
  }

  private isSkippable(step: PlanStep): boolean {
    return resolvePolicy(this.plan, step).afterwards === 'skip'
  }

  private needsWhatMayBeMissing(value: Json): boolean {
    return findReferences(value).found.some(({ reference: { root } }) => {
      const step = this.named(root)
      return step !== undefined && this.mayBeMissing(step)
    })
  }
}
