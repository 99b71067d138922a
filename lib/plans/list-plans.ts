/** The plans there are: an organisation's own, and the templates that everybody may copy. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import type { RiskLevel } from '../contract/document/skillset-document.ts'
import { isObject, type Json } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { Id } from '../contract/market/sent-text.ts'
import { parsePlan } from '../contract/plan/parse-plan.ts'
import { previewOf } from '../contract/plan/previews.ts'
import { findPlanTemplate, listPlanTemplates, type PlanTemplateRow } from '../db/plan-templates.ts'
import { findSavedPlanById, listSavedPlans } from '../db/saved-plans.ts'
import { findNames } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { houseTools, toolNamesIn } from './find-plan-tools.ts'

export type SavedPlanLine = {
  id: string
  slug: string
  title: string
  goal: string
  /** The tools of its steps, in their order. */
  tools: string[]
  savedAtMs: number
  savedBy: string
}

/** With what is worth knowing before one takes a copy. */
export type TemplateLine = {
  slug: string
  title: string
  summary: string
  riskLevel: RiskLevel
  steps: { tool: string; preview: string }[]
}

/** Throws UNAUTHENTICATED for visitors. */
export async function listPlans(
  ctx: Context,
): Promise<{ plans: SavedPlanLine[]; templates: TemplateLine[] }> {
  const { organisationId } = requireViewer(ctx)
  const [rows, templates] = await Promise.all([
    listSavedPlans(ctx.db, organisationId),
    listPlanTemplates(ctx.db),
  ])
  const names = await findNames(ctx.db, [...new Set(rows.map(({ updatedById }) => updatedById))])
  return {
    plans: rows.map((row) => ({
      id: row.id,
      slug: row.slug,
      title: row.title,
      goal: goalOf(row.document),
      tools: toolNamesIn(row.document),
      savedAtMs: row.updatedAt.getTime(),
      savedBy: names.get(row.updatedById) ?? 'Somebody',
    })),
    templates: templates.flatMap(showTemplate),
  }
}

/** How a plan that was run is called now; null when it is gone, or was never kept. Throws UNAUTHENTICATED. */
export async function findPlanHead(
  ctx: Context,
  id: string | undefined,
): Promise<{ slug: string; title: string } | null> {
  const { organisationId } = requireViewer(ctx)
  const row = id === undefined ? null : await findSavedPlanById(ctx.db, { organisationId, id })
  return row && { slug: row.slug, title: row.title }
}

/** A template with its document as JSON text. Throws UNAUTHENTICATED for visitors, NOT_FOUND when there is none. */
export async function getPlanTemplate(
  ctx: Context,
  slug: unknown,
): Promise<{ slug: string; title: string; summary: string; text: string }> {
  requireViewer(ctx)
  const row = await findPlanTemplate(ctx.db, parseWith(Id, slug))
  if (!row) throw new AppError('NOT_FOUND', { message: 'There is no such template.' })
  const { document, ...head } = row
  return { ...head, text: JSON.stringify(document) }
}

function goalOf(document: Json): string {
  const { goal } = isObject(document) ? document : {}
  return typeof goal === 'string' ? goal : ''
}

/** None for a document that is no plan (any more): a copy of it could not be run. */
function showTemplate({ slug, title, summary, document }: PlanTemplateRow): TemplateLine[] {
  const { plan } = parsePlan(document)
  if (!plan) return []
  const steps = plan.steps.map((step) => ({ tool: step.tool, preview: previewOf(step, houseTools()) }))
  return [{ slug, title, summary, riskLevel: plan.riskLevel, steps }]
}
