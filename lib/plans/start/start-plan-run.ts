import { randomUUIDv7 } from 'node:crypto'
import { recordAudit } from '../../audit/audit-log.ts'
import { requireRoomForRun } from '../../blobs/quotas/storage-limits.ts'
import { type Context, requirePerson, requireViewer, type Viewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { enqueueWorkflow } from '../../kernel/db/workers.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { paths } from '../../kernel/site/paths.ts'
import { storesRuns } from '../../organisations/retention-setting.ts'
import { sealedError } from '../../runs/finish/sealed-run.ts'
import { notifyPlanRun } from '../../runs/queue/run-notifications.ts'
import { checkPlanRun } from '../check/check-plan-run.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'
import { copyAttempts, type PlanAttemptRow } from '../rows/plan-attempts.ts'
import {
  countOpenPlanRuns,
  findResumption,
  insertPlanRun,
  lockPlanRun,
  type PlanRunRow,
} from '../rows/plan-runs.ts'
import { findNamedPlan } from '../rows/saved-plan-rows.ts'
import { actForPlanRun, requireOwnPlanRun } from '../views/find-own-plan-run.ts'
import { buildPlanRunView } from '../views/get-plan-run.ts'
import type { PlanRunView } from '../views/plan-run-view.ts'
import { claimPlanKey, findRepeatedPlanRun, readPlanCall } from './plan-idempotency.ts'

export type PlanRunRequest = {
  plan?: unknown
  savedPlanId?: string
  /** True if the person has seen the effects and agreed. */
  confirmed?: boolean
  dryRun?: boolean
  /** The most that all steps together may cost, in decimal USDC. */
  maxPrice?: string
  timeZone?: string
  idempotencyKey?: string
}

export type Resumption = { fromId: string; editedArgs: Record<string, JsonObject>; carried: PlanAttemptRow[] }

const MAX_OPEN_PLAN_RUNS = 200

/**
 * Records the plan run, and queues it for a worker. If the policy requires a confirmation, it waits for that instead.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND for an unknown
 * saved plan, INVALID_INPUT with the plan's problems, POLICY_DENIED, also for a key that sends `confirmed`,
 * PAYMENT_REQUIRED, RATE_LIMIT_EXCEEDED for too many unfinished plan runs, LIMIT_REACHED if the storage quota
 * is used up, and CONFLICT for a key used with another plan.
 */
export async function startPlanRun(
  ctx: Context,
  request: PlanRunRequest,
  resumption?: Resumption,
): Promise<{ planRun: PlanRunView; isRepeated: boolean }> {
  const viewer = requireViewer(ctx)
  const call = readPlanCall(ctx, request)
  const repeated = call && (await findRepeatedPlanRun(ctx, call))
  if (repeated)
    return { planRun: await buildPlanRunView(ctx, { row: repeated, canManage: true }), isRepeated: true }
  const { document, savedPlanId } = await resolvePlanDocument(ctx, request)
  const { plan, verdicts, needsConfirmation, maxPriceMicros } = await checkPlanRun(
    ctx,
    document,
    request,
    countDoneCalls(resumption?.carried),
  )
  if (request.confirmed) requirePerson(ctx)
  await requirePlanRunSlot(ctx, viewer.organisationId)
  await requireRoomForRun(ctx, { organisationId: viewer.organisationId, isChild: false })
  if (!(await storesRuns(ctx))) throw sealedError('A plan')
  const confirmation = needsConfirmation && request.confirmed && confirmedBy(viewer)
  const { organisationId, userId } = viewer
  const id = `plan_${randomUUIDv7()}`
  const row = await ctx.db.$transaction(async (tx) => {
    if (resumption) await requireNotResumed(tx, resumption.fromId)
    const earlier = call && (await claimPlanKey(tx, call, id))
    if (earlier) return earlier
    const created = await insertPlanRun(tx, {
      id,
      organisationId,
      userId,
      keyId: ctx.keyId ?? null,
      channel: ctx.channel,
      timeZone: request.timeZone ?? 'UTC',
      savedPlanId: savedPlanId ?? null,
      document: plan,
      state: needsConfirmation && !request.confirmed ? 'waiting' : 'queued',
      dryRun: request.dryRun ?? false,
      maxPriceMicros,
      verdicts,
      ...(confirmation || UNCONFIRMED),
      resumedFromId: resumption?.fromId ?? null,
      ...(resumption && { editedArgs: resumption.editedArgs }),
    })
    if (resumption) await copyAttempts(tx, resumption.carried, created.id)
    if (created.state === 'queued') await enqueuePlanRun(tx, created)
    const action = resumption ? 'plan.resume' : 'plan.run'
    await auditPlanRun(tx, viewer, action, created, auditData(created, resumption))
    return created
  })
  return { planRun: await buildPlanRunView(ctx, { row, canManage: true }), isRepeated: row.id !== id }
}

function countDoneCalls(carried: readonly PlanAttemptRow[] = []): Map<string, number> {
  const byStep = Map.groupBy(carried, ({ stepId }) => stepId)
  return new Map([...byStep].map(([stepId, attempts]) => [stepId, attempts.length]))
}

async function requireNotResumed(tx: Tx, fromId: string): Promise<void> {
  await lockPlanRun(tx, fromId)
  const resumedById = await findResumption(tx, fromId)
  if (resumedById === null) return
  throw new AppError('CONFLICT', {
    message: `This plan run has already been resumed as ${resumedById}.`,
    suggestedAction: 'Follow that run. If it fails too, resume it.',
    href: paths.planRun(resumedById),
  })
}

/** Returns the columns that record who confirmed a plan. */
export function confirmedBy({ userId, name }: { userId: string; name: string }) {
  return { confirmedById: userId, confirmedByName: name, confirmedAt: new Date() }
}

const UNCONFIRMED = { confirmedById: null, confirmedByName: null, confirmedAt: null }

async function resolvePlanDocument(
  ctx: Context,
  { plan, savedPlanId: savedPlan }: PlanRunRequest,
): Promise<{ document: unknown; savedPlanId?: string }> {
  if (savedPlan === undefined) return { document: plan }
  if (plan !== undefined) return { document: plan, savedPlanId: savedPlan }
  const { organisationId } = requireViewer(ctx)
  const saved = await findNamedPlan(ctx.db, { organisationId, name: savedPlan })
  if (!saved)
    throw new AppError('NOT_FOUND', { message: `Your organisation has no plan called “${savedPlan}”.` })
  return { document: saved.document, savedPlanId: saved.id }
}

async function requirePlanRunSlot({ db }: Context, organisationId: string): Promise<void> {
  if ((await countOpenPlanRuns(db, organisationId)) < MAX_OPEN_PLAN_RUNS) return
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    message: `Your organisation already has ${MAX_OPEN_PLAN_RUNS} plans running or waiting, which is the limit.`,
    retryAfter: 10,
  })
}

function auditData(row: PlanRunRow, resumption: Resumption | undefined): JsonObject {
  return {
    state: row.state,
    ...(row.dryRun && { dryRun: true }),
    ...(row.confirmedAt && { confirmed: true }),
    ...(resumption && { resumedFrom: resumption.fromId, edited: Object.keys(resumption.editedArgs) }),
  }
}

/** What a worker gets; the row of the plan run has everything else. */
export type PlanTask = { planRunId: string; organisationId: string; generation: number; traceparent?: string }

type PlanRunToQueue = { id: string; organisationId: string }

/**
 * Queues a plan run, once the transaction commits; again, as another generation, after a pause. How many run at once is
 * limited for each organisation.
 */
export async function enqueuePlanRun(
  tx: Tx,
  { id, organisationId }: PlanRunToQueue,
  generation = 1,
): Promise<void> {
  const input: PlanTask = { planRunId: id, organisationId, generation }
  const workflowId = generation === 1 ? id : `${id}:${generation}`
  await enqueueWorkflow(tx, { name: 'plan', id: workflowId, input, partition: organisationId })
  await notifyPlanRun(tx, { planRunId: id, organisationId, kind: 'moved' })
}

export function auditPlanRun(
  tx: Tx,
  actor: Viewer,
  action: 'plan.run' | 'plan.confirm' | 'plan.cancel' | 'plan.resume' | 'plan.approve' | 'plan.refuse',
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

/**
 * Starts the plan of a dry run as it was. Throws NOT_FOUND, POLICY_DENIED for keys and for members who may only read
 * it, CONFLICT if it was not a dry run, and as `startPlanRun`.
 */
export async function startRealRun(ctx: Context, id: unknown): Promise<PlanRunView> {
  requirePerson(ctx)
  const { row } = await requireOwnPlanRun(ctx, id)
  if (!row.dryRun) throw new AppError('CONFLICT', { message: 'This plan run was not a dry run.' })
  const acting = await actForPlanRun(ctx, row)
  const { document: plan, savedPlanId, timeZone } = row
  const request = { plan, timeZone, confirmed: true, ...(savedPlanId && { savedPlanId }) }
  return (await startPlanRun(acting, request)).planRun
}
