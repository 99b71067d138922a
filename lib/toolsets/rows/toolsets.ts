import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { Prisma, type Toolset, type ToolsetSkill } from '../../kernel/db/generated/client.ts'
import { dataColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

/** A published version, or a built-in tool as it was. */
type ConsentedContent =
  | { versionId: string; toolDocument: null }
  | { versionId: null; toolDocument: SkillSetDocument }

type Consent = Omit<ToolsetSkill, 'toolsetId' | 'createdAt' | 'versionId' | 'toolDocument'>

export type Pin = Consent &
  ConsentedContent & {
    number: string
  }
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

export async function listToolsetRows(db: Database | Tx, organisationId: string): Promise<ToolsetRow[]> {
  const rows = await db.toolset.findMany({
    where: { organisationId },
    select: row,
    orderBy: { slug: 'asc' },
  })
  return rows.map(readToolset)
}

export async function findToolset(
  db: Database | Tx,
  toolsetKey: { organisationId: string; slug: string },
): Promise<ToolsetRow | null> {
  const found = await db.toolset.findUnique({ where: { organisationId_slug: toolsetKey }, select: row })
  return found && readToolset(found)
}

export async function findPin(
  db: Database | Tx,
  pinKey: { toolsetId: string; skillName: string },
): Promise<Pin | null> {
  const { omit, include } = row.skills
  const where = { toolsetId_skillName: pinKey }
  const found = await db.toolsetSkill.findUnique({ where, omit, include })
  return found && readPin(found)
}

function readToolset({ skills, ...toolset }: Prisma.ToolsetGetPayload<{ select: typeof row }>): ToolsetRow {
  return { ...toolset, skills: skills.map(readPin) }
}

type PinRow = Prisma.ToolsetGetPayload<{ select: typeof row }>['skills'][number]

function readPin({ version, versionId, toolDocument, ...consent }: PinRow): Pin {
  // A table constraint requires one of them.
  if (version && versionId) return { ...consent, versionId, toolDocument: null, number: version.number }
  const document = toolDocument as SkillSetDocument
  return { ...consent, versionId: null, toolDocument: document, number: document.version }
}

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

export async function deleteToolsetRow(tx: Tx, id: string): Promise<boolean> {
  return (await tx.toolset.deleteMany({ where: { id } })).count === 1
}

export type NewPin = Consent & ConsentedContent & { toolsetId: string }

export async function insertPin(tx: Tx, pin: NewPin): Promise<boolean> {
  return (await tx.toolsetSkill.createMany({ data: [columnsOf(pin)], skipDuplicates: true })).count === 1
}

export async function movePin(
  tx: Tx,
  since: Date,
  { toolsetId, skillName, ...agreed }: NewPin,
): Promise<boolean> {
  const where = { toolsetId, skillName, agreedAt: since }
  return (await tx.toolsetSkill.updateMany({ where, data: columnsOf(agreed) })).count === 1
}

function columnsOf<Given extends ConsentedContent>({ toolDocument, ...pin }: Given) {
  return { ...pin, toolDocument: toolDocument ? dataColumn(toolDocument) : Prisma.DbNull }
}

export async function deletePin(tx: Tx, where: { toolsetId: string; skillName: string }): Promise<boolean> {
  return (await tx.toolsetSkill.deleteMany({ where })).count === 1
}
