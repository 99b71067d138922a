import { type Context, isLimitedKey, isRunWithinKey, requireViewer } from '../../context/context.ts'
import { AppError, ignoreAppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { findCurrentSkillName } from '../../publishing/rows/former-names.ts'
import { isMember } from '../../publishing/rows/published-versions.ts'
import { findPublishedDocument } from '../../publishing/rows/versions.ts'
import { findToolSkill } from '../../tools/tool-skill.ts'
import { isLargeForPage } from '../model/size-limits.ts'
import { buildContract } from '../resolve/runnable.ts'
import { findRun, type RunWithOwners } from '../rows/run-history.ts'
import { countRunsBefore, type RunRow } from '../rows/runs.ts'
import type { RerunSource, RunSkill, RunView } from './run-view.ts'
import { showRun } from './show-run.ts'

type OwnRun = {
  row: RunWithOwners
  canManage: boolean
  /** True for the publisher and the sender of the code, who may see failure details. */
  isPublisher: boolean
}

/**
 * Finds a run for any member of its organisation, whichever they work in; for a key only within its organisation and
 * limits. Throws UNAUTHENTICATED, NOT_FOUND.
 */
export async function findOwnRun(ctx: Context, id: unknown): Promise<OwnRun> {
  const viewer = requireViewer(ctx)
  const row = typeof id === 'string' ? await findRun(ctx.db, id) : null
  const isBeyondKey =
    row !== null &&
    ctx.keyId !== undefined &&
    (row.organisationId !== viewer.organisationId || !(await isWithinLimits(ctx, row)))
  const role =
    row &&
    !isBeyondKey &&
    (await findRole(ctx.db, { userId: viewer.userId, organisationId: row.organisationId }))
  if (!row || !role)
    throw new AppError('NOT_FOUND', {
      message: 'This run does not exist, or you do not have access to it.',
      suggestedAction: 'Check the run ID and whether you are in the organisation that started it.',
    })
  const isStarter = row.userId === viewer.userId
  return {
    row,
    canManage: isStarter || role !== 'MEMBER',
    isPublisher: row.skillSet
      ? await isMember(ctx.db, {
          userId: viewer.userId,
          organisationId: row.skillSet.publisher.organisationId,
        })
      : isStarter,
  }
}

/** Compares by the current name: a run has the name under which it was called, and keys list current names. */
async function isWithinLimits(ctx: Context, { keyId, skillName }: RunWithOwners): Promise<boolean> {
  if (!isLimitedKey(ctx)) return true
  return isRunWithinKey(ctx, { keyId, skillName: await findCurrentSkillName(ctx.db, skillName) })
}

/**
 * Finds a run that the caller may change. Throws as `findOwnRun`, and POLICY_DENIED for members who did not start it.
 */
export async function requireOwnRun(ctx: Context, id: unknown): Promise<OwnRun> {
  const own = await findOwnRun(ctx, id)
  if (!own.canManage) {
    const message = 'Only the person who started this run and admins of the organisation can do this.'
    throw new AppError('POLICY_DENIED', { message })
  }
  return own
}

/** Larger values would enlarge every page of a repeated run. */
const MAX_COMPARED_BYTES = 256 * 1024

/**
 * Returns the input of a run to repeat; null if the caller may not see the run, it was emptied, or it is of another
 * skill.
 */
export async function findRerunSource(
  ctx: Context,
  id: string | null,
  skillName?: string,
): Promise<RerunSource | null> {
  const row = await findRunWithContents(ctx, id, skillName)
  if (!row) return null
  const { input, output } = showRun(row)
  const isLarge = output !== undefined && Buffer.byteLength(JSON.stringify(output)) > MAX_COMPARED_BYTES
  return {
    id: row.id,
    input,
    ...(output !== undefined && !isLarge && { output }),
    ...(isLarge && { isLarge }),
  }
}

/** Returns the run that the page of a skill shows again; null as for `findRerunSource`. */
export async function findShownRun(
  ctx: Context,
  id: string | null,
  skillName: string,
): Promise<RunView | null> {
  const row = await findRunWithContents(ctx, id, skillName)
  return row && truncateForPage({ ...showRun(row), ...(await findPlace(ctx.db, row)) })
}

async function findRunWithContents(
  ctx: Context,
  id: string | null,
  skillName: string | undefined,
): Promise<RunWithOwners | null> {
  if (id === null) return null
  const { row } = (await findOwnRun(ctx, id).catch(ignoreAppError)) ?? {}
  if (!row || row.purgedAt) return null
  const isOfSkill =
    skillName === undefined || (await findCurrentSkillName(ctx.db, row.skillName)) === skillName
  return isOfSkill ? row : null
}

/** Returns what the page of a run needs of its skill; null for ad-hoc code, drafts and deleted versions. */
export async function findRunSkill(
  db: Context['db'],
  { versionId, skillName }: Pick<RunRow, 'versionId' | 'skillName'>,
): Promise<RunSkill | null> {
  const tool = findToolSkill(skillName)
  if (tool) {
    const { parameters, response, permissionsHash } = buildContract(tool.document, tool.skill)
    return { title: tool.skill.name, parameters, response, buttons: [], permissionsHash }
  }
  const document = versionId ? await findPublishedDocument(db, versionId) : undefined
  const slug = skillName.split('.')[2]
  const skill = document?.skills.find((each) => each.slug === slug)
  if (!document || !skill) return null
  const { parameters, response, stream, permissionsHash } = buildContract(document, skill)
  const schemas = { parameters, response, ...(stream && { stream }) }
  return { title: skill.name, ...schemas, buttons: skill.buttons ?? [], permissionsHash }
}

/** Returns what a queued run of the lane `long` waits for; nothing for other runs, which wait for seconds at most. */
export async function findPlace(db: Context['db'], row: RunRow): Promise<Pick<RunView, 'before'>> {
  return row.lane === 'long' && row.state === 'queued' ? { before: await countRunsBefore(db, row) } : {}
}

type Contents = Pick<RunView, 'input'> &
  Partial<Pick<RunView, 'output' | 'coercions' | 'migration' | 'toolResult' | 'isPartial'>>

/** Large values would stop the server for seconds; the page loads them afterwards. */
export function truncateForPage<Run extends Contents>(run: Run): Run {
  const { input, output = null, coercions = [], migration = null, toolResult = null } = run
  const contents = [input, output, coercions, migration, toolResult] as Json
  if (!isLargeForPage(contents)) return run
  const { output: _, migration: __, toolResult: ___, ...rest } = run
  return { ...rest, input: null, ...(run.coercions && { coercions: [] }), isPartial: true } as Run
}
