import { chooseLatest, offerToAnyone } from '../installs/offer-versions.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import type { PublishedVersion, SkillSetRow } from '../publishing/rows/published-versions.ts'

/**
 * Returns the version of a SkillSet that lists show: the one that everyone gets or, for a member of its publisher, the newest
 * one. Returns undefined if there is none, since one that is taken down is reachable by links, but not listed, and neither is
 * one that is withdrawn, except for its publisher.
 */
export async function findListedVersion(
  db: Database,
  skillSet: { id: string; publisher: Pick<SkillSetRow['publisher'], 'organisationId'> },
  versions: readonly PublishedVersion[],
  { isOwner }: { isOwner: boolean },
): Promise<PublishedVersion | undefined> {
  const seen = versions.filter(
    ({ visibility, isHidden }) => isOwner || (visibility === 'PUBLIC' && !isHidden),
  )
  const version = chooseLatest(await offerToAnyone(db, skillSet, seen, { isOwner }))
  const isListed = version && version.state !== 'YANKED' && (isOwner || !version.withdrawal)
  return isListed ? version : undefined
}
