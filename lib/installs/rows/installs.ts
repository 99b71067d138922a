import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type InstallKey = { organisationId: string; skillSetId: string }

export type InstallRow = {
  versionId: string
  number: string
  range: string | null
  createdAt: Date
  updatedAt: Date
}

export async function findInstall(db: Database | Tx, installKey: InstallKey): Promise<InstallRow | null> {
  const row = await db.install.findUnique({
    where: { organisationId_skillSetId: installKey },
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

export function listInstallsOf(db: Database | Tx, skillSetId: string) {
  return db.install.findMany({
    where: { skillSetId },
    select: { organisationId: true, versionId: true, range: true, version: { select: { number: true } } },
  })
}

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

export async function insertInstall(
  db: Database | Tx,
  install: InstallKey & { versionId: string; range?: string | null; installedById: string },
): Promise<boolean> {
  const { count } = await db.install.createMany({ data: [install], skipDuplicates: true })
  return count === 1
}

type Followed = { versionId: string; range: string | null }

export async function moveInstall(
  db: Database | Tx,
  installKey: InstallKey,
  { from, to }: { from: Followed; to: Followed },
): Promise<boolean> {
  const { count } = await db.install.updateMany({ where: { ...installKey, ...from }, data: to })
  return count === 1
}

/**
 * Returns the distinct pairs of version and range of installs that follow a range: few rows, however many installs
 * there are.
 */
export function listFollowed(db: Database | Tx, skillSetId: string): Promise<Followed[]> {
  return db.install.findMany({
    where: { skillSetId, range: { not: null } },
    distinct: ['versionId', 'range'],
    select: { versionId: true, range: true },
  })
}

export async function pinFollowers(
  db: Database | Tx,
  skillSetId: string,
  { followed, versionId, except }: { followed: Followed; versionId: string; except: readonly string[] },
): Promise<void> {
  await db.install.updateMany({
    where: { skillSetId, ...followed, organisationId: { notIn: [...except] } },
    data: { versionId, range: null },
  })
}

export async function deleteInstall(db: Database | Tx, installKey: InstallKey): Promise<boolean> {
  const { count } = await db.install.deleteMany({ where: installKey })
  return count === 1
}
