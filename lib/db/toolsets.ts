/** Toolsets and the skills in them, each as it was agreed to. Floor 1. */
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Database, Tx } from './client.ts'
import { Prisma, type Toolset, type ToolsetSkill } from './generated/client.ts'
import { dataColumn } from './json-column.ts'

/** What was agreed to: a published version, or a built-in tool with the document that was read. */
type AgreedTo =
  | { versionId: string; toolDocument: null }
  | { versionId: null; toolDocument: SkillSetDocument }

type Consent = Omit<ToolsetSkill, 'toolsetId' | 'createdAt' | 'versionId' | 'toolDocument'>

export type Pin = Consent &
  AgreedTo & {
    /** Of the version that was read. */
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

/** An organisation's toolsets, by name. */
export async function listToolsets(db: Database | Tx, organisationId: string): Promise<ToolsetRow[]> {
  const rows = await db.toolset.findMany({
    where: { organisationId },
    select: row,
    orderBy: { slug: 'asc' },
  })
  return rows.map(readToolset)
}

export async function findToolset(
  db: Database | Tx,
  place: { organisationId: string; slug: string },
): Promise<ToolsetRow | null> {
  const found = await db.toolset.findUnique({ where: { organisationId_slug: place }, select: row })
  return found && readToolset(found)
}

function readToolset({ skills, ...toolset }: Prisma.ToolsetGetPayload<{ select: typeof row }>): ToolsetRow {
  return {
    ...toolset,
    skills: skills.map(({ version, versionId, toolDocument, ...consent }) => {
      // The table lets no row have neither; a document was written by `insertPin` or `movePin`.
      if (version && versionId) return { ...consent, versionId, toolDocument: null, number: version.number }
      const document = toolDocument as unknown as SkillSetDocument
      return { ...consent, versionId: null, toolDocument: document, number: document.version }
    }),
  }
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

export type NewPin = Consent & AgreedTo & { toolsetId: string }

/** False when the skill is in it already. */
export async function insertPin(tx: Tx, pin: NewPin): Promise<boolean> {
  return (await tx.toolsetSkill.createMany({ data: [columnsOf(pin)], skipDuplicates: true })).count === 1
}

/** False when it stands no longer as it was agreed to at `since`. */
export async function movePin(
  tx: Tx,
  since: Date,
  { toolsetId, skillName, ...agreed }: NewPin,
): Promise<boolean> {
  const where = { toolsetId, skillName, agreedAt: since }
  return (await tx.toolsetSkill.updateMany({ where, data: columnsOf(agreed) })).count === 1
}

function columnsOf<Given extends AgreedTo>({ toolDocument, ...pin }: Given) {
  return { ...pin, toolDocument: toolDocument ? dataColumn(toolDocument) : Prisma.DbNull }
}

export async function deletePin(tx: Tx, where: { toolsetId: string; skillName: string }): Promise<boolean> {
  return (await tx.toolsetSkill.deleteMany({ where })).count === 1
}
