import type { PlanDocument, PlanIssue } from '../document/plan-document.ts'
import { type PlanCatalog, toolFor } from '../document/plan-tool.ts'

/** Warns if the skill, or one that it may call, needs an account that is not ready. */
export function checkAccounts({ steps }: PlanDocument, catalog: PlanCatalog): PlanIssue[] {
  return steps.flatMap(({ id, tool: name }, index): PlanIssue[] => {
    const missing = toolFor(catalog, name)?.missingAccount
    if (!missing) return []
    const path = `/steps/${index}/tool`
    return [{ severity: 'warning', path, keyword: MISSING_ACCOUNT, message: missing.message, stepId: id }]
  })
}

export const MISSING_ACCOUNT = 'integration'
