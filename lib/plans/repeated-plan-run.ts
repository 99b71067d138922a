/**
 * Starting a plan that may be asked for again without starting twice. Floor 3.
 *
 * As with runs: a key counts for one organisation, and until a day after its plan began, or as long as that goes on.
 * Source: specification "Execution", Idempotency.
 */
import { type Context, requireScope, requireViewer } from '../context.ts'
import { digestOf } from '../contract/json/digest-of.ts'
import type { Json } from '../contract/json/json.ts'
import type { Database, Tx } from '../db/client.ts'
import {
  findKeptCall,
  type KeptCall,
  type KeyedCall,
  keepCall,
  lockKeptCall,
  replaceCall,
} from '../db/idempotency-keys.ts'
import { findPlanRun, type PlanRunRow } from '../db/plan-runs.ts'
import { isExpired, requireIdempotencyKey, requireSameRequest } from '../execution/idempotency.ts'
import type { PlanRunRequest } from './start-plan-run.ts'

/** Where a skill's name stands for runs: no skill is called so. */
const PLANS = 'plan-runs'

export type PlanCall = Omit<KeyedCall, 'runId'>

/** Undefined for a request without a key. Throws INVALID_INPUT for what is no key. */
export function planCallOf(ctx: Context, request: PlanRunRequest): PlanCall | undefined {
  const { idempotencyKey, plan = null, savedPlanId = null, dryRun = false } = request
  if (idempotencyKey === undefined) return undefined
  const { organisationId } = requireViewer(ctx)
  const key = requireIdempotencyKey(idempotencyKey)
  // A plan that was sent is JSON; what it is not is refused when it is checked.
  const requestHash = digestOf({ plan: plan as Json, savedPlanId, dryRun })
  return { organisationId, skillName: PLANS, key, requestHash }
}

/** The plan run that an earlier call with this key started; null when there is none that counts. Throws CONFLICT. */
export async function findRepeatedPlanRun(ctx: Context, call: PlanCall): Promise<PlanRunRow | null> {
  requireScope(ctx, 'run')
  const kept = await findKeptCall(ctx.db, call)
  return kept && toRepeat(ctx.db, kept, call)
}

/**
 * Claims the key in the transaction that records the plan run `id`. Of two at once the second waits here, and is then
 * answered the first one's: nothing may be recorded then. Throws CONFLICT.
 */
export async function claimPlanKey(tx: Tx, call: PlanCall, id: string): Promise<PlanRunRow | null> {
  const claimed = { ...call, runId: id }
  if (await keepCall(tx, claimed)) return null
  const kept = await lockKeptCall(tx, call)
  const earlier = kept && (await toRepeat(tx, kept, call))
  if (!earlier) await replaceCall(tx, claimed)
  return earlier
}

async function toRepeat(db: Database | Tx, kept: KeptCall, call: PlanCall): Promise<PlanRunRow | null> {
  const row = await findPlanRun(db, kept.runId)
  if (!row || (row.endedAt !== null && isExpired(kept))) return null
  requireSameRequest(kept, call, 'another plan, or for this one with another “dry_run”')
  return row
}
