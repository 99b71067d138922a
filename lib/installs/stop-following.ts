import type { Tx } from '../kernel/db/prisma-client.ts'
import { listPublishedVersions } from '../publishing/rows/published-versions.ts'
import { offerVersions } from './offer-versions.ts'
import { resolveInstall } from './resolve-install.ts'
import { listFollowed, pinFollowers } from './rows/installs.ts'

/**
 * Pins installs to the version that each runs: they agreed to updates of the former owner. `except` lists organisations
 * to skip. Input that a newer major would migrate stays with the version that was consented to.
 */
export async function stopFollowing(tx: Tx, skillSetId: string, except: readonly string[]): Promise<void> {
  const versions = (await listPublishedVersions(tx, skillSetId)).filter(
    ({ visibility }) => visibility === 'PUBLIC',
  )
  // Installs are pinned together, so a version that is still being rolled out stays with nobody.
  const nobody = { organisationId: '', minAgeHours: 0, takenIds: [] }
  const owned = { id: skillSetId, publisher: { organisationId: skillSetId } }
  const offer = await offerVersions(tx, nobody, owned, versions)
  for (const followed of await listFollowed(tx, skillSetId)) {
    const running = await resolveInstall(tx, followed, offer)
    const pinned = running && running.from === undefined ? running.version.id : followed.versionId
    await pinFollowers(tx, skillSetId, { followed, versionId: pinned, except })
  }
}
