/** Ways to retire a version: a deprecated one runs with a notice, a yanked one does not run, and its number stays used. */
import { randomUUID } from 'node:crypto'
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin } from '../../../context/context.ts'
import {
  deprecationText,
  LIVE_STATES,
  MOVES,
  type VersionState,
} from '../../../contracts/versions/version-states.ts'
import { listRunningOrganisations } from '../../../installs/list-running.ts'
import { FAN_OUT_TRANSACTION, type Tx } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { isStorable } from '../../../kernel/validation/storable.ts'
import { fanOutNotice } from '../../../notices/fan-out-notice.ts'
import type { NewNotice } from '../../../notices/rows/notice-rows.ts'
import { insertRemoval } from '../../rows/removals.ts'
import {
  findVersionWithOwner,
  listVersionHeads,
  lockSkillSet,
  moveVersion,
  type VersionWithOwner,
} from '../../rows/versions.ts'
import { auditMove, formatName, formatTitle, notifyPublisher } from '../review-notices.ts'
import { type Party, requireMover, requireText, stateConflictError } from '../review-preconditions.ts'
import { findLastRetirement } from './last-retirement.ts'

/**
 * Deprecates a version from a date on, by default now. For owners and admins of the publisher, and admins of the site.
 * Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members, INVALID_INPUT without a notice, and CONFLICT if the
 * version is not published.
 */
export async function deprecate(
  ctx: Context,
  request: { versionId: string; notice: string; from?: Date },
): Promise<void> {
  const { version, party } = await requireRetirement(ctx, 'deprecate', request.versionId)
  const notice = requireText(request.notice, 'notice')
  const deprecatedAt = request.from ?? new Date()

  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSetId)
    const runners = await listRunningOrganisations(tx, version.skillSet)
    const details = { deprecatedAt, deprecationNotice: notice }
    if (!(await moveVersion(tx, version.id, MOVES.deprecate, details)))
      throw await stateConflictError(tx, 'deprecate', version.id)
    await refreshCatalogEntries(tx, version.skillSetId)
    await auditMove(tx, party.viewer, 'deprecate', version, { notice, from: deprecatedAt.toISOString() })
    await notifyAffected(
      tx,
      { party, version, runners },
      {
        kind: 'version.deprecated',
        title: `${formatTitle(version)} ${deprecatedAt > new Date() ? 'will be' : 'is'} deprecated`,
        body: deprecationText({ number: version.number, notice, at: deprecatedAt }),
      },
    )
  }, FAN_OUT_TRANSACTION)
}

/** Takes a version down, for good after 72 hours; `reason` is public. Permissions and errors as for `deprecate`. */
export async function yank(ctx: Context, request: { versionId: string; reason: string }): Promise<void> {
  const { version, party } = await requireRetirement(ctx, 'yank', request.versionId)
  const reason = requireText(request.reason, 'reason')

  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSetId)
    await yankVersion(
      tx,
      { party, version, runners: await listRunningOrganisations(tx, version.skillSet) },
      { reason },
    )
    await refreshCatalogEntries(tx, version.skillSetId)
  }, FAN_OUT_TRANSACTION)
}

/**
 * Yanks every public version of a SkillSet, and returns their numbers. Those that the publisher has yanked, and could
 * restore, are among them: only an admin can restore them now. Private versions stay, since only the owner's people see
 * them. For admins. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, INVALID_INPUT without a reason, and CONFLICT if
 * no version is public.
 */
export async function takeDown(
  ctx: Context,
  request: { skillSetId: string; reason: string },
): Promise<string[]> {
  const viewer = requireAdmin(ctx)
  if (!isStorable(request.skillSetId)) throw new AppError('NOT_FOUND')
  const reason = requireText(request.reason, 'reason')

  return ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, request.skillSetId)
    const heads = await listVersionHeads(tx, request.skillSetId)
    if (heads.length === 0) throw new AppError('NOT_FOUND')
    const party = { viewer, isAdmin: true, isPublisher: false, canPublish: false }
    const numbers: string[] = []
    // An appeal contests the take-down as a whole.
    const takeDownId = randomUUID()
    let runners: Runners | undefined
    for (const { id, state, visibility } of heads) {
      const isYanked = state === 'YANKED'
      if (visibility !== 'PUBLIC' || !(isLive(state) || isYanked)) continue
      const version = await findVersionWithOwner(tx, id)
      if (!version) continue
      if (isYanked) {
        const { isRestorable, isByPublisher } = await findLastRetirement(tx, version)
        if (!isRestorable || !isByPublisher) continue
        await confirmYank(tx, { party, version }, { reason, takeDownId })
      } else {
        runners ??= await listRunningOrganisations(tx, version.skillSet)
        await yankVersion(tx, { party, version, runners }, { reason, takeDownId })
      }
      numbers.push(version.number)
    }
    if (numbers.length === 0)
      throw new AppError('CONFLICT', { message: 'This SkillSet no longer has any public versions.' })
    await refreshCatalogEntries(tx, request.skillSetId)
    return numbers
  }, FAN_OUT_TRANSACTION)
}

export type Retirement = { version: VersionWithOwner; party: Party }

/** Returns the version and who retires it. Throws as `requireMover`, and NOT_FOUND for others' private versions. */
export async function requireRetirement(
  ctx: Context,
  move: 'deprecate' | 'yank' | 'restore',
  id: string,
): Promise<Retirement> {
  const version = await findVersionWithOwner(ctx.db, id)
  if (!version) throw new AppError('NOT_FOUND')
  const party = await requireMover(ctx, move, version.skillSet.publisher.organisationId)
  if (version.visibility === 'PRIVATE' && !party.isPublisher) throw new AppError('NOT_FOUND')
  return { version, party }
}

type Runners = Awaited<ReturnType<typeof listRunningOrganisations>>
type AffectedRetirement = Retirement & { runners: Runners }

/** `takeDownId` is the same for all versions of one take-down. */
type TakeDown = { reason: string; takeDownId?: string }

async function yankVersion(tx: Tx, retirement: AffectedRetirement, takeDown: TakeDown): Promise<void> {
  const { reason } = takeDown
  const { version, party } = retirement
  const details = { yankedAt: new Date(), yankReason: reason }
  if (!(await moveVersion(tx, version.id, MOVES.yank, details)))
    throw await stateConflictError(tx, 'yank', version.id)
  await auditMove(tx, party.viewer, 'yank', version, { ...takeDown, by: partyName(party) })
  await logTakeDown(tx, retirement, reason)
  await notifyAffected(tx, retirement, {
    kind: 'version.yanked',
    title: `${formatTitle(version)} was taken down`,
    body: reason,
  })
}

/** Records that an admin, too, took down a version that its publisher had yanked. Those who ran it have been told. */
async function confirmYank(tx: Tx, { version, party }: Retirement, takeDown: TakeDown): Promise<void> {
  await auditMove(tx, party.viewer, 'yank', version, { ...takeDown, by: partyName(party) })
  await logTakeDown(tx, { version, party }, takeDown.reason)
  await notifyPublisher(tx, party.viewer, version, {
    kind: 'version.yanked',
    title: `An admin took down ${formatTitle(version)}`,
    body: takeDown.reason,
    href: paths.skillSet(version.skillSet.publisher.handle, version.skillSet.slug),
  })
}

/** Adds it to the public log, if everyone could see the version. */
async function logTakeDown(tx: Tx, { version, party }: Retirement, reason: string): Promise<void> {
  if (version.visibility !== 'PUBLIC') return
  const by = partyName(party)
  // The log cannot be changed, so what a publisher writes stays where it can be: on the page of the version.
  const said =
    by === 'publisher' ? 'Its publisher took it down; the page of the version has the reason.' : reason
  await insertRemoval(tx, { kind: 'take_down', subject: formatName(version), reason: said, by })
}

export function partyName({ canPublish }: Pick<Party, 'canPublish'>): 'admin' | 'publisher' {
  return canPublish ? 'publisher' : 'admin'
}

export async function notifyAffected(
  tx: Tx,
  { version, party, runners }: AffectedRetirement,
  notice: NewNotice,
): Promise<void> {
  const { slug, publisher } = version.skillSet
  const audience = {
    memberOfId: publisher.organisationId,
    adminsOfIds: runners.get(version.id) ?? [],
    exceptUserId: party.viewer.userId,
  }
  const href = paths.skillSet(publisher.handle, slug)
  await fanOutNotice(tx, audience, { ...notice, href })
}

function isLive(state: VersionState): boolean {
  return (LIVE_STATES as readonly VersionState[]).includes(state)
}
