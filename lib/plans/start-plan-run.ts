/** Starting a plan: checked, judged by the approval policy, recorded, and put off to a worker. Floor 3. */
import { randomUUIDv7 } from 'node:crypto'
import { type Context, requirePerson, requireViewer } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { paths } from '../contract/market/paths.ts'
import type { Tx } from '../db/client.ts'
import { carryAttempts, type PlanAttemptRow } from '../db/plan-attempts.ts'
import {
  countOpenPlanRuns,
  findResumption,
  insertPlanRun,
  lockPlanRun,
  type PlanRunRow,
} from '../db/plan-runs.ts'
import { findNamedPlan } from '../db/saved-plans.ts'
import { AppError } from '../errors.ts'
import { checkPlanRun } from './check-plan-run.ts'
import { viewOf } from './get-plan-run.ts'
import type { PlanRunView } from './plan-run-view.ts'
import { auditPlanRun, putOffPlan } from './record-plan-run.ts'
import { claimPlanKey, findRepeatedPlanRun, planCallOf } from './repeated-plan-run.ts'

export type PlanRunRequest = {
  /** The plan itself, or the id or slug of a saved one. */
  plan?: unknown
  savedPlanId?: string
  /** A person has seen what it will do, and says yes. */
  confirmed?: boolean
  /** Say what would happen, change nothing. */
  dryRun?: boolean
  /** The most its steps may cost together, decimal USDC. */
  maxPrice?: string
  timeZone?: string
  /** Of two calls with the same key the second gets the first one's plan run. */
  idempotencyKey?: string
}

/** Set by `resumePlanRun` only. */
export type Resumption = { fromId: string; editedArgs: Record<string, JsonObject>; carried: PlanAttemptRow[] }

/** Of one organisation, that have not ended. */
const MOST_OPEN = 200

/**
 * Starts a plan. It waits to be confirmed when the policy asks and nobody has; else a worker takes it.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND for a saved plan that is not theirs, INVALID_INPUT with what is wrong with it,
 * POLICY_DENIED for what the policy or a key forbids, for a key that says it has confirmed, PAYMENT_REQUIRED, and
 * RATE_LIMIT_EXCEEDED for too many at once, CONFLICT for a key that was used for another plan. Then nothing was started.
 */
export async function startPlanRun(
  ctx: Context,
  request: PlanRunRequest,
  resumption?: Resumption,
): Promise<{ planRun: PlanRunView; isRepeated: boolean }> {
  const viewer = requireViewer(ctx)
  // A repeated call is answered before anything is asked again.
  const call = planCallOf(ctx, request)
  const repeated = call && (await findRepeatedPlanRun(ctx, call))
  if (repeated) return { planRun: await viewOf(ctx, { row: repeated, canManage: true }), isRepeated: true }
  const { document, savedPlanId } = await documentOf(ctx, request)
  const { plan, verdicts, asks, maxPriceMicros } = await checkPlanRun(
    ctx,
    document,
    request,
    doneCalls(resumption?.carried),
  )
  if (request.confirmed) requirePerson(ctx)
  await requireRoom(ctx, viewer.organisationId)
  const confirmation = asks && request.confirmed && confirmedBy(viewer)
  const { organisationId, userId } = viewer
  const id = `plan_${randomUUIDv7()}`
  const row = await ctx.db.$transaction(async (tx) => {
    if (resumption) await requireFirst(tx, resumption.fromId)
    const earlier = call && (await claimPlanKey(tx, call, id))
    if (earlier) return earlier
    const made = await insertPlanRun(tx, {
      id,
      organisationId,
      userId,
      keyId: ctx.keyId ?? null,
      door: ctx.door,
      timeZone: request.timeZone ?? 'UTC',
      savedPlanId: savedPlanId ?? null,
      document: plan,
      state: asks && !request.confirmed ? 'waiting' : 'queued',
      dryRun: request.dryRun ?? false,
      maxPriceMicros,
      verdicts,
      ...(confirmation || NOBODY),
      resumedFromId: resumption?.fromId ?? null,
      ...(resumption && { editedArgs: resumption.editedArgs }),
    })
    if (resumption) await carryAttempts(tx, resumption.carried, made.id)
    if (made.state === 'queued') await putOffPlan(tx, made)
    const action = resumption ? 'plan.resume' : 'plan.run'
    await auditPlanRun(tx, viewer, action, made, auditData(made, resumption))
    return made
  })
  return { planRun: await viewOf(ctx, { row, canManage: true }), isRepeated: row.id !== id }
}

/** How many calls of each step were taken over. */
function doneCalls(carried: readonly PlanAttemptRow[] = []): Map<string, number> {
  const byStep = Map.groupBy(carried, ({ stepId }) => stepId)
  return new Map([...byStep].map(([stepId, attempts]) => [stepId, attempts.length]))
}

/** One goes on from it, whoever asks at the same moment. */
async function requireFirst(tx: Tx, fromId: string): Promise<void> {
  await lockPlanRun(tx, fromId)
  const resumedById = await findResumption(tx, fromId)
  if (resumedById === null) return
  throw new AppError('CONFLICT', {
    message: `This plan was resumed already, as ${resumedById}.`,
    suggestedAction: 'Follow that one; if it fails too, resume it.',
    href: paths.planRun(resumedById),
  })
}

export function confirmedBy({ userId, name }: { userId: string; name: string }) {
  return { confirmedById: userId, confirmedByName: name, confirmedAt: new Date() }
}

const NOBODY = { confirmedById: null, confirmedByName: null, confirmedAt: null }

async function documentOf(
  ctx: Context,
  { plan, savedPlanId: wanted }: PlanRunRequest,
): Promise<{ document: unknown; savedPlanId?: string }> {
  if (wanted === undefined) return { document: plan }
  // A resumed one is what it was, with what was edited.
  if (plan !== undefined) return { document: plan, savedPlanId: wanted }
  const { organisationId } = requireViewer(ctx)
  const saved = await findNamedPlan(ctx.db, { organisationId, name: wanted })
  if (!saved)
    throw new AppError('NOT_FOUND', { message: `Your organisation keeps no plan called “${wanted}”.` })
  return { document: saved.document, savedPlanId: saved.id }
}

async function requireRoom({ db }: Context, organisationId: string): Promise<void> {
  if ((await countOpenPlanRuns(db, organisationId)) < MOST_OPEN) return
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${MOST_OPEN} plans of your organisation are under way or waiting already.`,
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
