import type { PlanDocument, PlanIssue } from '../document/plan-document.ts'
import { type PlanCatalog, toolFor } from '../document/plan-tool.ts'

/** Notes paid skills that do not support dry runs. */
export function checkDryRun({ steps }: PlanDocument, catalog: PlanCatalog): PlanIssue[] {
  return steps.flatMap(({ id, tool: name }, index): PlanIssue[] => {
    const tool = toolFor(catalog, name)
    if (tool?.dryRunMicros !== null) return []
    const message = `${tool.name} has a price and does not support dry runs, so this plan cannot be dry-run`
    return [{ severity: 'note', path: `/steps/${index}/tool`, keyword: DRY_RUN, message, stepId: id }]
  })
}

export const DRY_RUN = 'dryRun'

export function inDryRun(catalog: PlanCatalog): PlanCatalog {
  const entries = [...catalog].map(([name, tool]) => {
    const { callsMicros: _, dryRunMicros, ...rest } = tool
    return [name, { ...rest, priceMicros: dryRunMicros ?? 0n }] as const
  })
  return new Map(entries)
}
