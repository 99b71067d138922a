/** Which version of which SkillSet an organisation has pinned. Floor 1. */
import type { Database, Tx } from './client.ts'

export type InstallPlace = { organisationId: string; skillSetId: string }

export type InstallRow = { versionId: string; number: string; createdAt: Date; updatedAt: Date }

export async function findInstall(db: Database | Tx, place: InstallPlace): Promise<InstallRow | null> {
  const row = await db.install.findUnique({
    where: { organisationId_skillSetId: place },
    select: { versionId: true, createdAt: true, updatedAt: true, version: { select: { number: true } } },
  })
  if (!row) return null
  const { version, ...rest } = row
  return { ...rest, number: version.number }
}

/** Everything an organisation has installed, by publisher and slug. */
export function listInstalls(db: Database | Tx, organisationId: string) {
  return db.install.findMany({
    where: { organisationId },
    select: {
      skillSetId: true,
      versionId: true,
      createdAt: true,
      updatedAt: true,
      skillSet: { select: { slug: true, publisher: { select: { handle: true } } } },
    },
    orderBy: [{ skillSet: { publisher: { handle: 'asc' } } }, { skillSet: { slug: 'asc' } }],
  })
}

/** Pins a version. Returns false, having written nothing, when the SkillSet is installed already. */
export async function insertInstall(
  db: Database | Tx,
  install: InstallPlace & { versionId: string; installedById: string },
): Promise<boolean> {
  const { count } = await db.install.createMany({ data: [install], skipDuplicates: true })
  return count === 1
}

/** Moves the pin from one version to another. False when it was no longer on the first. */
export async function moveInstall(
  db: Database | Tx,
  place: InstallPlace,
  move: { from: string; to: string },
): Promise<boolean> {
  const { count } = await db.install.updateMany({
    where: { ...place, versionId: move.from },
    data: { versionId: move.to },
  })
  return count === 1
}

/** False when there was nothing to remove. */
export async function deleteInstall(db: Database | Tx, place: InstallPlace): Promise<boolean> {
  const { count } = await db.install.deleteMany({ where: place })
  return count === 1
}
