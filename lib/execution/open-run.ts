/**
 * From what a caller wants to a recorded run that waits for its turn.
 *
 * Floor 3. The order is the law of every door: available → configured → migration, defaults, coercion, validation →
 * recorded.
 * What is refused in here was never executed and leaves no run.
 * Source: specification "Contracts" §2.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { UnsealedConfig } from '../config/unseal-config.ts'
import { type Context, requireViewer } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import { redact } from '../contract/json/redact.ts'
import { paths } from '../contract/market/paths.ts'
import { whyNotOnRuntime } from '../contract/version/runtime-version.ts'
import { countQueuedRuns, insertRun, type NewRun, type RunRow } from '../db/runs.ts'
import { AppError } from '../errors.ts'
import { type Contract, contractOf } from './contract-of.ts'
import { findOwnRun } from './find-own-run.ts'
import { leaseFromNow } from './held-runs.ts'
import type { Runnable } from './resolve-skill.ts'
import { takeInput } from './take-input.ts'
import { whyNotAvailable } from './why-not-available.ts'

/** Runs of one organisation that may wait at the same time. */
export const MAX_IN_LINE = 50
const RETRY_AFTER_SECONDS = 10

export type RunWish = {
  /** What the caller typed or sent, not yet checked. */
  args: unknown
  /** The caller's IANA time zone; what is no such zone counts as UTC. */
  timeZone?: string
  /** Of two calls with the same key the second gets the first one's run. */
  idempotencyKey?: string
  /** The most the run may cost, decimal USDC. */
  maxPrice?: string
  /** The handler is told to change nothing, and nothing is charged. */
  dryRun?: boolean
  /** Ends the run sooner than its limits would. */
  timeoutMs?: number
  /** Blobs of the organisation that the run may read. */
  inputBlobs?: string[]
} & Pick<NewRun, 'rerunOfId' | 'submissionId' | 'exampleIndex'>

/** A recorded run and all that is needed to perform it. */
export type OpenedRun = {
  row: RunRow
  runnable: Runnable
  contract: Contract
  /** What the handler gets: not redacted, unlike the recorded input. */
  parameters: Json
  config: UnsealedConfig
  timeZone: string
} & Pick<RunWish, 'dryRun' | 'timeoutMs' | 'inputBlobs'>

/**
 * Opens a run. Throws TOOL_NOT_AVAILABLE, PRECONDITION_FAILED (this Guildhall is not the one it requires, config is
 * missing, or a draft's schema cannot be read), INVALID_INPUT or MISSING_REQUIRED_PARAM with the issues, and
 * RATE_LIMIT_EXCEEDED when the line is full.
 */
export async function openRun(
  ctx: Context,
  runnable: Runnable,
  wish: RunWish,
  unseal: () => Promise<UnsealedConfig>,
): Promise<OpenedRun> {
  const viewer = requireViewer(ctx)
  const contract = contractOf(runnable.document, runnable.skill)
  const schema = requireRunnable(runnable, contract)
  const config = await unseal()
  requireConfig(runnable, config.missing)

  // A migration takes a place in the box, so it does not begin while the line is full.
  if (runnable.migration) await requireShortLine(ctx, runnable.organisation.id)
  const { value, coercions, migration } = await takeInput(ctx, runnable, schema, wish.args)

  await requireShortLine(ctx, runnable.organisation.id)
  const row = await insertRun(ctx.db, {
    id: `run_${randomUUIDv7()}`,
    organisationId: runnable.organisation.id,
    userId: viewer.userId,
    skillSetId: runnable.skillSetId,
    versionId: runnable.versionId,
    skillName: runnable.name,
    versionNumber: runnable.versionNumber,
    mode: runnable.mode,
    door: ctx.door,
    submissionId: wish.submissionId,
    exampleIndex: wish.exampleIndex,
    rerunOfId: await findRerunOf(ctx, wish.rerunOfId),
    input: redact(value, config.secrets),
    coercions: redact(coercions as unknown as Json, config.secrets) as unknown as typeof coercions,
    ...(migration && { migration: redact(migration, config.secrets) }),
    notices: runnable.notices ?? [],
    contractHash: contract.hash,
    leaseUntil: leaseFromNow(),
  })
  const { dryRun, timeoutMs, inputBlobs } = wish
  const asked = { dryRun, timeoutMs, inputBlobs, timeZone: timeZoneOf(wish.timeZone) }
  return { row, runnable, contract, parameters: value, config, ...asked }
}

/** Each waiting run holds its input in memory, so a line has an end. Close to it, two at once may both get in. */
async function requireShortLine(ctx: Context, organisationId: string): Promise<void> {
  if ((await countQueuedRuns(ctx.db, organisationId)) < MAX_IN_LINE) return
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${MAX_IN_LINE} runs of your organisation are waiting already.`,
    retryAfter: RETRY_AFTER_SECONDS,
  })
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

function requireRunnable({ document, skill, name }: Runnable, contract: Contract) {
  if (skill.kind === 'instruction') {
    throw new AppError('PRECONDITION_FAILED', {
      message: `${name} is a page of instructions: there is nothing to run.`,
    })
  }
  const whyNot = typeof document.requires === 'string' && whyNotOnRuntime(document.requires)
  if (whyNot) throw new AppError('PRECONDITION_FAILED', { message: whyNot })
  const lack = whyNotAvailable(document)
  if (lack)
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: lack,
      suggestedAction: 'Choose another skill for now.',
    })
  if (!contract.parameters || contract.issues.length > 0 || !skill.definition) {
    const issues =
      contract.issues.length > 0 ? contract.issues : [{ path: '/definition', message: 'has no code yet' }]
    throw new AppError('PRECONDITION_FAILED', {
      message: 'This draft cannot run before its problems are mended.',
      issues,
    })
  }
  return contract.parameters
}

function requireConfig({ publisher, document }: Runnable, missing: string[]): void {
  if (missing.length === 0) return
  const labelled = missing.map((key) => {
    const label = document.configDefinitions?.find((definition) => definition.key === key)?.label
    return label && label !== key ? `${label} (${key})` : key
  })
  throw new AppError('PRECONDITION_FAILED', {
    message: `${document.name} has to be configured first: ${labelled.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.`,
    issues: missing.map((key) => ({
      path: '',
      keyword: 'config',
      message: `${key} is not set`,
      params: { key },
    })),
    href: paths.config(publisher, document.slug),
    suggestedAction: 'Fill in the configuration, then run again.',
  })
}

function timeZoneOf(wanted: string | undefined): string {
  if (!wanted) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
