/** Recording a plan run, and putting it off to a worker in the same transaction. Floor 3. */

import { recordAudit } from '../audit/audit.ts'
import type { Viewer } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import type { PlanDocument } from '../contract/plan/plan-document.ts'
import type { Tx } from '../db/client.ts'
import { putOff } from '../db/workflows.ts'
import { announcePlan } from './plan-announcements.ts'

/** What the engine is handed: the rest is in the row. */
export type PlanTask = { planRunId: string; organisationId: string; generation: number }

type Facts = { id: string; organisationId: string }

/** Its turn comes when the transaction is committed; of one organisation's only so many at once. */
export async function putOffPlan(tx: Tx, { id, organisationId }: Facts): Promise<void> {
  const input: PlanTask = { planRunId: id, organisationId, generation: 1 }
  await putOff(tx, { name: 'plan', id, input, partition: organisationId })
  await announcePlan(tx, { planRunId: id, organisationId, what: 'moved' })
}

/** Who started, confirmed or cancelled what. */
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
