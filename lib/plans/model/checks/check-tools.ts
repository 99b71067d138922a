import type { PlanDocument, PlanIssue } from '../document/plan-document.ts'
import { type PlanCatalog, toolFor } from '../document/plan-tool.ts'

export const MISSING_ACCOUNT = 'integration'
export const DRY_RUN = 'dryRun'

/** Warns if the skill, or one that it may call, needs an account that is not ready. */
export function checkAccounts({ steps }: PlanDocument, catalog: PlanCatalog): PlanIssue[] {
  return steps.flatMap(({ id, tool: name }, index): PlanIssue[] => {
    const missing = toolFor(catalog, name)?.missingAccount
    if (!missing) return []
    const path = `/steps/${index}/tool`
    return [{ severity: 'warning', path, keyword: MISSING_ACCOUNT, message: missing.message, stepId: id }]
  })
}

/** Notes paid skills that do not support dry runs. */
export function checkDryRun({ steps }: PlanDocument, catalog: PlanCatalog): PlanIssue[] {
  return steps.flatMap(({ id, tool: name }, index): PlanIssue[] => {
    const tool = toolFor(catalog, name)
    if (tool?.dryRunMicros !== null) return []
    const message = `${tool.name} has a price and does not support dry runs, so this plan cannot be dry-run`
    return [{ severity: 'note', path: `/steps/${index}/tool`, keyword: DRY_RUN, message, stepId: id }]
  })
}

export function inDryRun(catalog: PlanCatalog): PlanCatalog {
  const entries = [...catalog].map(([name, tool]) => {
    const { callsMicros: _, dryRunMicros, ...rest } = tool
    return [name, { ...rest, priceMicros: dryRunMicros ?? 0n }] as const
  })
  return new Map(entries)
}
