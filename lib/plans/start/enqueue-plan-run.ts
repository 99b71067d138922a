import { recordAudit } from '../../audit/audit-log.ts'
import type { Viewer } from '../../context/context.ts'
import type { Tx } from '../../db/core/prisma-client.ts'
import { enqueueWorkflow } from '../../db/core/workers.ts'
import type { JsonObject } from '../../json/json.ts'
import type { PlanDocument } from '../../plan-documents/document/plan-document.ts'
import { notifyPlanRun } from '../../runs/queue/plan-run-notifications.ts'

/** The workflow's input; everything else is in the row. */
export type PlanTask = { planRunId: string; organisationId: string; generation: number }

type Facts = { id: string; organisationId: string }

/** Enqueued on commit; concurrency is limited per organisation. */
export async function enqueuePlanRun(tx: Tx, { id, organisationId }: Facts): Promise<void> {
  const input: PlanTask = { planRunId: id, organisationId, generation: 1 }
  await enqueueWorkflow(tx, { name: 'plan', id, input, partition: organisationId })
  await notifyPlanRun(tx, { planRunId: id, organisationId, what: 'moved' })
}

export function auditPlanRun(
  tx: Tx,
  actor: Viewer,
  action: 'plan.run' | 'plan.confirm' | 'plan.cancel' | 'plan.resume',
  { id, document }: { id: string; document: unknown },
  data: JsonObject = {},
): Promise<void> {
  const { goal } = document as PlanDocument
  const subject = goal.length > 100 ? `${goal.slice(0, 99)}…` : goal
  const organisation = actor.organisationName
  return recordAudit(tx, {
    actor,
    action,
    subjectType: 'plan_run',
    subjectId: id,
    subject,
    data: { organisation, ...data },
  })
}
