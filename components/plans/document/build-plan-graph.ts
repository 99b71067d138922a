import type { Json } from '#lib/kernel/json/json.ts'
import type { CheckedPlan } from '#lib/plans/model/checks/check-plan.ts'
import type { PlanDocument } from '#lib/plans/model/document/plan-document.ts'
import { findReferences, planOrder } from '#lib/plans/model/document/plan-order.ts'
import type { PlanCatalog } from '#lib/plans/model/document/plan-tool.ts'
import { listStepObjects } from './edit-plan.ts'
import { stepPreview, stepTitle } from './step-labels.ts'

export type GraphNode = {
  id: string
  index: number
  title: string
  preview: string
  isRepeated: boolean
  hasProblem: boolean
}
/** `label` is what flows from one step to the other, or “then” if the one only waits for the other. */
type GraphEdge = { from: string; to: string; label: string }
export type PlanGraphModel = { nodes: GraphNode[]; edges: GraphEdge[] }

/** Returns the steps of a plan as a graph. An invalid plan has nodes, but no edges. */
export function buildPlanGraph(plan: Json, catalog: PlanCatalog, check: CheckedPlan): PlanGraphModel {
  const nodes = listStepObjects(plan).map(({ step, index }) => ({
    id: String(step.id ?? index),
    index,
    title: stepTitle(catalog, step),
    preview: stepPreview(plan, catalog, step),
    isRepeated: step.foreach !== undefined,
    hasProblem: check.issues.some(
      ({ path, severity }) =>
        severity === 'error' && (path === `/steps/${index}` || path.startsWith(`/steps/${index}/`)),
    ),
  }))
  return { nodes, edges: check.plan ? findEdges(check.plan) : [] }
}

function findEdges(plan: PlanDocument): GraphEdge[] {
  const { dependencies } = planOrder(plan)
  const captured = new Map(plan.steps.flatMap(({ captureAs, id }) => (captureAs ? [[captureAs, id]] : [])))
  return plan.steps.flatMap((step) => {
    const { found } = findReferences([step.args, step.foreach?.from ?? null])
    return (dependencies[step.id] ?? []).map((from) => {
      const flows = found
        .filter(
          ({ reference: { root } }) => (root.kind === 'steps' ? root.name : captured.get(root.name)) === from,
        )
        .map(
          ({ reference: { path } }) =>
            path.filter((part) => typeof part === 'string').join('.') || 'everything',
        )
      return { from, to: step.id, label: flows.length > 0 ? [...new Set(flows)].join(', ') : 'then' }
    })
  })
}
