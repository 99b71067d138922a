/** Plans that come with the market, for everybody to copy. Floor 1. */
import type { Json } from '../contract/json/json.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { Database, Tx } from './client.ts'
import { jsonColumn } from './json-column.ts'

export type PlanTemplateRow = { slug: string; title: string; summary: string; document: Json }

const fields = { slug: true, title: true, summary: true, document: true } as const

/** All of them, in the order in which they are shown. */
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

/** Makes the templates be exactly these, in this order. */
export async function replacePlanTemplates(tx: Tx, templates: readonly PlanTemplateRow[]): Promise<void> {
  await tx.planTemplate.deleteMany({ where: { slug: { notIn: templates.map(({ slug }) => slug) } } })
  for (const [position, { document, ...template }] of templates.entries()) {
    const data = { ...template, position, document: jsonColumn(document) }
    await tx.planTemplate.upsert({ where: { slug: template.slug }, create: data, update: data })
  }
}
