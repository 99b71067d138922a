/** Plan runs, for those who may see them. Floor 3. */
import { type Context, requireScope, requireViewer } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import { Cursor } from '../contract/market/sent-text.ts'
import type { ToolResult } from '../contract/plan/tool-result.ts'
import { listAttempts, listGoingRuns, type PlanAttemptRow } from '../db/plan-attempts.ts'
import { findResumption, hasWrites, listPlanRuns as listRows, sumPlanCharges } from '../db/plan-runs.ts'
import { findNamedPlan } from '../db/saved-plans.ts'
import { findOwnPlanRun, type OwnPlanRun } from './find-own-plan-run.ts'
import type { PlanRunLine, PlanRunView } from './plan-run-view.ts'
import { showPlanRun, showPlanRunLine } from './show-plan-run.ts'

/** Throws UNAUTHENTICATED, POLICY_DENIED for a key that may not read, and NOT_FOUND for those of other organisations. */
export async function getPlanRun(ctx: Context, id: unknown): Promise<PlanRunView> {
  requireScope(ctx, 'read', 'run')
  return viewOf(ctx, await findOwnPlanRun(ctx, id))
}

/** Where it stands, without reading what it did. Throws as `getPlanRun`. */
export async function getPlanRunRevision(
  ctx: Context,
  id: unknown,
): Promise<{ revision: number; isOver: boolean }> {
  requireScope(ctx, 'read', 'run')
  const { row } = await findOwnPlanRun(ctx, id)
  return { revision: row.revision, isOver: row.endedAt !== null }
}

/** `known` are its attempts, for whoever has read them. */
export async function viewOf(
  ctx: Context,
  { row, canManage }: OwnPlanRun,
  known?: readonly PlanAttemptRow[],
): Promise<PlanRunView> {
  const [attempts, chargedMicros, hasChanged, going, resumedById] = await Promise.all([
    known ?? listAttempts(ctx.db, row.id),
    sumPlanCharges(ctx.db, row.id),
    row.endedAt !== null && hasWrites(ctx.db, row),
    row.state === 'running' ? listGoingRuns(ctx.db, row.id) : [],
    row.endedAt !== null ? findResumption(ctx.db, row.id) : null,
  ])
  return showPlanRun(row, attempts, {
    canManage,
    chargedMicros,
    hasChanged,
    going,
    resumedById,
    isPerson: ctx.keyId === undefined,
  })
}

/** Every attempt's result, in the order in which they ended. Throws as `getPlanRun`. */
export async function listPlanResults(ctx: Context, id: unknown): Promise<ToolResult[]> {
  requireScope(ctx, 'read', 'run')
  const { row } = await findOwnPlanRun(ctx, id)
  const attempts = await listAttempts(ctx.db, row.id)
  return attempts.flatMap(({ result }) => result ?? []).sort((one, other) => one.endedAt - other.endedAt)
}

export type PlanRunList = { planRuns: PlanRunLine[]; nextCursor: string | null }

const PAGE_SIZE = 50

/** Of the organisation that the viewer acts for, newest first; `savedPlan` is the slug or the id of a kept plan. Throws UNAUTHENTICATED, POLICY_DENIED. */
export async function listPlanRuns(
  ctx: Context,
  { savedPlan, after, most = PAGE_SIZE }: { savedPlan?: string; after?: string; most?: number } = {},
): Promise<PlanRunList> {
  const { organisationId } = requireViewer(ctx)
  requireScope(ctx, 'read', 'run')
  const page = { after: Cursor.parse(after), take: most + 1 }
  // A NUL is in no id, and no question that Postgres would take.
  if (savedPlan !== undefined && !isStorable(savedPlan)) return { planRuns: [], nextCursor: null }
  const saved = savedPlan !== undefined && (await findNamedPlan(ctx.db, { organisationId, name: savedPlan }))
  // The runs of a plan that was deleted are still there, by its id.
  const savedPlanId = saved ? saved.id : savedPlan
  const rows = await listRows(ctx.db, { organisationId, savedPlanId }, page)
  const shown = rows.slice(0, most)
  return {
    planRuns: shown.map(showPlanRunLine),
    nextCursor: rows.length > most ? (shown.at(-1)?.id ?? null) : null,
  }
}
