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
import { buildPlanRunView } from '../views/get-plan-run.ts'
import type { PlanRunView } from '../views/plan-run-view.ts'
import { claimPlanKey, findRepeatedPlanRun, planCallOf } from './plan-idempotency.ts'

export type PlanRunRequest = {
  plan?: unknown
  savedPlanId?: string
  /** True after the person saw the effects. */
  confirmed?: boolean
  dryRun?: boolean
  /** Limits all steps, in decimal USDC. */
  maxPrice?: string
  timeZone?: string
  idempotencyKey?: string
}

export type Resumption = { fromId: string; editedArgs: Record<string, JsonObject>; carried: PlanAttemptRow[] }

const MAX_OPEN_PLAN_RUNS = 200

/**
 * The plan run waits for confirmation if the policy requires it. Throws UNAUTHENTICATED, NOT_FOUND for an unknown
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
  const call = planCallOf(ctx, request)
  const repeated = call && (await findRepeatedPlanRun(ctx, call))
  if (repeated)
    return { planRun: await buildPlanRunView(ctx, { row: repeated, canManage: true }), isRepeated: true }
  const { document, savedPlanId } = await resolvePlanDocument(ctx, request)
  const { plan, verdicts, needsConfirmation, maxPriceMicros } = await checkPlanRun(
    ctx,
    document,
    request,
    doneCalls(resumption?.carried),
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
    const made = await insertPlanRun(tx, {
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
    if (resumption) await copyAttempts(tx, resumption.carried, made.id)
    if (made.state === 'queued') await enqueuePlanRun(tx, made)
    const action = resumption ? 'plan.resume' : 'plan.run'
    await auditPlanRun(tx, viewer, action, made, auditData(made, resumption))
    return made
  })
  return { planRun: await buildPlanRunView(ctx, { row, canManage: true }), isRepeated: row.id !== id }
}

function doneCalls(carried: readonly PlanAttemptRow[] = []): Map<string, number> {
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

export function confirmedBy({ userId, name }: { userId: string; name: string }) {
  return { confirmedById: userId, confirmedByName: name, confirmedAt: new Date() }
}

const UNCONFIRMED = { confirmedById: null, confirmedByName: null, confirmedAt: null }

async function resolvePlanDocument(
  ctx: Context,
  { plan, savedPlanId: wanted }: PlanRunRequest,
): Promise<{ document: unknown; savedPlanId?: string }> {
  if (wanted === undefined) return { document: plan }
  if (plan !== undefined) return { document: plan, savedPlanId: wanted }
  const { organisationId } = requireViewer(ctx)
  const saved = await findNamedPlan(ctx.db, { organisationId, name: wanted })
  if (!saved)
    throw new AppError('NOT_FOUND', { message: `Your organisation has no plan called “${wanted}”.` })
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

/** The row contains everything else. */
export type PlanTask = { planRunId: string; organisationId: string; generation: number; traceparent?: string }

type Facts = { id: string; organisationId: string }

/** Takes effect on commit; concurrency is limited per organisation. */
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
