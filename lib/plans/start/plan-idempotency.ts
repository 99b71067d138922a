/**
 * Idempotency keys of plan runs: a repeated request returns the first plan run (docs/spec/execution.md §6). A key is valid in one
 * organisation, for a day or as long as its plan runs.
 */
import { type Context, requireScope, requireViewer } from '../../context/context.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { isExpired, requireIdempotencyKey, requireSameRequest } from '../../runs/prepare/idempotency.ts'
import {
  type EarlierCall,
  findRecordedCall,
  insertKeyedCall,
  type KeyedCall,
  lockRecordedCall,
  replaceKeyedCall,
} from '../../runs/rows/idempotency-keys.ts'
import { findPlanRun, type PlanRunRow } from '../rows/plan-runs.ts'
import type { PlanRunRequest } from './start-plan-run.ts'

/** The name under which these keys are stored beside those of skills; no skill has it. */
const PLANS = 'plan-runs'

type PlanCall = Omit<KeyedCall, 'runId'>

/** Returns undefined without a key. Throws INVALID_INPUT for an invalid one. */
export function readPlanCall(ctx: Context, request: PlanRunRequest): PlanCall | undefined {
  const { idempotencyKey, plan = null, savedPlanId = null, dryRun = false } = request
  if (idempotencyKey === undefined) return undefined
  const { organisationId } = requireViewer(ctx)
  const key = requireIdempotencyKey(idempotencyKey)
  const requestHash = digestOf({ plan: plan as Json, savedPlanId, dryRun })
  return { organisationId, skillName: PLANS, key, requestHash }
}

/** Returns the plan run of an earlier request with this key; null if there is none. Throws CONFLICT if that request was another one. */
export async function findRepeatedPlanRun(ctx: Context, call: PlanCall): Promise<PlanRunRow | null> {
  requireScope(ctx, 'run')
  const recorded = await findRecordedCall(ctx.db, call)
  return recorded && findPlanRunToRepeat(ctx.db, recorded, call)
}

/**
 * Claims the key for a new plan run. Returns an earlier plan run instead if there is one, and then nothing must be recorded. Throws
 * CONFLICT as `findRepeatedPlanRun`.
 */
export async function claimPlanKey(tx: Tx, call: PlanCall, id: string): Promise<PlanRunRow | null> {
  const claimed = { ...call, runId: id }
  if (await insertKeyedCall(tx, claimed)) return null
  const recorded = await lockRecordedCall(tx, call)
  const earlier = recorded && (await findPlanRunToRepeat(tx, recorded, call))
  if (!earlier) await replaceKeyedCall(tx, claimed)
  return earlier
}

async function findPlanRunToRepeat(
  db: Database | Tx,
  recorded: EarlierCall,
  call: PlanCall,
): Promise<PlanRunRow | null> {
  const row = await findPlanRun(db, recorded.runId)
  if (!row || (row.endedAt !== null && isExpired(recorded))) return null
  requireSameRequest(recorded, call, 'another plan, or for this plan with a different “dry_run”')
  return row
}
