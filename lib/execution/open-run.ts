/**
 * From what a caller wants to a recorded run that waits for its turn.
 *
 * Floor 3. The order is the law of every door: available → configured → migration, defaults, coercion, validation →
 * priced → recorded with its money held.
 * What is refused in here was never executed and leaves no run.
 * Source: specification "Contracts" §2.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { UnsealedConfig } from '../config/unseal-config.ts'
import { type Context, type KeyGrant, requireViewer, type Viewer } from '../context.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { redact } from '../contract/json/redact.ts'
import type { NewRun, RunRow } from '../db/runs.ts'
import { AppError } from '../errors.ts'
import { type Contract, contractOf } from './contract-of.ts'
import { findOwnRun } from './find-own-run.ts'
import { leaseFromNow } from './held-runs.ts'
import { requestHashOf, requireIdempotencyKey } from './idempotency.ts'
import { recordRun } from './record-run.ts'
import { requireBlobs, requireConfig, requireRunnable, requireShortLine } from './require-runnable.ts'
import type { Runnable } from './resolve-skill.ts'
import { priceRun, requireMaxPrice } from './run-terms.ts'
import { takeInput } from './take-input.ts'

export type RunOptions = {
  /** What the caller typed or sent, not yet checked. */
  args: unknown
  /** The caller's IANA time zone; what is no such zone counts as UTC. */
  timeZone?: string
  /** Of two calls with the same key the second gets the first one's run. */
  idempotencyKey?: string
  /** The version as it was asked for: part of what makes two calls the same. */
  version?: string
  /** The run that calls this one, which pays for it. */
  parent?: OpenedRun
  /** The most the run may cost, decimal USDC. */
  maxPrice?: string
  /** The handler is told to change nothing, and nothing is charged. */
  dryRun?: boolean
  /** Ends the run sooner than its limits would. */
  timeoutMs?: number
  /** Blobs of the organisation that the run may read. */
  inputBlobs?: string[]
  /** Nobody waits for it: a worker performs it, and it survives the process that was asked. */
  isDeferred?: boolean
  /** The step of a plan's run that this is an attempt of, from 1. */
  planStep?: PlanStepRef
} & Pick<NewRun, 'rerunOfId' | 'submissionId' | 'exampleIndex'>

export type PlanStepRef = { planRunId: string; stepId: string; attempt: number }

/** A recorded run and all that is needed to perform it. */
export type OpenedRun = {
  row: RunRow
  /** Who called. */
  viewer: Viewer
  /** What the key allows that they called with; it binds what the run calls, too. */
  keyGrant?: KeyGrant
  /** It was recorded some time ago, and others may have seen it wait. */
  isReopened?: boolean
  /** It got its place when it was recorded. */
  hasPlace?: boolean | undefined
  /** Of code that was sent with the call: the function that is called. */
  entrypoint?: string
  runnable: Runnable
  contract: Contract
  /** What the handler gets: not redacted, unlike the recorded input. */
  parameters: Json
  config: UnsealedConfig
  timeZone: string
} & Pick<RunOptions, 'dryRun' | 'timeoutMs' | 'inputBlobs' | 'parent' | 'planStep'>

/**
 * Opens a run. Throws TOOL_NOT_AVAILABLE, PRECONDITION_FAILED (this Guildhall is not the one it requires, config is
 * missing, or a draft's schema cannot be read), INVALID_INPUT or MISSING_REQUIRED_PARAM with the issues,
 * RATE_LIMIT_EXCEEDED when the line is full, and PAYMENT_REQUIRED when the balance or a cap is too small.
 */
export async function openRun(...asked: Asked): Promise<OpenedRun> {
  const { isRepeated: _, ...opened } = await prepareAndRecord(asked)
  return opened
}

/** The run of an earlier call with the same idempotency key; nothing new was recorded. */
export type RepeatedRun = { repeated: RunRow }

/** The same once for each idempotency key. Throws CONFLICT too, when the key was used for another call. */
export async function openRunOnce(...asked: Asked): Promise<OpenedRun | RepeatedRun> {
  const { isRepeated, ...opened } = await prepareAndRecord(asked, callOf)
  return isRepeated ? { repeated: opened.row } : opened
}

async function prepareAndRecord(
  asked: Asked,
  keyed?: typeof callOf,
): Promise<OpenedRun & { isRepeated: boolean }> {
  const [ctx, runnable, options] = asked
  const { run, ...prepared } = await prepareRun(...asked)
  const recorded = await recordRun(ctx, { run, call: keyed?.(runnable, options) })
  return { ...prepared, ...recorded }
}

type Asked = [ctx: Context, runnable: Runnable, options: RunOptions, unseal: () => Promise<UnsealedConfig>]

/** Everything that may refuse a run before it is recorded. */
async function prepareRun(...[ctx, runnable, options, unseal]: Asked) {
  const viewer = requireViewer(ctx)
  const contract = runnable.contract ?? contractOf(runnable.document, runnable.skill)
  const schema = requireRunnable(runnable, contract)
  const config = await unseal()
  requireConfig(runnable, config)

  // A migration takes a place in the box, so it does not begin while the line is full.
  if (runnable.migration && !options.parent) await requireShortLine(ctx, runnable)
  const { value, coercions, migration } = await takeInput(ctx, runnable, schema, options.args)

  const dryRun = options.dryRun || isDryRunOf(runnable, value)

  const inputBlobs = await requireBlobs(ctx, runnable.organisation.id, options.inputBlobs)
  // A child has its parent's place. A migration took a while, so the line is looked at again.
  if (!options.parent) await requireShortLine(ctx, migration ? { ...runnable, inLine: undefined } : runnable)
  const calling = await withCalls(ctx, viewer, runnable, value)
  const { terms, priceMicros, childrenMicros } = await priceRun(ctx, calling, { ...options, dryRun })
  const totalMicros = priceMicros + childrenMicros
  requireMaxPrice(totalMicros, options.maxPrice)
  const run = {
    id: `run_${randomUUIDv7()}`,
    organisationId: runnable.organisation.id,
    userId: viewer.userId,
    skillSetId: runnable.skillSetId,
    versionId: runnable.versionId,
    skillName: runnable.name,
    versionNumber: runnable.versionNumber,
    mode: runnable.mode,
    door: ctx.door,
    submissionId: options.submissionId,
    exampleIndex: options.exampleIndex,
    rerunOfId: await findRerunOf(ctx, options.rerunOfId),
    input: redact(value, config.secrets),
    coercions: redact(coercions as unknown as Json, config.secrets) as unknown as typeof coercions,
    ...(migration && { migration: redact(migration, config.secrets) }),
    notices: runnable.notices ?? [],
    contractHash: contract.hash,
    permissionsHash: contract.permissionsHash,
    inputBlobs,
    leaseUntil: isDeferrable(runnable, options, value, config) ? null : leaseFromNow(),
    terms,
    priceMicros,
    holdMicros: options.parent ? 0n : totalMicros,
    dryRun,
    timeZone: timeZoneOf(options.timeZone),
    timeoutMs: options.timeoutMs,
    ...options.planStep,
    keyId: ctx.keyId ?? null,
    parentRunId: options.parent?.row.id ?? null,
    rootRunId: options.parent ? (options.parent.row.rootRunId ?? options.parent.row.id) : null,
  }
  const { timeoutMs, parent, planStep } = options
  const asked = { dryRun, timeoutMs, inputBlobs, parent, planStep, timeZone: run.timeZone }
  const { keyGrant } = ctx
  return { run, viewer, keyGrant, runnable, contract, parameters: value, config, ...asked }
}

/** What a tool will run, its input says; of a skill, its document does. */
async function withCalls(
  { db }: Context,
  caller: Viewer,
  runnable: Runnable,
  input: Json,
): Promise<Runnable> {
  const skills = await runnable.tool?.runsSkills?.(input as JsonObject, { db, caller })
  return skills ? { ...runnable, document: { ...runnable.document, permissions: { skills } } } : runnable
}

/** A tool may be told by its own input to change nothing; then that is what its run is recorded as. */
function isDryRunOf({ tool }: Runnable, input: Json): boolean {
  return tool !== undefined && isObject(input) && input.dryRun === true
}

/**
 * Whether a worker could perform it from what is recorded. What cannot be (a draft, or an input that holds a secret and
 * is recorded without it) is performed at once, here, as if somebody waited.
 */
function isDeferrable(
  { versionId }: Runnable,
  options: RunOptions,
  value: Json,
  config: UnsealedConfig,
): boolean {
  if (!options.isDeferred || options.parent || versionId === null) return false
  return JSON.stringify(redact(value, config.secrets)) === JSON.stringify(value)
}

/** The run this one was edited from, if the caller may know that there is one. */
async function findRerunOf(ctx: Context, id: unknown): Promise<string | undefined> {
  if (id === undefined) return undefined
  const own = await findOwnRun(ctx, id).catch((thrown) => {
    if (thrown instanceof AppError) return undefined
    throw thrown
  })
  return own?.row.id
}

function callOf({ name: skillName, organisation }: Runnable, options: RunOptions) {
  if (options.idempotencyKey === undefined) return undefined
  const key = requireIdempotencyKey(options.idempotencyKey)
  return { organisationId: organisation.id, skillName, key, requestHash: requestHashOf(options) }
}

function timeZoneOf(wanted: string | undefined): string {
  if (!wanted) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
