/** The publisher's desk: handles, SkillSets, and where each of them stands. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import type { VersionState } from '../contract/version/version-moves.ts'
import { latestOf } from '../contract/version/version-number.ts'
import { findUsage, type UsageRow } from '../db/evidence.ts'
import { listOwnPublishers, type OwnPublisher } from '../db/publishers.ts'
import { listOwnSkillSets, type SkillSetLine } from '../db/skill-sets.ts'
import { countAhead, countWaiting, findLastSubmission } from '../db/submissions.ts'

export type Desk = {
  organisationName: string
  /** Owners and admins; others are told whom to ask. */
  canClaim: boolean
  publishers: Pick<OwnPublisher, 'handle' | 'displayName'>[]
  skillSets: DeskLine[]
}

export type DeskLine = {
  id: string
  /** publisher.skillset */
  fullName: string
  handle: string
  slug: string
  name: string
  touchedAtMs: number
  hasDraft: boolean
  /** How much it is used; null before the first version. */
  usage: Usage | null
  /** The version everybody gets; null before the first. */
  live: { number: string; visibility: 'PUBLIC' | 'PRIVATE' } | null
  /** The version last moved that is not live: in review, sent back, rejected. */
  pending: { number: string; state: VersionState; submissionId: string | null; place: Place | null } | null
}

/** Of the last 30 days, but for `installs`, which are those of now. */
export type Usage = Pick<UsageRow, 'runs' | 'succeeded' | 'p50Ms' | 'users' | 'installs'>

/** 1 is next. */
export type Place = { position: number; of: number }

/** Everything of the organisation the viewer acts for. Throws UNAUTHENTICATED for visitors. */
export async function listMySkillSets(ctx: Context): Promise<Desk> {
  const viewer = requireViewer(ctx)
  const publishers = await listOwnPublishers(ctx.db, viewer.organisationId)
  const rows = await listOwnSkillSets(ctx.db, viewer.organisationId)
  const usage = await findUsage(
    ctx.db,
    rows.map(({ id }) => id),
  )
  return {
    organisationName: viewer.organisationName,
    canClaim: viewer.organisationRole !== 'MEMBER',
    publishers: publishers.map(({ handle, displayName }) => ({ handle, displayName })),
    skillSets: await Promise.all(rows.map((row) => deskLine(ctx, row, usage.get(row.id)))),
  }
}

async function deskLine(ctx: Context, row: SkillSetLine, usage: UsageRow | undefined): Promise<DeskLine> {
  const { id, slug, name, publisher, draft, versions } = row
  const runnable = versions.filter(({ state }) => state === 'PUBLISHED' || state === 'DEPRECATED')
  const latest = latestOf(runnable.map(({ number }) => number))
  const live = runnable.find(({ number }) => number === latest)
  const [newest] = versions
  const isPending = newest !== undefined && PENDING.includes(newest.state)
  return {
    id,
    fullName: `${publisher.handle}.${slug}`,
    handle: publisher.handle,
    slug,
    name,
    touchedAtMs: (draft?.updatedAt ?? row.updatedAt).getTime(),
    hasDraft: draft !== null,
    usage: live && usage ? usageOf(usage) : null,
    live: live ? { number: live.number, visibility: live.visibility } : null,
    pending: isPending ? await pendingOf(ctx, id, newest) : null,
  }
}

function usageOf({ runs, succeeded, p50Ms, users, installs }: UsageRow): Usage {
  return { runs, succeeded, p50Ms, users, installs }
}

const PENDING: readonly VersionState[] = ['IN_REVIEW', 'CHANGES_ASKED', 'REJECTED']

async function pendingOf(
  ctx: Context,
  skillSetId: string,
  { number, state }: { number: string; state: VersionState },
) {
  const submission = await findLastSubmission(ctx.db, skillSetId)
  const isWaiting = state === 'IN_REVIEW' && submission !== null
  return {
    number,
    state,
    submissionId: submission?.id ?? null,
    place: isWaiting
      ? { position: (await countAhead(ctx.db, submission)) + 1, of: await countWaiting(ctx.db) }
      : null,
  }
}
