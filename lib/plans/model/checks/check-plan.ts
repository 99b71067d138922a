/** Runs in the builder and before each run. Never throws for an invalid plan. See docs/spec/tools-and-plans.md §3. */

import type { RiskLevel } from '../../../contracts/document/skillset-document.ts'
import { highestRisk } from '../../../contracts/permissions/permission-lines.ts'
import { vaultPathError } from '../../../vault/model/vault-path.ts'
import { parsePlan } from '../document/parse-plan.ts'
import type { PlanDocument, PlanIssue, PlanStep } from '../document/plan-document.ts'
import { type PlanOrder, planOrder } from '../document/plan-order.ts'
import { type PlanCatalog, splitToolName, toolFor } from '../document/plan-tool.ts'
import { parseTemplate } from '../document/reference.ts'
import type { ApprovalPolicy } from '../policy/approval-policy.ts'
import { checkPolicy } from '../policy/judge-step.ts'
import { vaultArguments } from '../policy/vault-arguments.ts'
import { checkTypes, type ReferenceFit } from '../types/check-types.ts'
import { listBounds, PlanShapes } from '../types/plan-shapes.ts'
import { checkFiles } from './check-files.ts'
import { checkNames } from './check-names.ts'
import { checkPreviews, previewForStep } from './check-previews.ts'
import { checkAccounts, checkDryRun } from './check-tools.ts'
import { type CallBounds, type PlanPrice, planPrice } from './plan-price.ts'

export type CheckedPlan = {
  plan?: PlanDocument
  issues: PlanIssue[]
  isRunnable: boolean
  riskLevel: RiskLevel
  price: PlanPrice
  order: PlanOrder
  previews: Record<string, string>
  references: ReferenceFit[]
}

/** Also reports what `policy` denies, and the `missingFiles` among `filesRead`. */
export function checkPlan(
  document: unknown,
  catalog: PlanCatalog,
  policy?: ApprovalPolicy,
  missingFiles: readonly string[] = [],
): CheckedPlan {
  const { plan, issues } = parsePlan(document)
  if (!plan) {
    const refused = issues.map(
      (issue): PlanIssue => ({ ...issue, severity: 'error', keyword: issue.keyword ?? 'schema' }),
    )
    return { ...NOTHING, issues: refused, isRunnable: false }
  }
  const riskLevel = findHighestRisk(plan, catalog)
  const order = planOrder(plan)
  // The types of steps in a cycle cannot be derived.
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
    ...checkDryRun(plan, catalog),
    ...checkAccounts(plan, catalog),
    ...checkFiles(plan, missingFiles),
  ]
  return {
    plan,
    issues: sortBySeverity(found),
    isRunnable: !found.some(({ severity }) => severity === 'error'),
    riskLevel,
    price: sumPrices(plan, catalog, order),
    order,
    previews: Object.fromEntries(plan.steps.map((step) => [step.id, previewForStep(step, catalog)])),
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

const MAX_ISSUES = 200

/** Further issues are left out, because nobody reads that many. */
function sortBySeverity(issues: readonly PlanIssue[]): PlanIssue[] {
  return issues
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
    .slice(0, MAX_ISSUES)
}

function findHighestRisk({ steps }: PlanDocument, catalog: PlanCatalog): RiskLevel {
  return highestRisk(steps.flatMap(({ tool }) => toolFor(catalog, tool)?.riskLevel ?? []))
}

function unknownTools({ steps }: PlanDocument, catalog: PlanCatalog): PlanIssue[] {
  return steps.flatMap(({ id, tool }, index): PlanIssue[] => {
    if (toolFor(catalog, tool)) return []
    const message = `there is no tool or skill “${tool}”, or you do not have access to it`
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
      fix: { title: `Use “${riskLevel}”`, edits: [{ op: 'replace', path: '/riskLevel', value: riskLevel }] },
    },
  ]
}

function sumPrices(plan: PlanDocument, catalog: PlanCatalog, { cycle }: PlanOrder): PlanPrice {
  const shapes = cycle ? undefined : new PlanShapes(plan, catalog)
  return planPrice(
    plan.steps.map((step) => {
      const { priceMicros = 0n, callsMicros = 0n } = toolFor(catalog, step.tool) ?? {}
      return { stepId: step.id, priceMicros, callsMicros, calls: countCalls(step, shapes) }
    }),
  )
}

/** `done` counts completed calls by step. The plan must be valid. */
export function leastLeftMicros(
  plan: PlanDocument,
  catalog: PlanCatalog,
  done: ReadonlyMap<string, number>,
): bigint {
  const shapes = new PlanShapes(plan, catalog)
  return plan.steps.reduce((total, step) => {
    const calls = Math.max(0, countCalls(step, shapes).min - (done.get(step.id) ?? 0))
    return total + (toolFor(catalog, step.tool)?.priceMicros ?? 0n) * BigInt(calls)
  }, 0n)
}

function countCalls(step: PlanStep, shapes: PlanShapes | undefined): CallBounds {
  if (!step.foreach) return { min: 1, max: 1 }
  return shapes ? listBounds(shapes.listOfForeach(step)) : { min: 0 }
}

/** Before a run, only literal parts are known. */
function checkPaths({ steps }: PlanDocument): PlanIssue[] {
  return steps.flatMap(({ id, tool, args }, index) =>
    vaultArguments(splitToolName(tool).name, args).flatMap(({ pointer, path, isFolder }): PlanIssue[] => {
      const problem = typeof path === 'string' ? checkPath(path, isFolder) : undefined
      return problem ? [{ ...problem, path: `/steps/${index}/args${pointer}`, stepId: id }] : []
    }),
  )
}

type PathProblem = Pick<PlanIssue, 'severity' | 'keyword' | 'message'>

function checkPath(text: string, isFolder: boolean): PathProblem | undefined {
  const template = parseTemplate(text)
  if (template.kind === 'fault') return undefined
  // The reference becomes any valid name.
  const written =
    template.kind === 'mixed' ? template.parts.map((part) => (typeof part === 'string' ? part : 'x')) : []
  const plain = template.kind === 'text' ? template.text : written.join('')
  const pathError = template.kind === 'reference' ? undefined : findPathError(plain, isFolder)
  if (pathError !== undefined) return { severity: 'error', keyword: 'path', message: `the path ${pathError}` }
  if (template.kind === 'text') return undefined
  return {
    severity: 'note',
    keyword: 'path',
    message: 'the path is only known at run time and is checked then',
  }
}

function findPathError(path: string, isFolder: boolean): string | undefined {
  if (isFolder && (path === '' || path === '/')) return undefined
  return vaultPathError(isFolder ? path.replace(/([^/])\/$/, '$1') : path)
}

function checkTimes({ steps }: PlanDocument, catalog: PlanCatalog): PlanIssue[] {
  return steps.flatMap(({ id, tool: name, timeoutMs = 0 }, index): PlanIssue[] => {
    const tool = toolFor(catalog, name)
    if (!tool || timeoutMs <= tool.maxMs) return []
    const path = `/steps/${index}/timeoutMs`
    return [
      {
        severity: 'note',
        path,
        keyword: 'timeoutMs',
        message: `a call of ${tool.name} can take at most ${tool.maxMs / 1000} s`,
        stepId: id,
        fix: {
          title: `Use ${tool.maxMs.toLocaleString('en')}`,
          edits: [{ op: 'replace', path, value: tool.maxMs }],
        },
      },
    ]
  })
}
