/** Performs every check that may refuse a run, prices it, and records it with the hold for its price. */

import { randomUUIDv7 } from 'node:crypto'
import { NO_CONFIG, type UnsealedConfig } from '../../config/unseal-config.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import { laneOf } from '../../contracts/document/skill-limits.ts'
import { warmContract } from '../../contracts/document/warm-contract.ts'
import { unsealForRun } from '../../integrations/unseal-for-run.ts'
import { LONG_TRANSACTION, type Tx } from '../../kernel/db/prisma-client.ts'
import { enqueueWorkflow, QUEUES } from '../../kernel/db/workers.ts'
import { AppError, ignoreAppError } from '../../kernel/errors.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { formatMicros } from '../../kernel/money.ts'
import { redact } from '../../kernel/redaction/redact.ts'
import { inSpan } from '../../kernel/tracing/tracing.ts'
import { requireConfirmation } from '../../money/confirm-spending.ts'
import { holdForRun } from '../../money/hold-for-run.ts'
import { type BudgetedCall, countForBudgets } from '../../money/key-budgets.ts'
import { claimPurchase, deletePurchase, type PurchaseKey } from '../../money/rows/skill-purchases.ts'
import { isEnded } from '../model/run-states.ts'
import { claimKey, toKeyedCall } from '../prepare/idempotency.ts'
import { prepareRunInput, type RunInput } from '../prepare/prepare-run-input.ts'
import { priceWithinLimit, type RunPrice } from '../prepare/price-run.ts'
import { purchaseKeyOf } from '../prepare/purchase.ts'
import { requireResources, requireRoom, requireRunnable } from '../prepare/require-runnable.ts'
import { leaseFromNow } from '../queue/lease-run.ts'
import {
  createCallContext,
  createRunContext,
  type RunContext,
  type RunOwner,
} from '../resolve/create-run-context.ts'
import {
  buildContract,
  type Contract,
  type RecordedRun,
  type Runnable,
  type RunOptions,
} from '../resolve/runnable.ts'
import type { KeyedCall } from '../rows/idempotency-keys.ts'
import { listFamily, lockRoot } from '../rows/run-family.ts'
import { findRun } from '../rows/run-history.ts'
import type { RunRow } from '../rows/runs.ts'
import { insertRun, type NewRun } from '../rows/write-run.ts'
import { findOwnRun } from '../views/find-own-run.ts'

/** If `isRepeated`, `row` is the run of an earlier call with the same idempotency key, and must not be performed again. */
export type RecordResult = RecordedRun & { isRepeated: boolean }

type Unseal = () => Promise<UnsealedConfig>

/**
 * Performs every check that may refuse a run, then records it. Returns what `performRun` needs. `unseal` is called once
 * the run is known to be possible.
 *
 * Throws TOOL_NOT_AVAILABLE, PRECONDITION_FAILED (server version, missing config, unsupported dry run of a paid skill,
 * unreadable draft schema), INVALID_INPUT or MISSING_REQUIRED_PARAM with the issues, LIMIT_REACHED if the storage is
 * full, RATE_LIMIT_EXCEEDED if the queue is, PAYMENT_REQUIRED if the balance or a cap is too low, and CONFLICT for a
 * key used for another call.
 */
export function recordRun(
  caller: Context,
  runnable: Runnable,
  options: RunOptions,
  unseal: Unseal,
): Promise<RecordResult> {
  return inSpan('prepare', {}, async () => {
    const { owner, acting, ...checked } = await checkRun(caller, runnable, options, unseal)
    const { contract, config, inputBlobs, input } = checked
    const run = await toNewRun(acting, owner, { runnable, options, ...checked })
    const call = toKeyedCall(runnable, options)
    const attributes = { 'guildhall.hold_micros': Number(run.holdMicros) }
    const recorded = await inSpan('record', { attributes }, () =>
      insertRecord(acting, { run, call, purchase: purchaseKeyOf(runnable) }),
    )
    const { timeoutMs, parent, planStep, recordingMode, onObserved } = options
    const { value: parameters, dryRun } = input
    const { timeZone } = run
    return {
      acting,
      runnable,
      contract,
      config,
      inputBlobs,
      parameters,
      dryRun,
      timeoutMs,
      timeZone,
      parent,
      planStep,
      recordingMode,
      onObserved,
      ...recorded,
    }
  })
}

/** Performs only the checks, in order: what needs no query and no sandbox comes first. Throws as `recordRun`. */
export async function checkRun(caller: Context, runnable: Runnable, options: RunOptions, unseal: Unseal) {
  const { userId } = requireViewer(caller)
  const owner = { userId, organisationId: runnable.organisation.id, keyId: caller.keyId ?? null }
  const acting = await createRunContext(caller, owner, { channel: caller.channel })
  if (!runnable.contract) await warmContract(runnable.skill, runnable.organisation.id)
  const contract = runnable.contract ?? buildContract(runnable.document, runnable.skill)

  const { schema, config } = await requireRunnable(acting, { runnable, contract, options, unseal })
  const input = await prepareRunInput(acting, runnable, schema, options)
  const { inputBlobs, isSealed } = await requireResources(acting, runnable, options)
  const price = await priceWithinLimit(createCallContext({ acting, runnable }), runnable, options, input)
  return { owner, acting, contract, config, input, inputBlobs, isSealed, price }
}

/** Returns no config values for skills without a SkillSet, such as tools. */
export function unsealFor({ db }: Context, runnable: Runnable): Unseal {
  const { skillSetId } = runnable
  return async () => (skillSetId === null ? NO_CONFIG : unsealForRun(db, { ...runnable, skillSetId }))
}

type RunToInsert = NewRun & { holdMicros: bigint; priceMicros: bigint }

type Recording = {
  run: RunToInsert
  call?: Omit<KeyedCall, 'runId'>
  /** What the run buys, once for the organisation. */
  purchase?: PurchaseKey | undefined
}

/**
 * Records a run, holds its money and claims its idempotency key, all or nothing. Returns a sealed run with
 * its content, which only this process has.
 *
 * Throws LIMIT_REACHED if the storage is full, RATE_LIMIT_EXCEEDED if the queue is, PAYMENT_REQUIRED, CONFLICT for a
 * key used for another call, and CANCELLED if the run that calls this one has ended.
 */
export async function insertRecord(
  ctx: Context,
  { run, call, purchase }: Recording,
): Promise<Pick<RecordResult, 'row' | 'isRepeated'>> {
  await requireRoom(ctx, run)
  const budgeted = toBudgetedCall(ctx, run)
  if (budgeted) {
    const { skillName, versionNumber } = run
    const input = run.isSealed ? undefined : (run.input as Json)
    await requireConfirmation(ctx, { ...budgeted, skillName, versionNumber, input })
  }
  const write = async (tx: Tx): Promise<Pick<RecordResult, 'row' | 'isRepeated'>> => {
    const bought = purchase && (await claimOnce(tx, purchase, run.id))
    if (bought) return { row: bought, isRepeated: true }
    const earlier = call && (await claimKey(tx, { ...call, runId: run.id }))
    if (earlier) {
      if (purchase) await deletePurchase(tx, run.id)
      return { row: earlier, isRepeated: true }
    }
    if (run.rootRunId && run.priceMicros > 0n) await requireRootHold(tx, run.rootRunId, run)
    // Caps count recorded runs, so they are checked before the insert.
    if (run.holdMicros > 0n) await holdMoney(tx, run, ctx)
    if (budgeted) await countForBudgets(tx, budgeted)
    const row = await insertRun(tx, run)
    // Workers respect the limit of the organisation, which is the partition of their queue.
    if (run.leaseUntil === null)
      await enqueueWorkflow(tx, {
        name: 'run',
        id: run.id,
        input: { runId: run.id },
        partition: run.organisationId,
        ...(run.lane === 'long' && { queue: QUEUES.longRun }),
      })
    const { input, coercions, migration = null } = run
    return {
      row: run.isSealed ? ({ ...row, input, coercions, migration } as RunRow) : row,
      isRepeated: false,
    }
  }
  return isOneStatement(run, call) && !budgeted ? write(ctx.db) : ctx.db.$transaction(write, LONG_TRANSACTION)
}

/** Returns the run that has bought the same or is about to; null if this run may buy it. */
async function claimOnce(tx: Tx, purchase: PurchaseKey, runId: string): Promise<RunRow | null> {
  const earlier = await claimPurchase(tx, purchase, runId)
  return earlier === null ? null : findRun(tx, earlier)
}

/** Whether nothing but the run is written, which needs no transaction: that saves two round trips. */
function isOneStatement(run: RunToInsert, call: Recording['call']): boolean {
  return !call && run.holdMicros === 0n && run.priceMicros === 0n && run.leaseUntil !== null
}

/** Returns undefined for a run without a budget, and for one that another run called: that one counts with its own. */
function toBudgetedCall({ keyId, keyGrant }: Context, run: RunToInsert): BudgetedCall | undefined {
  const { id: runId, organisationId, holdMicros, rootRunId } = run
  if (!keyId || !keyGrant?.isBudgeted || rootRunId) return undefined
  const { ancestors = [] } = keyGrant
  const keyIds = [...ancestors.map(({ id }) => id), keyId]
  const { skillName, versionId = null, input, inputBlobs = [] } = run
  const digest = digestOf([skillName, versionId, input as Json, inputBlobs])
  return { runId, organisationId, amountMicros: holdMicros, keyIds, digest }
}

/** Throws PAYMENT_REQUIRED if the balance or the key's daily cap is too low. */
function holdMoney(tx: Tx, run: RunToInsert, { keyId, keyGrant }: Context) {
  const { id: runId, organisationId, holdMicros: amountMicros } = run
  const key = keyId && keyGrant ? { id: keyId, dailyCapMicros: keyGrant.dailyCapMicros } : undefined
  return holdForRun(tx, { runId, organisationId, amountMicros, key })
}

/** Throws PAYMENT_REQUIRED if too little of the root's hold is left, CANCELLED if the root has ended. */
async function requireRootHold(
  tx: Tx,
  rootRunId: string,
  { priceMicros, skillName }: RunToInsert,
): Promise<void> {
  const root = await lockRoot(tx, rootRunId)
  if (!root || isEnded(root.state)) throw new AppError('CANCELLED')
  const family = await listFamily(tx, rootRunId)
  const committedMicros = family
    .filter(({ state }) => ['queued', 'running', 'succeeded'].includes(state))
    .reduce((sum, member) => sum + (member.chargedMicros ?? member.priceMicros), 0n)
  const remainingMicros = root.holdMicros - committedMicros
  if (priceMicros <= remainingMicros) return
  throw new AppError('PAYMENT_REQUIRED', {
    message: `${skillName} costs ${formatMicros(priceMicros)} USDC, but only ${formatMicros(remainingMicros)} USDC of this run’s reservation is left.`,
    suggestedAction: 'Call each paid skill at most once in a run.',
  })
}

type CheckedRun = {
  runnable: Runnable
  contract: Contract
  options: RunOptions
  config: UnsealedConfig
  input: RunInput
  inputBlobs: string[]
  isSealed: boolean
  price: RunPrice
}

/** Returns the record of the run, with its secrets redacted. */
export async function toNewRun(ctx: RunContext, owner: RunOwner, checked: CheckedRun) {
  const { runnable, contract, options, config, input, inputBlobs, isSealed, price } = checked
  const { value, coercions, migration, dryRun } = input
  const { parent } = options
  const isReplay = options.recordingMode?.kind === 'replay'
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
    notices: [...(runnable.notices ?? []), ...(isReplay ? [REPLAY_NOTICE] : [])],
    contractHash: contract.hash,
    permissionsHash: contract.permissionsHash,
    packagesDigest: contract.packagesDigest,
    inputBlobs,
    isSealed,
    lane: laneOf(runnable.skill),
    leaseUntil: isDeferrable(runnable, options, value, config) ? null : leaseFromNow(),
    terms: price.terms,
    priceMicros: price.priceMicros,
    ...(price.itemMicros !== null && { itemMicros: price.itemMicros }),
    // A run that is answered from a recording calls nothing.
    holdMicros: parent || isReplay ? 0n : price.priceMicros + price.childrenMicros,
    dryRun,
    timeZone: readTimeZone(options.timeZone),
    conversationId: options.conversationId,
    timeoutMs: options.timeoutMs,
    callNumber: options.callNumber,
    ...options.planStep,
    parentRunId: parent?.row.id ?? null,
    rootRunId: parent ? (parent.row.rootRunId ?? parent.row.id) : null,
  }
}

const REPLAY_NOTICE = 'Requests and calls were answered from the recording of this example.'

/** A worker could not perform a draft, or an input recorded without its secret. */
function isDeferrable(
  { versionId, skill }: Runnable,
  options: RunOptions,
  value: Json,
  config: UnsealedConfig,
): boolean {
  const isWanted = options.isDeferred || laneOf(skill) === 'long'
  if (!isWanted || options.parent || versionId === null || skill.kind === 'instruction') return false
  return JSON.stringify(redact(value, config.secrets)) === JSON.stringify(value)
}

/** Returns undefined for a run that the caller may not see. */
async function findRerunOf(ctx: Context, id: unknown): Promise<string | undefined> {
  if (id === undefined) return undefined
  return (await findOwnRun(ctx, id).catch(ignoreAppError))?.row.id
}

/** Returns the canonical name of an IANA time zone; "UTC" for an unknown one. */
export function readTimeZone(timeZone: string | undefined): string {
  if (!timeZone) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
