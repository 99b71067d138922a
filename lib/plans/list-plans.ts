/** The plans there are: an organisation's own, and the templates that everybody may copy. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import { isObject, type Json } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { Id } from '../contract/market/sent-text.ts'
import { findPlanTemplate, listPlanTemplates } from '../db/plan-templates.ts'
import { findSavedPlanById, listSavedPlans } from '../db/saved-plans.ts'
import { findNames } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { toolNamesIn } from './find-plan-tools.ts'

/** One line of the list. */
export type PlanLine = {
  slug: string
  title: string
  goal: string
  /** The tools of its steps, in their order. */
  tools: string[]
}

export type SavedPlanLine = PlanLine & { id: string; savedAtMs: number; savedBy: string }
export type TemplateLine = PlanLine & { summary: string }

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
      ...lineOf(row),
      id: row.id,
      savedAtMs: row.updatedAt.getTime(),
      savedBy: names.get(row.updatedById) ?? 'Somebody',
    })),
    templates: templates.map((row) => ({ ...lineOf(row), summary: row.summary })),
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

function lineOf({ slug, title, document }: { slug: string; title: string; document: Json }): PlanLine {
  const { goal } = isObject(document) ? document : {}
  return { slug, title, goal: typeof goal === 'string' ? goal : '', tools: toolNamesIn(document) }
}
