import { listInstallsOf, moveInstall } from '../db/catalog/installs.ts'
import { listPublishedVersions } from '../db/catalog/published-versions.ts'
import type { Tx } from '../db/core/prisma-client.ts'
import { resolveInstall } from './resolve-install.ts'

/**
 * Pins the installs of a SkillSet that follow a range to the version that each runs, except those of the organisations
 * in `except`: they agreed to the updates of its former owner. Input that a newer major would migrate stays with the
 * version that was consented to.
 */
export async function stopFollowing(tx: Tx, skillSetId: string, except: readonly string[]): Promise<void> {
  const versions = (await listPublishedVersions(tx, skillSetId)).filter(
    ({ visibility }) => visibility === 'PUBLIC',
  )
  for (const { organisationId, versionId, range } of await listInstallsOf(tx, skillSetId)) {
    if (range === null || except.includes(organisationId)) continue
    const running = await resolveInstall(tx, { versionId, range }, versions)
    const pinned = running && running.from === undefined ? running.version.id : versionId
    const to = { versionId: pinned, range: null }
    await moveInstall(tx, { organisationId, skillSetId }, { from: { versionId, range }, to })
  }
}
