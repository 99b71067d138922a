/**
 * Everything that can be known of a plan before anything runs.
 *
 * Ground; also in the browser: the builder asks it at every keystroke, the doors before a run. Never throws for a bad
 * plan. Source: specification "First-party tools and plans", Plan, Checked before anything runs.
 */
import { RISK_LEVELS, type RiskLevel } from '../document/skillset-document.ts'
import { checkNames } from './check-names.ts'
import { parsePlan } from './parse-plan.ts'
import type { PlanDocument } from './plan-document.ts'
import type { PlanIssue } from './plan-issue.ts'
import { type PlanOrder, planOrder } from './plan-order.ts'
import { type PlanPrice, planPrice } from './plan-price.ts'
import { type PlanCatalog, toolFor } from './plan-tool.ts'

export type CheckedPlan = {
  /** Absent when the document is no plan at all; its `issues` say why. */
  plan?: PlanDocument
  issues: PlanIssue[]
  /** No issue is an error: it may be run. */
  isRunnable: boolean
  /** The highest of its steps, whatever the document says. */
  riskLevel: RiskLevel
  price: PlanPrice
  order: PlanOrder
}

export function checkPlan(document: unknown, catalog: PlanCatalog): CheckedPlan {
  const { plan, issues } = parsePlan(document)
  if (!plan) {
    const refused = issues.map(
      (issue): PlanIssue => ({ ...issue, severity: 'error', keyword: issue.keyword ?? 'schema' }),
    )
    return { ...NOTHING, issues: refused, isRunnable: false }
  }
  const riskLevel = highestRisk(plan, catalog)
  const found = [...checkNames(plan), ...unknownTools(plan, catalog), ...wrongRisk(plan, riskLevel)]
  return {
    plan,
    issues: found,
    isRunnable: !found.some(({ severity }) => severity === 'error'),
    riskLevel,
    price: priceOf(plan, catalog),
    order: planOrder(plan),
  }
}

const NOTHING = {
  riskLevel: 'read-only',
  price: planPrice([]),
  order: { dependencies: {}, waves: [] },
} as const satisfies Partial<CheckedPlan>

function highestRisk({ steps }: PlanDocument, catalog: PlanCatalog): RiskLevel {
  const levels = steps.map(({ tool }) =>
    RISK_LEVELS.indexOf(toolFor(catalog, tool)?.riskLevel ?? 'read-only'),
  )
  return RISK_LEVELS[Math.max(0, ...levels)] ?? 'read-only'
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

function priceOf({ steps }: PlanDocument, catalog: PlanCatalog): PlanPrice {
  return planPrice(
    steps.map((step) => ({
      stepId: step.id,
      priceMicros: toolFor(catalog, step.tool)?.priceMicros ?? 0n,
      calls: step.foreach ? { least: 0 } : { least: 1, most: 1 },
    })),
  )
}
