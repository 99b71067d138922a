/**
 * Recording a run with what it costs: its key claimed, its money held and its row written, all or nothing. Floor 3.
 */
import type { Context, KeyGrant } from '../context.ts'
import { amountOf } from '../contract/money/money.ts'
import type { Tx } from '../db/client.ts'
import type { KeyedCall } from '../db/idempotency-keys.ts'
import { listFamily, lockRoot } from '../db/run-family.ts'
import { insertAndClaimRun, insertRun, type NewRun, type RunRow } from '../db/runs.ts'
import { putOff } from '../db/workflows.ts'
import { AppError } from '../errors.ts'
import { holdForRun } from '../ledger/hold-for-run.ts'
import { RUNS_AT_ONCE } from './await-turn.ts'
import { PATIENTLY } from './end-run.ts'
import { claimKey } from './idempotency.ts'

type Recording = {
  run: NewRun & { holdMicros: bigint; priceMicros: bigint }
  /** Present when the caller named an idempotency key. */
  call?: Omit<KeyedCall, 'runId'>
}

/** `hasPlace`: it is running already, and is to be performed at once. */
type Recorded = { row: RunRow; isRepeated: boolean; hasPlace?: boolean }

/** Answers the run as it was recorded, or the one that an earlier call with the same key made. Throws PAYMENT_REQUIRED, CONFLICT. */
export async function recordRun(ctx: Context, { run, call }: Recording): Promise<Recorded> {
  const isDeferred = run.leaseUntil === null
  const isPlain = !call && !isDeferred && run.holdMicros === 0n && !(run.rootRunId && run.priceMicros > 0n)
  if (isPlain) return recordPlain(ctx, run)
  return ctx.db.$transaction(async (tx) => {
    const earlier = call && (await claimKey(tx, { ...call, runId: run.id }))
    if (earlier) return { row: earlier, isRepeated: true }
    if (run.rootRunId && run.priceMicros > 0n) await requireShareOfHold(tx, run.rootRunId, run)
    // First the money: the caps count what is recorded.
    if (run.holdMicros > 0n) await hold(tx, run, ctx)
    const row = await insertRun(tx, run)
    if (isDeferred) await putOffRun(tx, run)
    return { row, isRepeated: false }
  }, PATIENTLY)
}

/** In one statement: what it costs nothing to record is most often run at once. A child has its caller's place. */
async function recordPlain({ db }: Context, run: NewRun): Promise<Recorded> {
  const { leaseUntil } = run
  if (run.parentRunId || !leaseUntil) return { row: await insertRun(db, run), isRepeated: false }
  const { row, isOn } = await insertAndClaimRun(db, { ...run, leaseUntil }, RUNS_AT_ONCE)
  return { row, isRepeated: false, hasPlace: isOn }
}

/** Of one organisation as many are worked on at once as may run at once. */
function putOffRun(tx: Tx, { id, organisationId }: NewRun): Promise<void> {
  return putOff(tx, { name: 'run', id, input: { runId: id }, partition: organisationId })
}

function hold(tx: Tx, run: Recording['run'], { keyId, keyGrant }: { keyId?: string; keyGrant?: KeyGrant }) {
  const { id: runId, organisationId, holdMicros: amountMicros } = run
  const key = keyId && keyGrant ? { id: keyId, dailyCapMicros: keyGrant.dailyCapMicros } : undefined
  return holdForRun(tx, { runId, organisationId, amountMicros, key })
}

/** A child is paid from what was put aside when the run at the top opened. */
async function requireShareOfHold(
  tx: Tx,
  rootRunId: string,
  { priceMicros, skillName }: Recording['run'],
): Promise<void> {
  const root = await lockRoot(tx, rootRunId)
  const family = await listFamily(tx, rootRunId)
  const taken = family
    .filter(({ state }) => ['queued', 'running', 'succeeded'].includes(state))
    .reduce((sum, each) => sum + each.priceMicros, 0n)
  const left = (root?.holdMicros ?? 0n) - taken
  if (priceMicros <= left) return
  throw new AppError('PAYMENT_REQUIRED', {
    message: `${skillName} costs ${amountOf(priceMicros)} USDC, and of what this run put aside ${amountOf(left)} is left.`,
    suggestedAction: 'Call each paid skill at most once in a run.',
  })
}
