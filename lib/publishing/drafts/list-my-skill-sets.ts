import { type Context, requireViewer } from '../../context/context.ts'
import { findLatest } from '../../contracts/versions/version-number.ts'
import type { VersionState } from '../../contracts/versions/version-states.ts'
import { findUsage, type UsageRow } from '../../runs/rows/evidence.ts'
import { listOwnPublishers, type OwnPublisher } from '../rows/publishers.ts'
import { listOwnSkillSets, type SkillSetLine } from '../rows/skill-sets.ts'
import { countEarlierPending, countPendingSubmissions, findLastSubmission } from '../rows/submissions.ts'

type PublisherOverview = {
  organisationName: string
  canClaim: boolean
  /** False for plain members. */
  canPublish: boolean
  publishers: Pick<OwnPublisher, 'handle' | 'displayName'>[]
  skillSets: OwnSkillSetLine[]
}

export type OwnSkillSetLine = {
  id: string
  fullName: string
  handle: string
  slug: string
  name: string
  /** When the draft was saved or, without one, the SkillSet changed. */
  touchedAtMs: number
  hasDraft: boolean
  usage: Usage | null
  live: { number: string; visibility: 'PUBLIC' | 'PRIVATE' } | null
  /** A version in review, sent back or rejected. */
  pending: {
    number: string
    state: VersionState
    submissionId: string | null
    queuePosition: QueuePosition | null
  } | null
}

/** Figures of 30 days, except `installs`. */
export type Usage = Pick<UsageRow, 'runs' | 'succeeded' | 'p50Ms' | 'users' | 'installs'>

type QueuePosition = { position: number; of: number }

/** Returns the publishers and SkillSets of the viewer's organisation, last changed first. Throws UNAUTHENTICATED. */
export async function listMySkillSets(ctx: Context): Promise<PublisherOverview> {
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
    canPublish: viewer.organisationRole !== 'MEMBER',
    publishers: publishers.map(({ handle, displayName }) => ({ handle, displayName })),
    skillSets: await Promise.all(rows.map((row) => toSkillSetLine(ctx, row, usage.get(row.id)))),
  }
}

async function toSkillSetLine(
  ctx: Context,
  row: SkillSetLine,
  usage: UsageRow | undefined,
): Promise<OwnSkillSetLine> {
  const { id, slug, name, publisher, draft, versions } = row
  const runnable = versions.filter(({ state }) => state === 'PUBLISHED' || state === 'DEPRECATED')
  const latest = findLatest(runnable.map(({ number }) => number))
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
    usage: live && usage ? pickUsage(usage) : null,
    live: live ? { number: live.number, visibility: live.visibility } : null,
    pending: isPending ? await describePending(ctx, id, newest) : null,
  }
}

function pickUsage({ runs, succeeded, p50Ms, users, installs }: UsageRow): Usage {
  return { runs, succeeded, p50Ms, users, installs }
}

const PENDING: readonly VersionState[] = ['IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED']

async function describePending(
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
    queuePosition: isWaiting
      ? {
          position: (await countEarlierPending(ctx.db, submission)) + 1,
          of: await countPendingSubmissions(ctx.db),
        }
      : null,
  }
}
