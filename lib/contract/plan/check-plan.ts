/**
 * Everything that can be known of a plan before anything runs.
 *
 * Ground; also in the browser: the builder asks it at every keystroke, the doors before a run. Never throws for a bad
 * plan. Source: specification "First-party tools and plans", Plan, Checked before anything runs.
 */

import { highestRisk } from '../document/highest-risk.ts'
import type { RiskLevel } from '../document/skillset-document.ts'
import type { ApprovalPolicy } from './approval-policy.ts'
import { checkNames } from './check-names.ts'
import { checkPaths } from './check-paths.ts'
import { checkTimes } from './check-times.ts'
import { checkPolicy } from './judge-reach.ts'
import { parsePlan } from './parse-plan.ts'
import type { PlanDocument, PlanStep } from './plan-document.ts'
import type { PlanIssue } from './plan-issue.ts'
import { type PlanOrder, planOrder } from './plan-order.ts'
import { type Calls, type PlanPrice, planPrice } from './plan-price.ts'
import { type PlanCatalog, toolFor } from './plan-tool.ts'
import { checkPreviews, previewOf } from './previews.ts'
import { checkTypes, type ReferenceFit } from './types/check-types.ts'
import { listBounds } from './types/list-bounds.ts'
import { PlanShapes } from './types/plan-shapes.ts'

export type CheckedPlan = {
  /** Absent when the document is no plan at all; its `issues` say why. */
  plan?: PlanDocument
  /** Errors first, then in the plan's order. */
  issues: PlanIssue[]
  /** No issue is an error: it may be run. */
  isRunnable: boolean
  /** The highest of its steps, whatever the document says. */
  riskLevel: RiskLevel
  price: PlanPrice
  order: PlanOrder
  /** By step id: its own words, else the tool's. */
  previews: Record<string, string>
  /** What is known of each reference. */
  references: ReferenceFit[]
}

/** What an organisation's policy denies is wrong with it too, when there is a policy to ask. */
export function checkPlan(document: unknown, catalog: PlanCatalog, policy?: ApprovalPolicy): CheckedPlan {
  const { plan, issues } = parsePlan(document)
  if (!plan) {
    const refused = issues.map(
      (issue): PlanIssue => ({ ...issue, severity: 'error', keyword: issue.keyword ?? 'schema' }),
    )
    return { ...NOTHING, issues: refused, isRunnable: false }
  }
  const riskLevel = riskOf(plan, catalog)
  const order = planOrder(plan)
  // Of steps that wait for one another nothing more can be said.
  const types = order.cycle ? { issues: [], references: [] } : checkTypes(plan, catalog)
  const found = [
    ...checkNames(plan),
    ...unknownTools(plan, catalog),
    ...(policy ? checkPolicy(plan, catalog, policy) : []),
    ...wrongRisk(plan, riskLevel),
    ...checkPaths(plan),
    ...checkTimes(plan, catalog),
    ...types.issues,
    ...checkPreviews(plan, catalog),
  ]
  return {
    plan,
    issues: inOrder(found),
    isRunnable: !found.some(({ severity }) => severity === 'error'),
    riskLevel,
    price: priceOf(plan, catalog, order),
    order,
    previews: Object.fromEntries(plan.steps.map((step) => [step.id, previewOf(step, catalog)])),
    references: types.references,
  }
}

const NOTHING = {
  riskLevel: 'read-only',
  price: planPrice([]),
  order: { dependencies: {}, waves: [] },
  previews: {},
  references: [],
} as const satisfies Partial<CheckedPlan>

const SEVERITIES = ['error', 'warning', 'note']

function inOrder(issues: readonly PlanIssue[]): PlanIssue[] {
  return issues.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
}

function riskOf({ steps }: PlanDocument, catalog: PlanCatalog): RiskLevel {
  return highestRisk(steps.flatMap(({ tool }) => toolFor(catalog, tool)?.riskLevel ?? []))
}

function unknownTools({ steps }: PlanDocument, catalog: PlanCatalog): PlanIssue[] {
  return steps.flatMap(({ id, tool }, index): PlanIssue[] => {
    if (toolFor(catalog, tool)) return []
    const message = `there is no tool or skill “${tool}”, or you cannot see it`
    return [{ severity: 'error', path: `/steps/${index}/tool`, keyword: 'tool', message, stepId: id }]
  })
}

function wrongRisk(plan: PlanDocument, riskLevel: RiskLevel): PlanIssue[] {
  if (plan.riskLevel === riskLevel) return []
  return [
    {
      severity: 'error',
      path: '/riskLevel',
      keyword: 'riskLevel',
      message: `the highest risk of its steps is “${riskLevel}”, not “${plan.riskLevel}”`,
      fix: { title: `Say “${riskLevel}”`, edits: [{ op: 'replace', path: '/riskLevel', value: riskLevel }] },
    },
  ]
}

function priceOf(plan: PlanDocument, catalog: PlanCatalog, { cycle }: PlanOrder): PlanPrice {
  const shapes = cycle ? undefined : new PlanShapes(plan, catalog)
  return planPrice(
    plan.steps.map((step) => {
      const { priceMicros = 0n, callsMicros = 0n } = toolFor(catalog, step.tool) ?? {}
      return { stepId: step.id, priceMicros, callsMicros, calls: callsOf(step, shapes) }
    }),
  )
}

/** The least that a plan of no errors costs yet, when so many calls of each step are done. */
export function leastLeftMicros(
  plan: PlanDocument,
  catalog: PlanCatalog,
  done: ReadonlyMap<string, number>,
): bigint {
  const shapes = new PlanShapes(plan, catalog)
  return plan.steps.reduce((total, step) => {
    const calls = Math.max(0, callsOf(step, shapes).least - (done.get(step.id) ?? 0))
    return total + (toolFor(catalog, step.tool)?.priceMicros ?? 0n) * BigInt(calls)
  }, 0n)
}

function callsOf(step: PlanStep, shapes: PlanShapes | undefined): Calls {
  if (!step.foreach) return { least: 1, most: 1 }
  return shapes ? listBounds(shapes.listOfForeach(step)) : { least: 0 }
}
