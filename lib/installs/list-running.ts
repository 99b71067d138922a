import { listInstalls, listInstallsOf } from '../db/catalog/installs.ts'
import { findDocuments, listPublishedVersions, type SkillSetRow } from '../db/catalog/published-versions.ts'
import type { Database, Tx } from '../db/core/prisma-client.ts'
import type { SkillSetDocument } from '../skillset/document/skillset-document.ts'
import { type ResolvedInstall, resolveInstall, runnableBy } from './resolve-install.ts'

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
      const resolved = await resolveInstall(db, row, versions)
      return resolved && { row, versionId: resolved.version.id }
    }),
  )
  const running = found.filter((each) => each !== null && each !== undefined)
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
    runners.set(versionId, [...(runners.get(versionId) ?? []), organisationId])
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
    waiting.set(number, [...(waiting.get(number) ?? []), organisationId])
  }
  return waiting
}

type Install = { organisationId: string; agreedId: string; found: ResolvedInstall | null }

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
