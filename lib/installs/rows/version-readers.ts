/** What decides which versions of a SkillSet an organisation gets, beside its install. */
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type VersionReader = {
  /** Empty for a visitor. */
  organisationId: string
  /** How old the organisation wants a version to be, in hours; the site's minimum applies as well. */
  minAgeHours: number
  /** Versions that it took before their time. */
  takenIds: readonly string[]
}

/** Returns the reader of an organisation, with the versions that it took of this SkillSet. */
export async function readVersionReader(
  db: Database | Tx,
  { organisationId, skillSetId }: { organisationId: string; skillSetId: string },
): Promise<VersionReader> {
  const row = await db.organisation.findUnique({
    where: { id: organisationId },
    select: {
      versionAgeHours: true,
      takenVersions: { where: { version: { skillSetId } }, select: { versionId: true } },
    },
  })
  return {
    organisationId,
    minAgeHours: row?.versionAgeHours ?? 0,
    takenIds: row?.takenVersions.map(({ versionId }) => versionId) ?? [],
  }
}

/** Returns a reader for each organisation that installed the SkillSet, by organisation. */
export async function readInstallReaders(
  db: Database | Tx,
  skillSetId: string,
): Promise<Map<string, VersionReader>> {
  const organisations = await db.organisation.findMany({
    where: {
      installs: { some: { skillSetId } },
      OR: [{ versionAgeHours: { gt: 0 } }, { takenVersions: { some: { version: { skillSetId } } } }],
    },
    select: {
      id: true,
      versionAgeHours: true,
      takenVersions: { where: { version: { skillSetId } }, select: { versionId: true } },
    },
  })
  return new Map(
    organisations.map(({ id, versionAgeHours, takenVersions }) => [
      id,
      {
        organisationId: id,
        minAgeHours: versionAgeHours,
        takenIds: takenVersions.map(({ versionId }) => versionId),
      },
    ]),
  )
}

export async function insertTakenVersion(
  tx: Tx,
  taken: { organisationId: string; versionId: string; reason: string; takenById: string },
): Promise<boolean> {
  const { count } = await tx.takenVersion.createMany({ data: [taken], skipDuplicates: true })
  return count === 1
}
