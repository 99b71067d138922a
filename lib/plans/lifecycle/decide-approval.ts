import { z } from 'zod'
import { type Context, requirePerson, requireViewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError, toPublicError } from '../../kernel/errors.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { notifyPlanRun } from '../../runs/queue/run-notifications.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'
import { mayDecide } from '../model/policy/may-decide.ts'
import { sendPlanNotice } from '../perform/perform-plan.ts'
import {
  decideApprovalRow,
  listApprovals,
  listExpiredApprovals,
  type PlanApprovalRow,
} from '../rows/plan-approvals.ts'
import { changePlanRun, findPlanRun, type PlanRunRow } from '../rows/plan-runs.ts'
import { auditPlanRun, enqueuePlanRun } from '../start/start-plan-run.ts'
import { findOwnPlanRun } from '../views/find-own-plan-run.ts'

const DecisionFields = z.strictObject({
  stepId: z.string().max(64),
  decision: z.enum(['approve', 'refuse']),
  note: z.string().trim().max(1000, 'At most 1,000 characters.').optional(),
})

/** Leaves room for the pauses between: each of them increases the generation of the workflow. */
const GENERATIONS_PER_APPROVAL = 1_000

/**
 * Decides on a step for which a plan run waits: it goes on, or stops at that step. Throws UNAUTHENTICATED, NOT_FOUND,
 * INVALID_INPUT, POLICY_DENIED for keys and for members whom the step does not name, and CONFLICT if it is not waiting.
 */
export async function decideApproval(ctx: Context, id: unknown, request: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  requirePerson(ctx)
  const { row } = await findOwnPlanRun(ctx, id)
  const { stepId, decision, note } = parseFields(DecisionFields, request)
  if (!(await canDecide(ctx, row, stepId)))
    throw new AppError('POLICY_DENIED', {
      message: 'Only owners and admins of the organisation can decide on this step.',
    })
  const decided = {
    decidedById: viewer.userId,
    decidedByName: viewer.name,
    decidedAt: new Date(),
    ...(note && { note }),
  }
  await ctx.db.$transaction(async (tx) => {
    const state = decision === 'approve' ? 'approved' : 'refused'
    const isDecided = await decideApprovalRow(tx, { planRunId: row.id, stepId }, { ...decided, state })
    const hasMoved =
      isDecided &&
      (decision === 'approve'
        ? await goOn(tx, row)
        : await stopAt(
            tx,
            row,
            stepId,
            `${viewer.name} did not approve this step${note ? `: ${note}` : '.'}`,
          ))
    if (!hasMoved) throw new AppError('CONFLICT', { message: 'This step is not waiting for approval.' })
    await auditPlanRun(tx, viewer, decision === 'approve' ? 'plan.approve' : 'plan.refuse', row, { stepId })
  })
}

/** Returns whether the viewer may decide on the step of the plan run. */
async function canDecide(ctx: Context, row: PlanRunRow, stepId: string): Promise<boolean> {
  const { userId } = requireViewer(ctx)
  if (ctx.keyId !== undefined) return false
  const step = (row.document as PlanDocument).steps.find(({ id }) => id === stepId)
  const role = await findRole(ctx.db, { userId, organisationId: row.organisationId })
  return mayDecide(role, step?.approval?.by)
}

async function goOn(tx: Tx, row: PlanRunRow): Promise<boolean> {
  const hasMoved = await changePlanRun(tx, row.id, ['waiting'], { state: 'queued' })
  const generation = GENERATIONS_PER_APPROVAL * (await listApprovals(tx, row.id)).length
  if (hasMoved) await enqueuePlanRun(tx, row, generation)
  return hasMoved
}

async function stopAt(tx: Tx, row: PlanRunRow, stepId: string, message: string): Promise<boolean> {
  const error = toPublicError(new AppError('POLICY_DENIED', { message }))
  const ended = { state: 'failed', endedAt: new Date(), error, failedStepId: stepId } as const
  if (!(await changePlanRun(tx, row.id, ['waiting'], ended))) return false
  const { goal } = row.document as PlanDocument
  await sendPlanNotice(tx, { ...row, state: 'failed', goal, error })
  await notifyPlanRun(tx, { planRunId: row.id, organisationId: row.organisationId, kind: 'moved' })
  return true
}

const EXPIRED_AT_ONCE = 100

/** Stops the plan runs whose approval nobody decided in time; one that fails does not hold up the others. Returns how many. */
export async function expireApprovals({ db }: Pick<Context, 'db'>, now = new Date()): Promise<number> {
  const expired = await listExpiredApprovals(db, now, EXPIRED_AT_ONCE)
  for (const approval of expired) await expireApproval(db, approval, now).catch(logUnlessExpected)
  return expired.length
}

async function expireApproval(
  db: Context['db'],
  { planRunId, stepId }: PlanApprovalRow,
  now: Date,
): Promise<void> {
  const row = await findPlanRun(db, planRunId)
  if (!row) return
  await db.$transaction(async (tx) => {
    const decision = { state: 'expired', decidedAt: now } as const
    if (!(await decideApprovalRow(tx, { planRunId, stepId }, decision))) return
    await stopAt(tx, row, stepId, 'Nobody approved this step in time.')
  })
}
