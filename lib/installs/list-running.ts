import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import {
  findDocuments,
  listPublishedVersions,
  type SkillSetRow,
} from '../publishing/rows/published-versions.ts'
import { offerVersions } from './offer-versions.ts'
import { type ResolvedInstall, resolveInstall, runnableBy } from './resolve-install.ts'
import { listInstalls, listInstallsOf } from './rows/installs.ts'
import { readInstallReaders, readVersionReader } from './rows/version-readers.ts'

type Running = { publisher: string; slug: string; document: SkillSetDocument }

/** Returns current versions; yanked ones without a replacement are left out. */
export async function listRunning(db: Database, organisationId: string): Promise<Running[]> {
  const rows = await listInstalls(db, organisationId)
  const found = await Promise.all(
    rows.map(async (row) => {
      const versions = runnableBy(
        organisationId,
        row.skillSet,
        await listPublishedVersions(db, row.skillSetId),
      )
      const reader = await readVersionReader(db, { organisationId, skillSetId: row.skillSetId })
      const owned = { id: row.skillSetId, publisher: row.skillSet.publisher }
      const resolved = await resolveInstall(db, row, await offerVersions(db, reader, owned, versions))
      return resolved && { row, versionId: resolved.version.id }
    }),
  )
  const running = found.filter((version) => version !== null && version !== undefined)
  const documents = await findDocuments(
    db,
    running.map(({ versionId }) => versionId),
  )
  return running.flatMap(({ row, versionId }) => {
    const document = documents.get(versionId)
    const { slug, publisher } = row.skillSet
    return document ? [{ publisher: publisher.handle, slug, document }] : []
  })
}

type Of = { id: string; publisher: Pick<SkillSetRow['publisher'], 'organisationId'> }

/** Groups organisations by the installed version that runs for them. */
export async function listRunningOrganisations(
  db: Database | Tx,
  skillSet: Of,
): Promise<Map<string, string[]>> {
  const runners = new Map<string, string[]>()
  for (const { organisationId, agreedId, found } of await resolveAll(db, skillSet)) {
    const versionId = found?.version.id ?? agreedId
    addTo(runners, versionId, organisationId)
  }
  return runners
}

/** Groups organisations for which this version is better but needs consent, by the number that runs for them. */
export async function listOrganisationsAwaitingConsent(
  db: Database | Tx,
  skillSet: Of,
  versionId: string,
): Promise<Map<string, string[]>> {
  const waiting = new Map<string, string[]>()
  for (const { organisationId, found } of await resolveAll(db, skillSet)) {
    if (found?.waiting?.id !== versionId) continue
    const { number } = found.version
    addTo(waiting, number, organisationId)
  }
  return waiting
}

type Install = { organisationId: string; agreedId: string; found: ResolvedInstall | null }

/**
 * A popular SkillSet has many installs, but few pairs of a version and a range: each is resolved once for all customers
 * from which the same versions are held back, and once for the publisher's own organisation, which also sees private ones.
 */
async function resolveAll(db: Database | Tx, skillSet: Of): Promise<Install[]> {
  const installs = await listInstallsOf(db, skillSet.id)
  const versions = await listPublishedVersions(db, skillSet.id)
  const readers = await readInstallReaders(db, skillSet.id)
  const resolved = new Map<string, Promise<ResolvedInstall | null>>()
  const all: Install[] = []
  for (const { organisationId, ...install } of installs) {
    const isOwn = organisationId === skillSet.publisher.organisationId
    const reader = readers.get(organisationId) ?? { organisationId, minAgeHours: 0, takenIds: [] }
    const { held } = await offerVersions(db, reader, skillSet, versions)
    const pair = JSON.stringify([install.versionId, install.range, isOwn, [...held.keys()]])
    const runnable = { versions: runnableBy(organisationId, skillSet, versions), held }
    const found = resolved.get(pair) ?? resolveInstall(db, install, runnable)
    resolved.set(pair, found)
    all.push({ organisationId, agreedId: install.versionId, found: await found })
  }
  return all
}

function addTo(groups: Map<string, string[]>, name: string, organisationId: string): void {
  const group = groups.get(name)
  if (group) group.push(organisationId)
  else groups.set(name, [organisationId])
}
