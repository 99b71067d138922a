/** The SkillSets that an organisation has installed, in the version that runs for it now. Floor 3. */
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Database } from '../db/client.ts'
import { listInstalls } from '../db/installs.ts'
import { findDocuments, listPublishedVersions } from '../db/published.ts'
import { resolveInstall, runnableBy } from './resolve-install.ts'

export type Running = { publisher: string; slug: string; document: SkillSetDocument }

/** What was taken down and has nothing in its place is left out. */
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
