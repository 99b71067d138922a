import { type Context, isLimitedKey, requireScope, requireViewer } from '../../context/context.ts'
import type { PublicError } from '../../kernel/errors.ts'
import { isObject, type JsonObject } from '../../kernel/json/json.ts'
import { formatMicros } from '../../kernel/money.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { CursorField } from '../../kernel/validation/text-fields.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { type PublicToolResult, toPublicToolResult } from '../../runs/model/tool-result.ts'
import { listRunInputs } from '../../runs/rows/run-history.ts'
import type { PlanDocument } from '../model/document/plan-document.ts'
import { mayDecide } from '../model/policy/may-decide.ts'
import { listApprovals } from '../rows/plan-approvals.ts'
import { type ActiveRun, listActiveRuns, listAttempts, type PlanAttemptRow } from '../rows/plan-attempts.ts'
import {
  findResumption,
  hasUndoableWrites,
  listPlanRunRows as listRows,
  listUndonePlanRuns,
  type PlanRunLineRow,
  type PlanRunRow,
  sumPlanCharges,
} from '../rows/plan-runs.ts'
import { findNamedPlan, findPlanTitles } from '../rows/saved-plan-rows.ts'
import { findOwnPlanRun, type OwnPlanRun } from './find-own-plan-run.ts'
import type { PlanApprovalView, PlanRunLine, PlanRunView, PlanVerdict } from './plan-run-view.ts'
import { showPlanSteps } from './show-plan-steps.ts'

/** Throws UNAUTHENTICATED, POLICY_DENIED for a key without access, and NOT_FOUND for plan runs of others. */
export async function getPlanRun(ctx: Context, id: unknown): Promise<PlanRunView> {
  requireScope(ctx, 'read', 'run')
  return buildPlanRunView(ctx, await findOwnPlanRun(ctx, id))
}

export async function getPlanRunRevision(
  ctx: Context,
  id: unknown,
): Promise<{ revision: number; isOver: boolean }> {
  requireScope(ctx, 'read', 'run')
  const { row } = await findOwnPlanRun(ctx, id)
  return { revision: row.revision, isOver: row.endedAt !== null }
}

export async function buildPlanRunView(
  ctx: Context,
  { row, canManage }: OwnPlanRun,
  known?: readonly PlanAttemptRow[],
): Promise<PlanRunView> {
  const [approvals, attempts, chargedMicros, hasUndoableChanges, active, resumedById, undone] =
    await Promise.all([
      showApprovals(ctx, row),
      known ?? listAttempts(ctx.db, row.id),
      sumPlanCharges(ctx.db, row.id),
      row.endedAt !== null && hasUndoableWrites(ctx.db, row),
      row.state === 'running' ? listActiveRuns(ctx.db, row.id) : [],
      row.endedAt !== null ? findResumption(ctx.db, row.id) : null,
      listUndonePlanRuns(ctx.db, [row.id]),
    ])
  return toPlanRunView(row, attempts, {
    canManage,
    approvals,
    chargedMicros,
    hasUndoableChanges,
    active,
    resumedById,
    isPerson: ctx.keyId === undefined,
    isUndone: undone.has(row.id),
    plannedTexts: row.dryRun ? await findPlannedTexts(ctx, attempts) : {},
  })
}

/** Returns the results of all attempts, in the order in which they ended. Throws as `getPlanRun`. */
export async function listPlanResults(ctx: Context, id: unknown): Promise<PublicToolResult[]> {
  requireScope(ctx, 'read', 'run')
  const { row } = await findOwnPlanRun(ctx, id)
  const attempts = await listAttempts(ctx.db, row.id)
  return attempts
    .flatMap(({ result }) => (result ? toPublicToolResult(result) : []))
    .sort((one, other) => one.endedAt - other.endedAt)
}

type PlanRunList = { planRuns: PlanRunLine[]; nextCursor: string | null }

const PAGE_SIZE = 50

/** Returns a page of the organisation's plan runs, newest first; for a limited key only its own. Throws as `getPlanRun`. */
export async function listPlanRuns(
  ctx: Context,
  { savedPlan, after, limit = PAGE_SIZE }: { savedPlan?: string; after?: string; limit?: number } = {},
): Promise<PlanRunList> {
  const { organisationId } = requireViewer(ctx)
  requireScope(ctx, 'read', 'run')
  const page = { after: CursorField.parse(after), take: limit + 1 }
  if (savedPlan !== undefined && !isStorable(savedPlan)) return { planRuns: [], nextCursor: null }
  const saved = savedPlan !== undefined && (await findNamedPlan(ctx.db, { organisationId, name: savedPlan }))
  const savedPlanId = saved ? saved.id : savedPlan
  const keyId = isLimitedKey(ctx) ? ctx.keyId : undefined
  const rows = await listRows(ctx.db, { organisationId, savedPlanId, keyId }, page)
  const pageRows = rows.slice(0, limit)
  return {
    planRuns: await toPlanRunLines(ctx, organisationId, pageRows),
    nextCursor: rows.length > limit ? (pageRows.at(-1)?.id ?? null) : null,
  }
}

type PlanRunExtras = {
  canManage: boolean
  approvals: PlanRunView['approvals']
  chargedMicros: bigint
  hasUndoableChanges: boolean
  isPerson: boolean
  active: readonly ActiveRun[]
  resumedById: string | null
  isUndone: boolean
  plannedTexts: Record<string, string>
}

function toPlanRunView(
  row: PlanRunRow,
  attempts: readonly PlanAttemptRow[],
  extras: PlanRunExtras,
): PlanRunView {
  const { canManage, chargedMicros, hasUndoableChanges, isPerson, active, resumedById } = extras
  const { isUndone, plannedTexts, approvals } = extras
  // The JSON columns are written by `lib/plans` only, so their types are known.
  const plan = row.document as PlanDocument
  const isOver = row.endedAt !== null
  const isBroken = row.state === 'failed' || row.state === 'cancelled'
  return {
    id: row.id,
    state: row.state,
    plan,
    ...(row.savedPlanId && { savedPlanId: row.savedPlanId }),
    dryRun: row.dryRun,
    userName: row.user.name,
    verdicts: row.verdicts as PlanVerdict[],
    ...(row.confirmedByName && { confirmedBy: row.confirmedByName }),
    ...(row.confirmedAt && { confirmedAtMs: row.confirmedAt.getTime() }),
    ...(row.resumedFromId && { resumedFromId: row.resumedFromId }),
    ...(resumedById !== null && { resumedById }),
    ...(row.editedArgs !== null && { editedArgs: row.editedArgs as Record<string, JsonObject> }),
    approvals,
    steps: showPlanSteps(plan, attempts, { isOver, active }),
    ...(row.outputs !== null && { outputs: row.outputs as JsonObject }),
    ...(row.error !== null && { error: row.error as PublicError }),
    ...(row.failedStepId && { failedStepId: row.failedStepId }),
    ...(chargedMicros > 0n && { charged: formatMicros(chargedMicros) }),
    canConfirm: row.state === 'waiting' && row.startedAt === null && canManage && isPerson,
    canCancel: !isOver && canManage,
    canResume: isBroken && !row.dryRun && canManage && resumedById === null,
    canUndo: isOver && canManage && hasUndoableChanges,
    canRunForReal: row.dryRun && row.state === 'succeeded' && canManage,
    isUndone,
    ...(Object.keys(plannedTexts).length > 0 && { plannedTexts }),
    revision: row.revision,
    createdAtMs: row.createdAt.getTime(),
    ...(row.startedAt && { startedAtMs: row.startedAt.getTime() }),
    ...(row.endedAt && { endedAtMs: row.endedAt.getTime() }),
  }
}

async function showApprovals(ctx: Context, row: PlanRunRow): Promise<PlanRunView['approvals']> {
  const { steps } = row.document as PlanDocument
  if (!steps.some(({ approval }) => approval)) return []
  const { userId } = requireViewer(ctx)
  const role = await findRole(ctx.db, { userId, organisationId: row.organisationId })
  return (await listApprovals(ctx.db, row.id)).map((approval) => {
    const { by = 'admins', message } = steps.find(({ id }) => id === approval.stepId)?.approval ?? {}
    const state = approval.state as PlanApprovalView['state']
    const isOpen = state === 'waiting' && row.state === 'waiting'
    return {
      stepId: approval.stepId,
      state,
      by,
      ...(message !== undefined && { message }),
      ...(approval.decidedByName !== null && { decidedBy: approval.decidedByName }),
      ...(approval.note !== null && { note: approval.note }),
      requestedAtMs: approval.requestedAt.getTime(),
      expiresAtMs: approval.expiresAt.getTime(),
      ...(approval.decidedAt && { decidedAtMs: approval.decidedAt.getTime() }),
      canDecide: isOpen && ctx.keyId === undefined && mayDecide(role, by),
    }
  })
}

async function toPlanRunLines(
  { db }: Context,
  organisationId: string,
  rows: readonly PlanRunLineRow[],
): Promise<PlanRunLine[]> {
  const savedIds = [...new Set(rows.flatMap(({ savedPlanId }) => savedPlanId ?? []))]
  const [titles, undone] = await Promise.all([
    findPlanTitles(db, { organisationId, ids: savedIds }),
    listUndonePlanRuns(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map((row) => {
    const title = titles.get(row.savedPlanId ?? '')
    return { ...toPlanRunLine(row), isUndone: undone.has(row.id), ...(title !== undefined && { title }) }
  })
}

function toPlanRunLine(row: PlanRunLineRow): Omit<PlanRunLine, 'isUndone'> {
  const plan = row.document as PlanDocument
  return {
    id: row.id,
    state: row.state,
    ...(row.savedPlanId && { savedPlanId: row.savedPlanId }),
    dryRun: row.dryRun,
    userName: row.user.name,
    ...(row.error !== null && { error: row.error as PublicError }),
    createdAtMs: row.createdAt.getTime(),
    ...(row.endedAt && { endedAtMs: row.endedAt.getTime() }),
    goal: plan.goal,
    stepCount: plan.steps.length,
    // All of them after a success: a step over an empty list has no attempt to count.
    doneCount: row.state === 'succeeded' ? plan.steps.length : row.doneCount,
  }
}

const MAX_TEXT_CHARS = 20_000

/** Returns the texts that a dry run would have written, by the id of the call. Cuts long ones. */
async function findPlannedTexts(
  { db }: Pick<Context, 'db'>,
  attempts: readonly PlanAttemptRow[],
): Promise<Record<string, string>> {
  const runIds = attempts.flatMap(({ runId, result }) =>
    result?.dryRun && result.effects && runId ? runId : [],
  )
  const inputs = await listRunInputs(db, runIds)
  return Object.fromEntries(
    inputs.flatMap(({ id, input }) => {
      const text = isObject(input) ? (input.content ?? input.text) : undefined
      return typeof text === 'string' ? [[id, text.slice(0, MAX_TEXT_CHARS)]] : []
    }),
  )
}
