/** Which version of which SkillSet an organisation has agreed to, and which range it follows. Floor 1. */
import type { Database, Tx } from './client.ts'

export type InstallPlace = { organisationId: string; skillSetId: string }

export type InstallRow = {
  /** The version whose permissions were agreed to. */
  versionId: string
  number: string
  /** Null for exactly that version. */
  range: string | null
  createdAt: Date
  updatedAt: Date
}

export async function findInstall(db: Database | Tx, place: InstallPlace): Promise<InstallRow | null> {
  const row = await db.install.findUnique({
    where: { organisationId_skillSetId: place },
    select: {
      versionId: true,
      range: true,
      createdAt: true,
      updatedAt: true,
      version: { select: { number: true } },
    },
  })
  if (!row) return null
  const { version, ...rest } = row
  return { ...rest, number: version.number }
}

/** Every install of a SkillSet: whose, and what it follows. */
export function listInstallsOf(db: Database | Tx, skillSetId: string) {
  return db.install.findMany({
    where: { skillSetId },
    select: { organisationId: true, versionId: true, range: true, version: { select: { number: true } } },
  })
}

/** Everything an organisation has installed, by publisher and slug. */
export function listInstalls(db: Database | Tx, organisationId: string) {
  return db.install.findMany({
    where: { organisationId },
    select: {
      skillSetId: true,
      versionId: true,
      range: true,
      createdAt: true,
      updatedAt: true,
      version: { select: { number: true } },
      skillSet: { select: { slug: true, publisher: { select: { handle: true, organisationId: true } } } },
    },
    orderBy: [{ skillSet: { publisher: { handle: 'asc' } } }, { skillSet: { slug: 'asc' } }],
  })
}

/** Installs a version, or a range that begins with it. Returns false, having written nothing, when the SkillSet is installed already. */
export async function insertInstall(
  db: Database | Tx,
  install: InstallPlace & { versionId: string; range?: string | null; installedById: string },
): Promise<boolean> {
  const { count } = await db.install.createMany({ data: [install], skipDuplicates: true })
  return count === 1
}

type Followed = { versionId: string; range: string | null }

/** Makes an install follow something else. False when it no longer followed what it was moved from. */
export async function moveInstall(
  db: Database | Tx,
  place: InstallPlace,
  { from, to }: { from: Followed; to: Followed },
): Promise<boolean> {
  const { count } = await db.install.updateMany({ where: { ...place, ...from }, data: to })
  return count === 1
}

/** False when there was nothing to remove. */
export async function deleteInstall(db: Database | Tx, place: InstallPlace): Promise<boolean> {
  const { count } = await db.install.deleteMany({ where: place })
  return count === 1
}
