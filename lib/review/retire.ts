/**
 * The end of a version's life: deprecate it, or take it down.
 *
 * Floor 3. Neither deletes anything: a deprecated version runs on and says so, a yanked one does not run any
 * more, and its number is never used again.
 */
import { refreshCatalogEntries } from '../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import { paths } from '../contract/market/paths.ts'
import { deprecationWords } from '../contract/version/deprecation-words.ts'
import { LIVE_STATES, MOVES, type VersionState } from '../contract/version/version-moves.ts'
import { listCaretakerIds, listMemberIds } from '../db/audiences.ts'
import type { Tx } from '../db/client.ts'
import type { NewNotice } from '../db/notices.ts'
import {
  findVersionWithOwner,
  listVersionHeads,
  lockSkillSet,
  moveVersion,
  type VersionWithOwner,
} from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { whoRuns } from '../installs/who-runs.ts'
import { notify } from '../notices/notices.ts'
import { movedBefore } from './conflicts.ts'
import { type Party, requireMover } from './parties.ts'
import { requireWords } from './reason.ts'
import { auditMove, titleOf, without } from './tell.ts'

/**
 * Says that callers should move on, and from when; it keeps running.
 *
 * For the publisher's people and admins. Throws UNAUTHENTICATED, NOT_FOUND for strangers, INVALID_INPUT without
 * a notice, and CONFLICT when it is not published.
 */
export async function deprecate(
  ctx: Context,
  request: { versionId: string; notice: string; from?: Date },
): Promise<void> {
  const { version, party } = await openVersion(ctx, 'deprecate', request.versionId)
  const notice = requireWords(request.notice, 'notice')
  const deprecatedAt = request.from ?? new Date()

  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSetId)
    const runners = await whoRuns(tx, version.skillSet)
    const written = { deprecatedAt, deprecationNotice: notice }
    if (!(await moveVersion(tx, version.id, MOVES.deprecate, written)))
      throw await movedBefore(tx, 'deprecate', version.id)
    await refreshCatalogEntries(tx, version.skillSetId)
    await auditMove(tx, party.viewer, 'deprecate', version, { notice, from: deprecatedAt.toISOString() })
    await tellEveryone(
      tx,
      { party, version, runners },
      {
        kind: 'version.deprecated',
        title: `${titleOf(version)} ${deprecatedAt > new Date() ? 'will be' : 'is'} deprecated`,
        body: deprecationWords({ number: version.number, notice, at: deprecatedAt }),
      },
    )
  })
}

/** Takes one version down, for good. Permissions and refusals as for `deprecate`; `reason` is shown to everyone. */
export async function yank(ctx: Context, request: { versionId: string; reason: string }): Promise<void> {
  const { version, party } = await openVersion(ctx, 'yank', request.versionId)
  const reason = requireWords(request.reason, 'reason')

  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSetId)
    await yankOne(tx, { party, version, runners: await whoRuns(tx, version.skillSet) }, reason)
    await refreshCatalogEntries(tx, version.skillSetId)
  })
}

/**
 * Takes every public version of a SkillSet down at once. For admins; private versions are their owner's affair.
 *
 * Returns the numbers taken down. Throws CONFLICT when nothing of it is public any more.
 */
export async function takeDown(
  ctx: Context,
  request: { skillSetId: string; reason: string },
): Promise<string[]> {
  const viewer = requireAdmin(ctx)
  if (!isStorable(request.skillSetId)) throw new AppError('NOT_FOUND')
  const reason = requireWords(request.reason, 'reason')

  return ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, request.skillSetId)
    const heads = await listVersionHeads(tx, request.skillSetId)
    if (heads.length === 0) throw new AppError('NOT_FOUND')
    const live = heads.filter(({ state, visibility }) => isLive(state) && visibility === 'PUBLIC')
    if (live.length === 0) throw new AppError('CONFLICT', { message: 'Nothing of it is public any more.' })
    const party = { viewer, isAdmin: true, isPublisher: false }
    // Asked once, before anything moves: who loses the best is not told of each that came before it.
    let runners: Runners | undefined
    for (const { id } of live) {
      const version = await findVersionWithOwner(tx, id)
      if (!version) continue
      runners ??= await whoRuns(tx, version.skillSet)
      await yankOne(tx, { party, version, runners }, reason)
    }
    await refreshCatalogEntries(tx, request.skillSetId)
    return live.map(({ number }) => number)
  })
}

type Retirement = { version: VersionWithOwner; party: Party }

async function openVersion(ctx: Context, move: 'deprecate' | 'yank', id: string): Promise<Retirement> {
  const version = await findVersionWithOwner(ctx.db, id)
  if (!version) throw new AppError('NOT_FOUND')
  const party = await requireMover(ctx, move, version.skillSet.publisher.organisationId)
  // An admin has no business with what its owner keeps private.
  if (version.visibility === 'PRIVATE' && !party.isPublisher) throw new AppError('NOT_FOUND')
  return { version, party }
}

type Runners = Awaited<ReturnType<typeof whoRuns>>
type Told = Retirement & { runners: Runners }

async function yankOne(tx: Tx, told: Told, reason: string): Promise<void> {
  const { version, party } = told
  const written = { yankedAt: new Date(), yankReason: reason }
  if (!(await moveVersion(tx, version.id, MOVES.yank, written)))
    throw await movedBefore(tx, 'yank', version.id)
  await auditMove(tx, party.viewer, 'yank', version, { reason })
  await tellEveryone(tx, told, {
    kind: 'version.yanked',
    title: `${titleOf(version)} was taken down`,
    body: reason,
  })
}

/** The publisher’s people, and whoever may change what runs this version. */
async function tellEveryone(tx: Tx, { version, party, runners }: Told, notice: NewNotice): Promise<void> {
  const { slug, publisher } = version.skillSet
  const members = await listMemberIds(tx, publisher.organisationId)
  const caretakers = await listCaretakerIds(tx, runners.get(version.id) ?? [])
  const href = paths.skillSet(publisher.handle, slug)
  await notify(tx, without([...members, ...caretakers], party.viewer), { ...notice, href })
}

function isLive(state: VersionState): boolean {
  return (LIVE_STATES as readonly VersionState[]).includes(state)
}
