/** Which organisations run which version by what they have installed, pinned or followed. Floor 3. */
import type { Database, Tx } from '../db/client.ts'
import { listInstallsOf } from '../db/installs.ts'
import { listPublishedVersions, type SkillSetRow } from '../db/published.ts'
import { resolveInstall, runnableBy } from './resolve-install.ts'

type Of = { id: string; publisher: Pick<SkillSetRow['publisher'], 'organisationId'> }

/** Organisation ids by the id of the version that runs for them now; versions that nobody runs are left out. */
export async function whoRuns(db: Database | Tx, skillSet: Of): Promise<Map<string, string[]>> {
  const [installs, versions] = [
    await listInstallsOf(db, skillSet.id),
    await listPublishedVersions(db, skillSet.id),
  ]
  const runners = new Map<string, string[]>()
  for (const install of installs) {
    const { organisationId } = install
    const found = await resolveInstall(db, install, runnableBy(organisationId, skillSet, versions))
    const versionId = found?.version.id ?? install.versionId
    runners.set(versionId, [...(runners.get(versionId) ?? []), organisationId])
  }
  return runners
}
