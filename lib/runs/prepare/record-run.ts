import { randomUUIDv7 } from 'node:crypto'
import type { UnsealedConfig } from '../../config/unseal-config.ts'
import type { Context, KeyGrant } from '../../context/context.ts'
import { LONG_TRANSACTION, type Tx } from '../../kernel/db/prisma-client.ts'
import { enqueueWorkflow } from '../../kernel/db/workers.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { amountOf } from '../../kernel/money.ts'
import { redact } from '../../kernel/redaction/redact.ts'
import { holdForRun } from '../../money/hold-for-run.ts'
import { isEnded } from '../model/run-states.ts'
import { leaseFromNow } from '../queue/lease-run.ts'
import { MAX_CONCURRENT_RUNS } from '../queue/wait-for-slot.ts'
import type { Contract } from '../resolve/contract-of.ts'
import type { RunContext, RunRecord } from '../resolve/create-run-context.ts'
import { undefinedIfRefused } from '../resolve/find-declared-skill.ts'
import { networkOf, type RunOptions } from '../resolve/opened-run.ts'
import type { Runnable } from '../resolve/runnable.ts'
import type { KeyedCall } from '../rows/idempotency-keys.ts'
import { insertAndStartRun, insertRun, type NewRun, type RoomForRun } from '../rows/insert-run.ts'
import { listFamily, lockRoot } from '../rows/run-family.ts'
import type { RunRow } from '../rows/runs.ts'
import { findOwnRun } from '../views/find-own-run.ts'
import { claimKey } from './idempotency.ts'
import type { RunInput } from './prepare-run-input.ts'
import type { RunPrice } from './price-run.ts'
import { requireRoom, roomOf } from './require-runnable.ts'

type Recording = {
  run: NewRun & { holdMicros: bigint; priceMicros: bigint }
  /** False if the commit need not wait for the disk. */
  isFlushed?: boolean
  call?: Omit<KeyedCall, 'runId'>
}

/** With `hasSlot` the run must be performed at once. */
export type Recorded = { row: RunRow; isRepeated: boolean; hasSlot?: boolean }

/** Records in one transaction; returns a sealed run with its content. Throws PAYMENT_REQUIRED, CONFLICT. */
export async function recordRun(ctx: Context, recording: Recording): Promise<Recorded> {
  const recorded = await insertRecording(ctx, recording)
  const { isSealed, input, coercions, migration = null } = recording.run
  if (!isSealed || recorded.isRepeated) return recorded
  return { ...recorded, row: { ...recorded.row, input, coercions, migration } as RunRow }
}

function needsNoTransaction({ run, call }: Recording): boolean {
  return !call && run.leaseUntil !== null && run.holdMicros === 0n && !(run.rootRunId && run.priceMicros > 0n)
}

/** Returns true if a single statement can record the run, and usually start it. */
export function needsOneStatement(recording: Recording): boolean {
  return needsNoTransaction(recording) && !recording.run.parentRunId
}

async function insertRecording(ctx: Context, recording: Recording): Promise<Recorded> {
  const { run, call, isFlushed = true } = recording
  if (needsOneStatement(recording)) return recordInOneStatement(ctx, run, isFlushed)
  await requireRoom(ctx, run)
  if (needsNoTransaction(recording)) return { row: await insertRun(ctx.db, run), isRepeated: false }
  return ctx.db.$transaction(async (tx) => {
    const earlier = call && (await claimKey(tx, { ...call, runId: run.id }))
    if (earlier) return { row: earlier, isRepeated: true }
    if (run.rootRunId && run.priceMicros > 0n) await requireRootReservation(tx, run.rootRunId, run)
    // Caps count recorded runs, so they are checked before the insert.
    if (run.holdMicros > 0n) await reserveMoney(tx, run, ctx)
    const row = await insertRun(tx, run)
    if (run.leaseUntil === null) await enqueueRun(tx, run)
    return { row, isRepeated: false }
  }, LONG_TRANSACTION)
}

async function recordInOneStatement(ctx: Context, run: NewRun, isFlushed: boolean): Promise<Recorded> {
  const insert = (room?: RoomForRun) =>
    insertAndStartRun(ctx.db, run, { atOnce: MAX_CONCURRENT_RUNS, isFlushed, room })
  let row = await insert(await roomOf(ctx, run.organisationId))
  if (!row) {
    await requireRoom(ctx, run)
    // Room was freed in the meantime.
    row = await insert()
  }
  return { row: row!, isRepeated: false, hasSlot: row!.state === 'running' }
}

/**
 * Returns true for a run without network access: it only changes this database, and each of its commits brings the
 * record of the start to disk first.
 */
export function mayStartUnflushed(opened: Parameters<typeof networkOf>[0]): boolean {
  return networkOf(opened).length === 0
}

/** Enqueues by organisation, so that workers respect its limit. */
function enqueueRun(tx: Tx, { id, organisationId }: NewRun): Promise<void> {
  return enqueueWorkflow(tx, { name: 'run', id, input: { runId: id }, partition: organisationId })
}

function reserveMoney(
  tx: Tx,
  run: Recording['run'],
  { keyId, keyGrant }: { keyId?: string; keyGrant?: KeyGrant },
) {
  const { id: runId, organisationId, holdMicros: amountMicros } = run
  const key = keyId && keyGrant ? { id: keyId, dailyCapMicros: keyGrant.dailyCapMicros } : undefined
  return holdForRun(tx, { runId, organisationId, amountMicros, key })
}

/** Throws PAYMENT_REQUIRED if too little is left, CANCELLED if the root has ended. */
async function requireRootReservation(
  tx: Tx,
  rootRunId: string,
  { priceMicros, skillName }: Recording['run'],
): Promise<void> {
  const root = await lockRoot(tx, rootRunId)
  if (!root || isEnded(root.state)) throw new AppError('CANCELLED')
  const family = await listFamily(tx, rootRunId)
  const committedMicros = family
    .filter(({ state }) => ['queued', 'running', 'succeeded'].includes(state))
    .reduce((sum, each) => sum + each.priceMicros, 0n)
  const remainingMicros = root.holdMicros - committedMicros
  if (priceMicros <= remainingMicros) return
  throw new AppError('PAYMENT_REQUIRED', {
    message: `${skillName} costs ${amountOf(priceMicros)} USDC, but only ${amountOf(remainingMicros)} USDC of this run’s reservation is left.`,
    suggestedAction: 'Call each paid skill at most once in a run.',
  })
}

type RunToRecord = {
  runnable: Runnable
  contract: Contract
  options: RunOptions
  config: UnsealedConfig
  input: RunInput
  inputBlobs: string[]
  isSealed: boolean
  price: RunPrice
}

/** Redacts secrets. */
export async function toNewRun(ctx: RunContext, owner: RunRecord, checked: RunToRecord) {
  const { runnable, contract, options, config, input, inputBlobs, isSealed, price } = checked
  const { value, coercions, migration, dryRun } = input
  const { parent } = options
  return {
    id: `run_${randomUUIDv7()}`,
    ...owner,
    skillSetId: runnable.skillSetId,
    versionId: runnable.versionId,
    skillName: runnable.name,
    versionNumber: runnable.versionNumber,
    mode: runnable.mode,
    channel: ctx.channel,
    submissionId: options.submissionId,
    exampleIndex: options.exampleIndex,
    rerunOfId: await findRerunOf(ctx, options.rerunOfId),
    input: redact(options.code ? { ...options.code, args: value } : value, config.secrets),
    coercions: redact(coercions as Json, config.secrets) as typeof coercions,
    ...(migration && { migration: redact(migration, config.secrets) }),
    notices: runnable.notices ?? [],
    contractHash: contract.hash,
    permissionsHash: contract.permissionsHash,
    inputBlobs,
    isSealed,
    leaseUntil: isDeferrable(runnable, options, value, config) ? null : leaseFromNow(),
    terms: price.terms,
    priceMicros: price.priceMicros,
    holdMicros: parent ? 0n : price.priceMicros + price.childrenMicros,
    dryRun,
    timeZone: timeZoneOf(options.timeZone),
    conversationId: options.conversationId,
    timeoutMs: options.timeoutMs,
    ...options.planStep,
    parentRunId: parent?.row.id ?? null,
    rootRunId: parent ? (parent.row.rootRunId ?? parent.row.id) : null,
  }
}

/** A worker could not perform a draft, or an input recorded without its secret. */
function isDeferrable(
  { versionId }: Runnable,
  options: RunOptions,
  value: Json,
  config: UnsealedConfig,
): boolean {
  if (!options.isDeferred || options.parent || versionId === null) return false
  return JSON.stringify(redact(value, config.secrets)) === JSON.stringify(value)
}

async function findRerunOf(ctx: Context, id: unknown): Promise<string | undefined> {
  if (id === undefined) return undefined
  return (await findOwnRun(ctx, id).catch(undefinedIfRefused))?.row.id
}

function timeZoneOf(wanted: string | undefined): string {
  if (!wanted) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
