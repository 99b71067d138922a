/** How an approved version begins to reach those who follow a range. */
import { randomUUIDv7 } from 'node:crypto'
import { newPermissions } from '../../contracts/permissions/permission-lines.ts'
import { findLatestStable } from '../../contracts/versions/choose-version.ts'
import { compareVersions, isPrerelease, parseMajor } from '../../contracts/versions/version-number.ts'
import { isFix, pointOf, siteAgeHours } from '../../installs/offer-versions.ts'
import { readVersionTerms } from '../../installs/version-terms.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { DAY_MS, HOUR_MS } from '../../kernel/time.ts'
import { readSetting } from '../../settings/read-settings.ts'
import type { AtOnceReason, Release } from '../model/describe-release.ts'
import { AUDIENCE_DAYS, SMALLEST_AUDIENCE, shareOfStep } from '../model/rollout-steps.ts'
import { listPublishedVersions, type PublishedVersion } from '../rows/published-versions.ts'
import { findRelease, insertRollout, listAudience, supersedeRollouts } from '../rows/rollouts.ts'

type Published = {
  id: string
  skillSet: { id: string; publisher: { organisationId: string } }
}

/**
 * Begins the rollout of a version that was just published, if its publisher, or else the site, wants it gradually and it
 * can be. Freezes rollouts of lower numbers of its major. Call with the SkillSet's lock; returns what was decided.
 */
export async function startRollout(tx: Tx, { id, skillSet }: Published, now: Date): Promise<Release> {
  const versions = await listPublishedVersions(tx, skillSet.id)
  const version = versions.find((each) => each.id === id)
  if (!version || version.visibility === 'PRIVATE') return { kind: 'at_once', heldUntil: null }
  await supersedeRollouts(
    tx,
    versions.filter((each) => replaces(version, each)).map((each) => each.id),
  )
  const old = findServedBefore(versions, version)
  const isHeld = old !== undefined && !(await isFix(tx, version, versions))
  const ageHours = isHeld ? await siteAgeHours(tx, version.id) : 0
  const startedAt = new Date(now.getTime() + ageHours * HOUR_MS)
  const heldUntil = ageHours > 0 ? startedAt : null
  const wanted = (await findRelease(tx, id)) ?? (await readSetting(tx, 'release'))
  if (wanted !== 'gradual') return { kind: 'at_once', heldUntil }
  const reason = await findObstacle(tx, { version, versions, old })
  if (reason || !old) return { kind: 'at_once', reason: reason ?? 'first', heldUntil }
  const rolloutId = randomUUIDv7()
  const points = await listPoints(tx, { rolloutId, skillSet, now })
  if (points.length < SMALLEST_AUDIENCE) return { kind: 'at_once', reason: 'audience', heldUntil }
  await insertRollout(tx, {
    id: rolloutId,
    versionId: id,
    skillSetId: skillSet.id,
    oldVersionId: old.id,
    share: shareOfStep(0, points),
    audience: points.length,
    // Nobody gets the version before it is old enough, so its rollout begins then.
    startedAt,
  })
  return { kind: 'gradual', heldUntil }
}

/** Whether ranges that lead to `other` lead to the version as well: a backport, a new major and a pre-release replace nothing. */
function replaces({ number }: PublishedVersion, other: PublishedVersion): boolean {
  return (
    parseMajor(other.number) === parseMajor(number) &&
    compareVersions(other.number, number) < 0 &&
    (!isPrerelease(number) || isPrerelease(other.number))
  )
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
