import { findBlob, findBlobOf } from '../../blobs/blobs.ts'
import { requireRoomForRun } from '../../blobs/quotas/storage-limits.ts'
import type { UnsealedConfig } from '../../config/unseal-config.ts'
import type { Context } from '../../context/context.ts'
import { type Lane, laneOf } from '../../contracts/document/skill-limits.ts'
import type { Permissions, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { runtimeVersionError } from '../../contracts/versions/runtime-version.ts'
import { AppError } from '../../kernel/errors.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { paths } from '../../kernel/site/paths.ts'
import { beyondCeilings, readCeilingsOf } from '../../settings/long-lane.ts'
import { findBuiltInTool } from '../../tools/built-in-tools.ts'
import { sealedError } from '../finish/sealed-run.ts'
import type { Contract, RecordedRun, Runnable, RunOptions } from '../resolve/runnable.ts'
import { findRetention } from '../rows/run-retention.ts'
import { countQueuedRuns } from '../rows/runs.ts'
import type { NewRun } from '../rows/write-run.ts'
import { requireDryRun } from './price-run.ts'
import { PURCHASE_INPUT, requirePurchasable } from './purchase.ts'

export const MAX_QUEUED_RUNS = 50
const RETRY_AFTER_SECONDS = 10

type Wanted = {
  runnable: Runnable
  contract: Contract
  options: RunOptions
  unseal: () => Promise<UnsealedConfig>
}

/**
 * Checks all that does not depend on the input. Throws PRECONDITION_FAILED, TOOL_NOT_AVAILABLE for what this server
 * does not support, and RATE_LIMIT_EXCEEDED.
 */
export async function requireRunnable(
  ctx: Context,
  { runnable, contract, options, unseal }: Wanted,
): Promise<{ schema: JsonSchema; config: UnsealedConfig }> {
  const schema = requireCode(runnable, contract, options)
  if (options.dryRun) requireDryRun(runnable)
  if (options.parent) requireLaneOfCaller(runnable, options.parent)
  await requireCeilings(ctx, runnable)
  const config = await unseal()
  requireConfig(runnable, config)
  // A migration uses a sandbox slot.
  if (runnable.migration && !options.parent)
    await requireQueueRoom(ctx, runnable.organisation.id, laneOf(runnable.skill))
  return { schema, config }
}

/**
 * Returns the ids of the blobs that the run may read. Throws PRECONDITION_FAILED for deferred runs of an organisation
 * that stores no inputs, NOT_FOUND and RATE_LIMIT_EXCEEDED.
 */
export async function requireResources(
  ctx: Context,
  runnable: Runnable,
  { inputBlobs: requested, parent, isDeferred, submissionId }: RunOptions,
): Promise<{ inputBlobs: string[]; isSealed: boolean }> {
  const { id: organisationId } = runnable.organisation
  const isChild = parent !== undefined
  const [inputBlobs, days] = await Promise.all([
    requireBlobs(ctx, { organisationId, ids: requested, isChild }),
    runnable.retentionDays === undefined ? findRetention(ctx.db, organisationId) : runnable.retentionDays,
  ])
  const isSealed = days === 0 && submissionId === undefined
  if (isSealed && isDeferred && !isChild) throw sealedError('An asynchronous run')
  const isLong = runnable.versionId !== null && laneOf(runnable.skill) === 'long'
  if (isSealed && isLong && !isChild) throw sealedError('A run of the long lane')
  return { inputBlobs, isSealed }
}

/**
 * Checks the room for a run's output and in the queue, where a child shares its parent's slot. Throws
 * LIMIT_REACHED and RATE_LIMIT_EXCEEDED.
 */
export async function requireRoom(
  ctx: Pick<Context, 'db'>,
  { organisationId, parentRunId, lane }: Pick<NewRun, 'organisationId' | 'parentRunId' | 'lane'>,
): Promise<void> {
  const isChild = Boolean(parentRunId)
  await Promise.all([
    requireRoomForRun(ctx, { organisationId, isChild }),
    isChild || requireQueueRoom(ctx, organisationId, lane),
  ])
}

/** Returns the schema of the input. */
function requireCode(runnable: Runnable, contract: Contract, options: RunOptions): JsonSchema {
  const { document, skill, tool } = runnable
  if (skill.kind === 'instruction') {
    requirePurchasable(runnable, options)
    return PURCHASE_INPUT
  }
  const runtimeError = typeof document.requires === 'string' && runtimeVersionError(document.requires)
  if (runtimeError) throw new AppError('PRECONDITION_FAILED', { message: runtimeError })
  const unavailable = unavailableReason(document)
  if (unavailable)
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: unavailable,
      suggestedAction: 'Choose another skill.',
    })
  if (!contract.parameters || contract.issues.length > 0 || !(skill.definition || tool)) {
    const issues =
      contract.issues.length > 0 ? contract.issues : [{ path: '/definition', message: 'has no code yet' }]
    throw new AppError('PRECONDITION_FAILED', {
      message: 'Fix the problems in this draft before you run it.',
      issues,
    })
  }
  return contract.parameters
}

/** Throws TOOL_NOT_AVAILABLE for a skill of the long lane that asks for more than the operator allows. */
async function requireCeilings({ db }: Context, { skill }: Runnable): Promise<void> {
  const ceilings = await readCeilingsOf(db, laneOf(skill))
  const beyond = ceilings && beyondCeilings(skill, ceilings)
  if (!beyond) return
  throw new AppError('TOOL_NOT_AVAILABLE', {
    message: beyond,
    suggestedAction: 'Choose another skill, or ask an admin of this server to allow more.',
  })
}

/** Throws PRECONDITION_FAILED if a quick run calls a skill that may need longer than its caller. */
function requireLaneOfCaller({ name, skill }: Runnable, parent: RecordedRun): void {
  if (laneOf(skill) === 'quick' || parent.row.lane === 'long') return
  throw new AppError('PRECONDITION_FAILED', {
    message: `${name} runs in the long lane, so only skills of that lane can call it.`,
    suggestedAction: 'Call it from a plan, or set "lane": "long" in the limits of the calling skill.',
  })
}

/** Throws PRECONDITION_FAILED with the missing names and, for those who can set them, a link to the form. */
function requireConfig(
  { publisher, document, mode, skillSetId }: Runnable,
  { missing, withheld = [] }: UnsealedConfig,
): void {
  if (missing.length === 0) return
  const issues = missing.map((key) => ({
    path: '',
    keyword: 'config',
    message: withheld.includes(key)
      ? `${key} is set, but this version needs new consent to use it`
      : `${key} is not set`,
    params: { key },
  }))
  const labels = listLabels(document, missing)
  const isSet = withheld.length === missing.length
  if (mode === 'development')
    throw new AppError('PRECONDITION_FAILED', {
      message: isSet
        ? `The test settings of ${labels} were entered for other hosts or another use than the document now declares.`
        : `This test needs a value for ${labels}. Drafts cannot use your organisation’s settings.`,
      issues,
      ...(skillSetId && { href: paths.publishSkillSet(skillSetId) }),
      suggestedAction: isSet
        ? 'Enter them again under Test settings in the studio.'
        : 'Enter it under Test settings in the studio, or for this test only.',
    })
  throw new AppError('PRECONDITION_FAILED', {
    message: isSet
      ? `${document.name} uses ${labels} in ways that your organisation has not agreed to.`
      : `${document.name} needs settings before you can run it: ${labels} ${missing.length === 1 ? 'is' : 'are'} not set.`,
    issues,
    href: paths.config(publisher, document.slug),
    suggestedAction: isSet
      ? 'An owner or admin of your organisation can agree by saving the value again or by installing this version.'
      : 'Add the settings, then run again.',
  })
}

function listLabels(
  { configDefinitions }: Pick<SkillSetDocument, 'configDefinitions'>,
  keys: string[],
): string {
  const labelled = keys.map((key) => {
    const label = configDefinitions?.find((definition) => definition.key === key)?.label
    return label && label !== key ? `${label} (${key})` : key
  })
  return labelled.join(', ')
}

type BlobsOfRun = { organisationId: string; ids?: string[]; isChild: boolean }

/** Returns the ids without repeats. Throws NOT_FOUND. A child's blobs were checked when its caller passed them. */
async function requireBlobs(
  ctx: Context,
  { organisationId, ids = [], isChild }: BlobsOfRun,
): Promise<string[]> {
  const require = async (id: string) => {
    if (!isChild) await findBlob(ctx, id)
    return (await findBlobOf(ctx.db, organisationId, id)).id
  }
  return Promise.all([...new Set(ids)].map(require))
}

/** Queued runs hold their input in memory. Concurrent calls may exceed the limit slightly. */
async function requireQueueRoom(
  { db }: Pick<Context, 'db'>,
  organisationId: string,
  lane: Lane = 'quick',
): Promise<void> {
  if ((await countQueuedRuns(db, organisationId, lane)) < MAX_QUEUED_RUNS) return
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    message: `Your organisation already has ${MAX_QUEUED_RUNS} runs waiting, which is the limit.`,
    retryAfter: RETRY_AFTER_SECONDS,
  })
}

const MISSING_SUPPORT = {
  tools: (names) => `This skill uses tools (${names}) that this server does not have.`,
} as const satisfies Partial<Record<keyof Permissions, (listed: string) => string>>

type SkillRequirements = Pick<SkillSetDocument, 'permissions'>

/** Returns a sentence; undefined if the skill can run here. */
export function unavailableReason(set: SkillRequirements): string | undefined {
  for (const [permission, sentence] of Object.entries(MISSING_SUPPORT)) {
    const requested = set.permissions?.[permission as keyof typeof MISSING_SUPPORT] ?? []
    const listed = requested.filter((name) => !findBuiltInTool(name))
    if (listed.length > 0) return sentence(listed.join(', '))
  }
  return undefined
}
