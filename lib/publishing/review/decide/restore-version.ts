import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import type { Context } from '../../../context/context.ts'
import { MOVES } from '../../../contracts/versions/version-states.ts'
import { listRunningOrganisations } from '../../../installs/list-running.ts'
import { type Database, FAN_OUT_TRANSACTION, type Tx } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { insertRemoval } from '../../rows/removals.ts'
import { lockSkillSet, moveVersion } from '../../rows/versions.ts'
import { auditMove, formatName, formatTitle } from '../review-notices.ts'
import { stateConflictError } from '../review-preconditions.ts'
import { findLastRetirement, RESTORABLE_HOURS } from './last-retirement.ts'
import { notifyAffected, partyName, type Retirement, requireRetirement } from './retire-version.ts'

/**
 * Takes back a deprecation or a take-down within 72 hours; a version that was deprecated when it was taken down is
 * deprecated again. What an admin of the site decided, only an admin takes back. Throws UNAUTHENTICATED, NOT_FOUND,
 * POLICY_DENIED, and CONFLICT for a version that is neither, or was retired earlier.
 */
export async function restoreVersion(ctx: Context, versionId: string): Promise<void> {
  const retirement = await requireRestorable(ctx, versionId)
  const { version, party } = retirement
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSetId)
    // An admin may have taken the version down meanwhile.
    await requireUndoable(tx, retirement)
    await restoreRetired(tx, { version, party })
  }, FAN_OUT_TRANSACTION)
}

/**
 * Makes a deprecated or yanked version what it was before, and notifies whom the retirement concerned. Call with the
 * SkillSet's lock. `reason` is for the public log and the notices. Throws CONFLICT if it is neither.
 */
export async function restoreRetired(tx: Tx, { version, party }: Retirement, reason?: string): Promise<void> {
  const isYanked = version.state === 'YANKED'
  const move = isYanked ? 'restore' : 'undeprecate'
  const keepsDeprecation = isYanked && version.deprecationNotice !== null
  const to = keepsDeprecation ? ('DEPRECATED' as const) : MOVES[move].to
  const cleared = isYanked
    ? { yankedAt: null, yankReason: null }
    : { deprecatedAt: null, deprecationNotice: null }
  if (!(await moveVersion(tx, version.id, { ...MOVES[move], to }, cleared)))
    throw await stateConflictError(tx, move, version.id)
  await refreshCatalogEntries(tx, version.skillSetId)
  await auditMove(tx, party.viewer, move, version)
  if (isYanked && version.visibility === 'PUBLIC')
    await insertRemoval(tx, {
      ...{ kind: 'take_down_undone', subject: formatName(version), by: partyName(party) },
      reason: reason ?? 'The take-down was undone.',
    })
  const runners = await listRunningOrganisations(tx, version.skillSet)
  await notifyAffected(
    tx,
    { party, version, runners },
    {
      kind: 'version.restored',
      title: `${formatTitle(version)} is ${keepsDeprecation ? 'available again, deprecated' : 'available again'}`,
      body: [`The ${isYanked ? 'take-down' : 'deprecation'} of this version was undone.`, reason]
        .filter(Boolean)
        .join('\n\n'),
    },
  )
}

/** Returns the version and who may restore it. Throws as `restoreVersion`. */
export async function requireRestorable(ctx: Context, versionId: string): Promise<Retirement> {
  const retirement = await requireRetirement(ctx, 'restore', versionId)
  const { version } = retirement
  if (version.state !== 'YANKED' && version.state !== 'DEPRECATED')
    throw await ctx.db.$transaction((tx) => stateConflictError(tx, 'restore', version.id))
  await requireUndoable(ctx.db, retirement)
  return retirement
}

async function requireUndoable(db: Database | Tx, { version, party }: Retirement): Promise<void> {
  if (version.recallId !== null)
    throw new AppError('CONFLICT', { message: 'This version was recalled, which is final.' })
  const { isRestorable, isByPublisher } = await findLastRetirement(db, version)
  if (!isRestorable)
    throw new AppError('CONFLICT', {
      message: `This can be undone for ${RESTORABLE_HOURS} hours only.`,
      suggestedAction: 'Publish a new version instead.',
    })
  if (!party.isAdmin && !isByPublisher)
    throw new AppError('POLICY_DENIED', {
      message: 'An admin of this site decided this. Only an admin can undo it.',
    })
}
