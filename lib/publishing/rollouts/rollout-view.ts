import type { Context } from '../../context/context.ts'
import { isLive } from '../../contracts/versions/version-states.ts'
import type { RolloutFigures } from '../model/judge-rollout.ts'
import { isMember, listPublishedVersions, type PublishedVersion } from '../rows/published-versions.ts'
import { findRollout, listRollouts, type RolloutOutcome, type RolloutRow } from '../rows/rollouts.ts'
import { findVersionWithOwner } from '../rows/versions.ts'
import { findServedBefore } from './start-rollout.ts'

export type RolloutView = {
  versionId: string
  number: string
  /** Null if the version reached everyone at once. */
  rollout: {
    state: RolloutRow['state']
    step: number
    audience: number
    oldNumber: string | null
    startedAtMs: number
    /** True while the version is too young for anyone. */
    isAhead: boolean
    isInconclusive: boolean
    endedAtMs: number | null
    outcome: RolloutOutcome | null
    reason: string | null
    figures: RolloutFigures | null
  } | null
  /** The number that would be served after a return; null if there is none. */
  returnTo: string | null
}

/** Returns how far a live version has been rolled out, for the publisher's members and admins; null for everyone else. */
export async function getRolloutView(
  { db, viewer }: Context,
  versionId: string,
  now = new Date(),
): Promise<RolloutView | null> {
  if (!viewer) return null
  const version = await findVersionWithOwner(db, versionId)
  if (!version || version.visibility === 'PRIVATE') return null
  if (!(await maySeeRollouts({ db, viewer }, version.skillSet.publisher.organisationId))) return null
  if (version.state !== 'PUBLISHED' && version.state !== 'DEPRECATED') return null
  const row = await findRollout(db, versionId)
  return toView(version, { row, versions: await listPublishedVersions(db, version.skillSetId), now })
}

/** The same of all public live versions of a SkillSet, by their ids; none for those who may not see it. */
export async function listRolloutViews(
  { db, viewer }: Pick<Context, 'db' | 'viewer'>,
  { id, publisher }: { id: string; publisher: { organisationId: string } },
  now = new Date(),
): Promise<Map<string, RolloutView>> {
  if (!(await maySeeRollouts({ db, viewer }, publisher.organisationId))) return new Map()
  const [versions, rows] = await Promise.all([listPublishedVersions(db, id), listRollouts(db, id)])
  const rowOf = new Map(rows.map((row) => [row.versionId, row]))
  const live = versions.filter((version) => version.visibility === 'PUBLIC' && isLive(version))
  return new Map(
    live.map((version) => [
      version.id,
      toView(version, { row: rowOf.get(version.id) ?? null, versions, now }),
    ]),
  )
}

async function maySeeRollouts(
  { db, viewer }: Pick<Context, 'db' | 'viewer'>,
  organisationId: string,
): Promise<boolean> {
  if (!viewer) return false
  return viewer.role === 'ADMIN' || isMember(db, { userId: viewer.userId, organisationId })
}

function toView(
  { id, number }: { id: string; number: string },
  { row, versions, now }: { row: RolloutRow | null; versions: readonly PublishedVersion[]; now: Date },
): RolloutView {
  const old = findServedBefore(versions, { number })
  return {
    versionId: id,
    number,
    rollout: row && {
      state: row.state,
      step: row.step,
      audience: row.audience,
      oldNumber: row.oldNumber,
      startedAtMs: row.startedAt.getTime(),
      isAhead: row.startedAt > now,
      isInconclusive: row.askedAt !== null,
      endedAtMs: row.endedAt?.getTime() ?? null,
      outcome: row.outcome,
      reason: row.reason,
      figures: row.figures,
    },
    returnTo: row?.state === 'returned' ? null : (old?.number ?? null),
  }
}
