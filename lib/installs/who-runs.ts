/** Which organisations run which version by what they have installed, pinned or followed, and which wait. Floor 3. */
import type { Database, Tx } from '../db/client.ts'
import { listInstallsOf } from '../db/installs.ts'
import { listPublishedVersions, type SkillSetRow } from '../db/published.ts'
import { type Resolved, resolveInstall, runnableBy } from './resolve-install.ts'

type Of = { id: string; publisher: Pick<SkillSetRow['publisher'], 'organisationId'> }

/** Organisation ids by the id of the version that runs for them now; versions that nobody runs are left out. */
export async function whoRuns(db: Database | Tx, skillSet: Of): Promise<Map<string, string[]>> {
  const runners = new Map<string, string[]>()
  for (const { organisationId, agreedId, found } of await resolveAll(db, skillSet)) {
    const versionId = found?.version.id ?? agreedId
    runners.set(versionId, [...(runners.get(versionId) ?? []), organisationId])
  }
  return runners
}

/** Organisation ids by the number that runs for them, where this version is better but waits for their consent. */
export async function whoWaits(
  db: Database | Tx,
  skillSet: Of,
  versionId: string,
): Promise<Map<string, string[]>> {
  const waiting = new Map<string, string[]>()
  for (const { organisationId, found } of await resolveAll(db, skillSet)) {
    if (found?.waiting?.id !== versionId) continue
    const { number } = found.version
    waiting.set(number, [...(waiting.get(number) ?? []), organisationId])
  }
  return waiting
}

type Install = { organisationId: string; agreedId: string; found: Resolved | null }

async function resolveAll(db: Database | Tx, skillSet: Of): Promise<Install[]> {
  const installs = await listInstallsOf(db, skillSet.id)
  const versions = await listPublishedVersions(db, skillSet.id)
  const all: Install[] = []
  for (const { organisationId, ...install } of installs) {
    const found = await resolveInstall(db, install, runnableBy(organisationId, skillSet, versions))
    all.push({ organisationId, agreedId: install.versionId, found })
  }
  return all
}
