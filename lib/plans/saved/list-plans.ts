import { findNames } from '../../accounts/rows/users.ts'
import { listCatalogTitles } from '../../catalog/rows/catalog-entries.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import type { RiskLevel } from '../../contracts/document/skillset-document.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { isToolName } from '../../kernel/names/tool-name.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField } from '../../kernel/validation/text-fields.ts'
import { createFile } from '../../vault/files/create-file.ts'
import { vaultKey } from '../../vault/model/vault-path.ts'
import { findVaultFiles } from '../../vault/rows/vault-files.ts'
import { openVaultToWrite } from '../../vault/vault.ts'
import { previewForStep } from '../model/checks/check-previews.ts'
import { parsePlan } from '../model/document/parse-plan.ts'
import {
  findPlanTemplate,
  findSavedPlanById,
  listPlanTemplates,
  listSavedPlans,
  type PlanTemplateRow,
} from '../rows/saved-plan-rows.ts'
import { builtInPlanTools, listToolNames } from '../tools/find-plan-tools.ts'
import { canChangePlan } from './saved-plans.ts'

export type SavedPlanLine = {
  id: string
  slug: string
  title: string
  goal: string
  tools: string[]
  savedAtMs: number
  savedBy: string
  /** False for another member's plan, unless the viewer is an owner or admin. */
  canChange: boolean
}

export type TemplateLine = {
  slug: string
  title: string
  summary: string
  riskLevel: RiskLevel
  steps: { tool: string; preview: string }[]
}

/** A template with the paths of its sample files that the caller's vault does not have. */
export type PlanTemplateView = {
  slug: string
  title: string
  summary: string
  text: string
  missingFiles: string[]
}

/** Returns the organisation's plans, last saved first, and the templates. Throws UNAUTHENTICATED. */
export async function listPlans(
  ctx: Context,
): Promise<{ plans: SavedPlanLine[]; templates: TemplateLine[] }> {
  const viewer = requireViewer(ctx)
  const { organisationId } = viewer
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
      goal: readGoal(row.document),
      tools: listToolNames(row.document),
      savedAtMs: row.updatedAt.getTime(),
      savedBy: names.get(row.updatedById) ?? 'Someone',
      canChange: canChangePlan(viewer, row),
    })),
    templates: await leaveOutUnavailable(ctx, templates),
  }
}

/** Returns null for a deleted plan, and without an id. Throws UNAUTHENTICATED. */
export async function findPlanHead(
  ctx: Context,
  id: string | undefined,
): Promise<{ slug: string; title: string } | null> {
  const { organisationId } = requireViewer(ctx)
  const row = id === undefined ? null : await findSavedPlanById(ctx.db, { organisationId, id })
  return row && { slug: row.slug, title: row.title }
}

export async function getPlanTemplate(ctx: Context, slug: unknown): Promise<PlanTemplateView> {
  const { organisationId } = requireViewer(ctx)
  const row = await findPlanTemplate(ctx.db, parseFields(IdField, slug))
  if (!row) throw new AppError('NOT_FOUND', { message: 'This template does not exist.' })
  const { document, files, ...head } = row
  const paths = files.map(({ path }) => path)
  const found = await findVaultFiles(ctx.db, organisationId, paths.map(vaultKey))
  const existing = new Set(found.map(({ key }) => key))
  const missingFiles = paths.filter((path) => !existing.has(vaultKey(path)))
  return { ...head, text: JSON.stringify(document), missingFiles }
}

/** Adds the missing sample files to the vault, and returns how many. Throws NOT_FOUND, POLICY_DENIED, LIMIT_REACHED if the vault is full. */
export async function addTemplateFiles(ctx: Context, slug: unknown): Promise<number> {
  const { missingFiles } = await getPlanTemplate(ctx, slug)
  const row = await findPlanTemplate(ctx.db, parseFields(IdField, slug))
  const missing = row?.files.filter(({ path }) => missingFiles.includes(path)) ?? []
  for (const file of missing) await createFile(openVaultToWrite(ctx), file)
  return missing.length
}

/** Returns the paths for which templates have sample files. Throws UNAUTHENTICATED. */
export async function listSamplePaths(ctx: Context): Promise<string[]> {
  requireViewer(ctx)
  const templates = await listPlanTemplates(ctx.db)
  return [...new Set(templates.flatMap(({ files }) => files.map(({ path }) => path)))]
}

/**
 * Adds the sample file of this path to the vault. Throws UNAUTHENTICATED, NOT_FOUND if no template has one, POLICY_DENIED,
 * CONFLICT if the file exists, and LIMIT_REACHED if the vault is full.
 */
export async function addSampleFile(ctx: Context, path: unknown): Promise<void> {
  requireViewer(ctx)
  const templates = await listPlanTemplates(ctx.db)
  const file = templates.flatMap(({ files }) => files).find((each) => each.path === path)
  if (!file) throw new AppError('NOT_FOUND', { message: 'There is no sample of this file.' })
  await createFile(openVaultToWrite(ctx), file)
}

function readGoal(document: Json): string {
  const { goal } = isObject(document) ? document : {}
  return typeof goal === 'string' ? goal : ''
}

/** Leaves out templates with skills that this site does not list, such as those that need a registry of packages. */
async function leaveOutUnavailable(ctx: Context, rows: PlanTemplateRow[]): Promise<TemplateLine[]> {
  const lines = rows.flatMap(toTemplateLine)
  const skillsOf = ({ steps }: TemplateLine) =>
    steps.map(({ tool }) => tool.split('@')[0]!).filter((name) => !isToolName(name))
  const listed = await listCatalogTitles(ctx.db, lines.flatMap(skillsOf))
  return lines.filter((line) => skillsOf(line).every((name) => listed.has(name)))
}

/** Leaves out a template that is no valid plan. */
function toTemplateLine({ slug, title, summary, document }: PlanTemplateRow): TemplateLine[] {
  const { plan } = parsePlan(document)
  if (!plan) return []
  const steps = plan.steps.map((step) => ({
    tool: step.tool,
    preview: previewForStep(step, builtInPlanTools()),
  }))
  return [{ slug, title, summary, riskLevel: plan.riskLevel, steps }]
}
