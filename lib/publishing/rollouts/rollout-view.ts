import type { Context } from '../../context/context.ts'
import type { RolloutFigures } from '../model/judge-rollout.ts'
import { isMember, listPublishedVersions } from '../rows/published-versions.ts'
import { findRollout, type RolloutOutcome, type RolloutRow } from '../rows/rollouts.ts'
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
  const { organisationId } = version.skillSet.publisher
  if (viewer.role !== 'ADMIN' && !(await isMember(db, { userId: viewer.userId, organisationId }))) return null
  if (version.state !== 'PUBLISHED' && version.state !== 'DEPRECATED') return null
  const row = await findRollout(db, versionId)
  const old = findServedBefore(await listPublishedVersions(db, version.skillSetId), version)
  return {
    versionId,
    number: version.number,
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
