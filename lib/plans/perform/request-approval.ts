import type { Context } from '../../context/context.ts'
import { paths } from '../../kernel/site/paths.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { oneVisibleLine } from '../../kernel/validation/text-fields.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listMemberIds, listOrganisationAdminIds } from '../../organisations/rows/memberships.ts'
import { notifyPlanRun } from '../../runs/queue/run-notifications.ts'
import { APPROVAL_HOURS, type PlanDocument } from '../model/document/plan-document.ts'
import { insertApproval } from '../rows/plan-approvals.ts'
import { changePlanRun, isCancelRequested, lockPlanRun } from '../rows/plan-runs.ts'

const MAX_TITLE_CHARS = 100

/**
 * Pauses a plan run before a step until a person decides, and notifies those who may. Returns true if the plan run is no
 * longer performed by the caller: it waits now, or was decided and enqueued since a first request of the same step. Returns
 * false if it is being cancelled.
 */
export function requestApproval(
  db: Context['db'],
  { id, organisationId }: { id: string; organisationId: string },
  plan: PlanDocument,
  stepId: string,
): Promise<boolean> {
  const {
    by = 'admins',
    message,
    expiresHours = APPROVAL_HOURS,
  } = plan.steps.find((step) => step.id === stepId)?.approval ?? {}
  return db.$transaction(async (tx) => {
    await lockPlanRun(tx, id)
    if (await isCancelRequested(tx, id)) return false
    const expiresAt = new Date(Date.now() + expiresHours * HOUR_MS)
    if (!(await insertApproval(tx, { planRunId: id, stepId, expiresAt }))) return true
    await changePlanRun(tx, id, ['running'], { state: 'waiting', waitingUntil: null })
    const deciders =
      by === 'members'
        ? await listMemberIds(tx, organisationId)
        : await listOrganisationAdminIds(tx, [organisationId])
    const title = oneVisibleLine(plan.goal).slice(0, MAX_TITLE_CHARS) || 'A plan'
    await sendNotice(tx, deciders, {
      kind: 'plan.approval',
      title: `Approval needed: ${title}`,
      body: message ?? `The plan waits before its step “${stepId}”.`,
      href: paths.planRun(id),
    })
    await notifyPlanRun(tx, { planRunId: id, organisationId, kind: 'moved' })
    return true
  })
}
