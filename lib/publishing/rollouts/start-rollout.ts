/** How an approved version begins to reach those who follow a range. */
import { randomUUIDv7 } from 'node:crypto'
import { newPermissions } from '../../contracts/permissions/permission-lines.ts'
import { findLatestStable } from '../../contracts/versions/choose-version.ts'
import { compareVersions } from '../../contracts/versions/version-number.ts'
import { isFix, pointOf, siteAgeHours } from '../../installs/offer-versions.ts'
import { readVersionTerms } from '../../installs/version-terms.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { AUDIENCE_DAYS, reachOfStep, SMALLEST_AUDIENCE } from '../model/rollout-steps.ts'
import { listPublishedVersions, type PublishedVersion } from '../rows/published-versions.ts'
import { findRelease, insertRollout, listAudience, supersedeRollouts } from '../rows/rollouts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Why a version that was to be released gradually reached everyone at once. */
export type AtOnceReason = 'first' | 'fix' | 'permissions' | 'audience'

export type Release = { kind: 'gradual' } | { kind: 'at_once'; reason?: AtOnceReason }

type Published = {
  id: string
  skillSet: { id: string; publisher: { organisationId: string } }
}

/**
 * Begins the rollout of a version that was just published, if its publisher, or else the site, wants it gradually and it
 * can be. Freezes rollouts of earlier versions. Call with the SkillSet's lock; returns what was decided.
 */
export async function startRollout(tx: Tx, { id, skillSet }: Published, now: Date): Promise<Release> {
  const versions = await listPublishedVersions(tx, skillSet.id)
  const version = versions.find((each) => each.id === id)
  if (!version || version.visibility === 'PRIVATE') return { kind: 'at_once' }
  await supersedeRollouts(tx, skillSet.id, id)
  const wanted = (await findRelease(tx, id)) ?? (await readSetting(tx, 'release'))
  if (wanted !== 'gradual') return { kind: 'at_once' }
  const old = findServedBefore(versions, version)
  const reason = await findObstacle(tx, { version, versions, old })
  if (reason || !old) return { kind: 'at_once', reason: reason ?? 'first' }
  const rolloutId = randomUUIDv7()
  const points = await listPoints(tx, { rolloutId, skillSet, now })
  if (points.length < SMALLEST_AUDIENCE) return { kind: 'at_once', reason: 'audience' }
  // Nobody gets the version before it is old enough, so its rollout begins then.
  const ageHours = await siteAgeHours(tx, version.id)
  await insertRollout(tx, {
    id: rolloutId,
    versionId: id,
    skillSetId: skillSet.id,
    oldVersionId: old.id,
    reach: reachOfStep(0, points),
    audience: points.length,
    startedAt: new Date(now.getTime() + ageHours * HOUR_MS),
  })
  return { kind: 'gradual' }
}

/** Returns the newest public release below a version that its followers get without it; undefined if there is none. */
export function findServedBefore(
  versions: readonly PublishedVersion[],
  version: Pick<PublishedVersion, 'number'>,
): PublishedVersion | undefined {
  return findLatestStable(
    versions.filter(
      ({ number, visibility, rollout }) =>
        visibility === 'PUBLIC' &&
        compareVersions(number, version.number) < 0 &&
        (rollout === null || rollout.state === 'finished'),
    ),
  )
}

async function findObstacle(
  tx: Tx,
  {
    version,
    versions,
    old,
  }: { version: PublishedVersion; versions: PublishedVersion[]; old: PublishedVersion | undefined },
): Promise<AtOnceReason | undefined> {
  if (!old) return 'first'
  if (await isFix(tx, version, versions)) return 'fix'
  const terms = await readVersionTerms(tx, [old.id, version.id])
  const [before, after] = [terms.get(old.id), terms.get(version.id)]
  return before && after && newPermissions(before, after).length > 0 ? 'permissions' : undefined
}

type PointsOf = {
  rolloutId: string
  skillSet: Published['skillSet']
  now: Date
}

/** Returns where the organisations of the audience stand in a rollout. */
export async function listPoints(tx: Tx, { rolloutId, skillSet, now }: PointsOf): Promise<number[]> {
  const organisationIds = await listAudience(tx, {
    skillSetId: skillSet.id,
    publisherOrganisationId: skillSet.publisher.organisationId,
    since: new Date(now.getTime() - AUDIENCE_DAYS * DAY_MS),
  })
  return organisationIds.map((organisationId) =>
    pointOf({ rolloutId, skillSetId: skillSet.id, organisationId }),
  )
}
