import type { ApprovalPolicy, SavedPlan } from '../../kernel/db/generated/client.ts'
import { dataColumn, jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { isStorable } from '../../kernel/validation/storable.ts'

export type SavedPlanRow = Omit<SavedPlan, 'document'> & { document: Json }
export type SavedPlanHead = Omit<SavedPlan, 'document'>

type SavedPlanKey = { organisationId: string; slug: string }

export function listSavedPlans(db: Database | Tx, organisationId: string): Promise<SavedPlanRow[]> {
  const rows = db.savedPlan.findMany({
    where: { organisationId },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
  })
  return rows as Promise<SavedPlanRow[]>
}

export function countSavedPlans(db: Database | Tx, organisationId: string): Promise<number> {
  return db.savedPlan.count({ where: { organisationId } })
}

export async function findSavedPlan(db: Database | Tx, planKey: SavedPlanKey): Promise<SavedPlanRow | null> {
  if (!isStorable(planKey.slug)) return null
  const row = await db.savedPlan.findUnique({ where: { organisationId_slug: planKey } })
  return row as SavedPlanRow | null
}

/** `name` is the slug or the id of a plan. */
export async function findNamedPlan(
  db: Database | Tx,
  { organisationId, name }: { organisationId: string; name: string },
): Promise<SavedPlanRow | null> {
  const named = await findSavedPlan(db, { organisationId, slug: name })
  return named ?? findSavedPlanById(db, { organisationId, id: name })
}

export async function findSavedPlanById(
  db: Database | Tx,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<SavedPlanRow | null> {
  if (!isStorable(id)) return null
  return (await db.savedPlan.findFirst({ where: { organisationId, id } })) as SavedPlanRow | null
}

/** Returns titles by the id of the plan, without deleted plans. */
export async function findPlanTitles(
  db: Database | Tx,
  { organisationId, ids }: { organisationId: string; ids: string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.savedPlan.findMany({
    where: { organisationId, id: { in: ids } },
    select: { id: true, title: true },
  })
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Returns false if the slug is taken. */
export async function insertSavedPlan(
  db: Database | Tx,
  { document, ...plan }: Pick<SavedPlanRow, 'organisationId' | 'slug' | 'title' | 'document' | 'createdById'>,
): Promise<boolean> {
  const { count } = await db.savedPlan.createMany({
    data: [{ ...plan, updatedById: plan.createdById, document: jsonColumn(document) }],
    skipDuplicates: true,
  })
  return count === 1
}

/** Stores the next revision. Returns null if `revision` is outdated. */
export async function replaceSavedPlan(
  db: Database | Tx,
  {
    organisationId,
    slug,
    revision,
    ...next
  }: SavedPlanKey & Pick<SavedPlanRow, 'revision' | 'title' | 'document' | 'updatedById'>,
): Promise<SavedPlanHead | null> {
  const [saved] = await db.savedPlan.updateManyAndReturn({
    where: { organisationId, slug, revision },
    data: { ...next, document: jsonColumn(next.document), revision: { increment: 1 } },
    omit: { document: true },
  })
  return saved ?? null
}

export async function deleteSavedPlan(tx: Tx, planKey: SavedPlanKey): Promise<boolean> {
  return (await tx.savedPlan.deleteMany({ where: planKey })).count === 1
}

export type TemplateFile = { path: string; content: string }

export type PlanTemplateRow = {
  slug: string
  title: string
  summary: string
  document: Json
  files: TemplateFile[]
}

const fields = { slug: true, title: true, summary: true, document: true, files: true } as const

export async function listPlanTemplates(db: Database | Tx): Promise<PlanTemplateRow[]> {
  const rows = await db.planTemplate.findMany({
    orderBy: [{ position: 'asc' }, { slug: 'asc' }],
    select: fields,
  })
  return rows as PlanTemplateRow[]
}

export async function findPlanTemplate(db: Database | Tx, slug: string): Promise<PlanTemplateRow | null> {
  if (!isStorable(slug)) return null
  return (await db.planTemplate.findUnique({ where: { slug }, select: fields })) as PlanTemplateRow | null
}

/** Stores the templates in this order and deletes all others. */
export async function replacePlanTemplates(tx: Tx, templates: readonly PlanTemplateRow[]): Promise<void> {
  await tx.planTemplate.deleteMany({ where: { slug: { notIn: templates.map(({ slug }) => slug) } } })
  for (const [position, { document, files, ...template }] of templates.entries()) {
    const data = { ...template, position, document: jsonColumn(document), files: dataColumn(files) }
    await tx.planTemplate.upsert({ where: { slug: template.slug }, create: data, update: data })
  }
}

export type ApprovalPolicyRow = ApprovalPolicy

export function findApprovalPolicy(
  db: Database | Tx,
  organisationId: string,
): Promise<ApprovalPolicyRow | null> {
  return db.approvalPolicy.findUnique({ where: { organisationId } })
}

export async function saveApprovalPolicy(
  tx: Tx,
  { organisationId, ...policy }: Omit<ApprovalPolicyRow, 'updatedAt'>,
): Promise<void> {
  await tx.approvalPolicy.upsert({
    where: { organisationId },
    create: { organisationId, ...policy },
    update: policy,
  })
}
