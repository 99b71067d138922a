/** Toolsets and the skills in them, each as it was agreed to. Floor 1. */
import type { Database, Tx } from './client.ts'
import type { Prisma, Toolset, ToolsetSkill } from './generated/client.ts'

export type Pin = Omit<ToolsetSkill, 'toolsetId' | 'createdAt'> & { version: { number: string } }
export type ToolsetRow = Pick<Toolset, 'id' | 'slug'> & { skills: Pin[] }

const row = {
  id: true,
  slug: true,
  skills: {
    orderBy: [{ createdAt: 'asc' }, { skillName: 'asc' }],
    omit: { toolsetId: true, createdAt: true },
    include: { version: { select: { number: true } } },
  },
} satisfies Prisma.ToolsetSelect

/** An organisation's toolsets, by name. */
export function listToolsets(db: Database | Tx, organisationId: string): Promise<ToolsetRow[]> {
  return db.toolset.findMany({ where: { organisationId }, select: row, orderBy: { slug: 'asc' } })
}

export function findToolset(
  db: Database | Tx,
  place: { organisationId: string; slug: string },
): Promise<ToolsetRow | null> {
  return db.toolset.findUnique({ where: { organisationId_slug: place }, select: row })
}

/** The id; null when the organisation has one of that name. */
export async function insertToolset(
  tx: Tx,
  toolset: Pick<Toolset, 'organisationId' | 'slug' | 'createdById'>,
): Promise<string | null> {
  const [made] = await tx.toolset.createManyAndReturn({
    data: [toolset],
    skipDuplicates: true,
    select: { id: true },
  })
  return made?.id ?? null
}

export async function deleteToolset(tx: Tx, id: string): Promise<boolean> {
  return (await tx.toolset.deleteMany({ where: { id } })).count === 1
}

export type NewPin = Omit<ToolsetSkill, 'createdAt'>

/** False when the skill is in it already. */
export async function insertPin(tx: Tx, pin: NewPin): Promise<boolean> {
  return (await tx.toolsetSkill.createMany({ data: [pin], skipDuplicates: true })).count === 1
}

/** False when it stands no longer as `fromVersionId` has it. */
export async function movePin(
  tx: Tx,
  fromVersionId: string,
  { toolsetId, skillName, ...agreed }: NewPin,
): Promise<boolean> {
  const where = { toolsetId, skillName, versionId: fromVersionId }
  return (await tx.toolsetSkill.updateMany({ where, data: agreed })).count === 1
}

export async function deletePin(tx: Tx, where: { toolsetId: string; skillName: string }): Promise<boolean> {
  return (await tx.toolsetSkill.deleteMany({ where })).count === 1
}
