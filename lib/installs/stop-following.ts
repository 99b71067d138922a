import type { Tx } from '../kernel/db/prisma-client.ts'
import { listPublishedVersions } from '../publishing/rows/published-versions.ts'
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
  for (const followed of await listFollowed(tx, skillSetId)) {
    const running = await resolveInstall(tx, followed, versions)
    const pinned = running && running.from === undefined ? running.version.id : followed.versionId
    await pinFollowers(tx, skillSetId, { followed, versionId: pinned, except })
  }
}
