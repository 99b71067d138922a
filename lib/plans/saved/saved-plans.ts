/** Saved plans of an organisation. Saving does not validate a plan, so that an unfinished one is kept. */

import { z } from 'zod'
import { findNames } from '../../accounts/rows/users.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requireViewer, type Viewer } from '../../context/context.ts'
import { readDocument } from '../../contracts/document/read-document.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { countTextValues } from '../../kernel/json/json-tokens.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField, LineField } from '../../kernel/validation/text-fields.ts'
import { lockOrganisation } from '../../organisations/rows/organisations.ts'
import { slugOfTitle } from '../../tools/util/util-tools.ts'
import { PLAN_LIMITS } from '../model/document/plan-schema.ts'
import * as store from '../rows/saved-plan-rows.ts'

export type SavedPlanView = {
  id: string
  slug: string
  title: string
  text: string
  revision: number
  savedAtMs: number
  savedBy: string
  /** False for another member's plan, unless the viewer is an owner or admin. */
  canChange: boolean
}

const MAX_PLANS = 500
const RESERVED_SLUGS = new Set(['new', 'runs', 'templates'])

const Title = LineField.pipe(
  z.string().trim().min(1, 'Give the plan a name.').max(120, 'At most 120 characters.'),
)
// Six times the limit of the document, because an escape in JSON takes up to six characters.
const Text = z.string().max(6 * 1024 * 1024)

/** Throws UNAUTHENTICATED, and NOT_FOUND for plans of other organisations. */
export async function getSavedPlan(ctx: Context, slug: unknown): Promise<SavedPlanView> {
  const viewer = requireViewer(ctx)
  const { organisationId } = viewer
  const row = await store.findSavedPlan(ctx.db, { organisationId, slug: parseFields(IdField, slug) })
  if (!row) throw new AppError('NOT_FOUND', { message: 'There is no such plan.' })
  const names = await findNames(ctx.db, [row.updatedById])
  const { id, title, revision, document } = row
  return {
    id,
    slug: row.slug,
    title,
    revision,
    text: JSON.stringify(document),
    savedAtMs: row.updatedAt.getTime(),
    savedBy: names.get(row.updatedById) ?? 'Someone',
    canChange: canChangePlan(viewer, row),
  }
}

const NewPlan = z.object({ title: Title, text: Text })

/** Saves a new plan, and returns its slug, which is made from the title. Throws UNAUTHENTICATED, INVALID_INPUT, and LIMIT_REACHED. */
export async function createPlan(ctx: Context, request: unknown): Promise<{ slug: string }> {
  const { organisationId, organisationName, userId: createdById } = requireViewer(ctx)
  const { title, text } = parseFields(NewPlan, request)
  const document = parseDocument(text)
  const base = slugOfTitle(title, 60) || 'plan'
  return ctx.db.$transaction(async (tx) => {
    // Locked, so that members who save plans at the same time do not exceed the limit together.
    await lockOrganisation(tx, organisationId)
    const used = await store.countSavedPlans(tx, organisationId)
    if (used >= MAX_PLANS)
      throw limitReached('plans', {
        max: MAX_PLANS,
        used,
        message: `${organisationName} has ${used} saved plans, the maximum.`,
      })
    // The loop ends, because fewer than 500 plans can have one of these slugs.
    for (let number = 1; ; number++) {
      const slug = number === 1 ? base : `${base}-${number}`
      if (RESERVED_SLUGS.has(slug)) continue
      const isNew = await store.insertSavedPlan(tx, { organisationId, createdById, slug, title, document })
      if (isNew) return { slug }
    }
  })
}

const SaveRequest = z.object({ slug: IdField, title: Title, text: Text, revision: z.number().int() })

/** Members change their own plans, and owners and admins all of the organisation's. Every member runs and copies them. */
export function canChangePlan(
  { userId, organisationRole }: Viewer,
  { createdById }: { createdById: string },
): boolean {
  return createdById === userId || organisationRole !== 'MEMBER'
}

function requireOwnPlan(viewer: Viewer, row: { createdById: string }): void {
  if (canChangePlan(viewer, row)) return
  throw new AppError('POLICY_DENIED', {
    message: 'Only the person who created this plan and admins of the organisation can change it.',
    suggestedAction: 'Save the plan as one of your own.',
  })
}

/**
 * Stores the plan. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for another member's plan, INVALID_INPUT if it is too large or not an
 * object, and CONFLICT with both versions if `revision` is outdated.
 */
export async function savePlan(
  ctx: Context,
  request: unknown,
): Promise<{ revision: number; savedAtMs: number }> {
  const viewer = requireViewer(ctx)
  const { organisationId, userId: updatedById } = viewer
  const { slug, title, text, revision } = parseFields(SaveRequest, request)
  const document = parseDocument(text)
  const planKey = { organisationId, slug }
  const row = await store.findSavedPlan(ctx.db, planKey)
  if (row) requireOwnPlan(viewer, row)
  const saved = await store.replaceSavedPlan(ctx.db, { ...planKey, revision, title, document, updatedById })
  if (saved) return { revision: saved.revision, savedAtMs: saved.updatedAt.getTime() }
  const { savedBy } = await getSavedPlan(ctx, slug)
  throw new AppError('CONFLICT', {
    message: `${savedBy} saved this plan while you were editing it.`,
    suggestedAction: 'Choose which version to keep.',
  })
}

/** Deletes the plan. Throws UNAUTHENTICATED, NOT_FOUND, and POLICY_DENIED for another member's plan. */
export async function deletePlan(ctx: Context, slug: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const planKey = { organisationId: viewer.organisationId, slug: parseFields(IdField, slug) }
  const row = await store.findSavedPlan(ctx.db, planKey)
  if (row) requireOwnPlan(viewer, row)
  await ctx.db.$transaction(async (tx) => {
    if (!row || !(await store.deleteSavedPlan(tx, planKey)))
      throw new AppError('NOT_FOUND', { message: 'There is no such plan.' })
    const about = { subjectType: 'plan' as const, subjectId: row.id, subject: row.title }
    await recordAudit(tx, {
      actor: viewer,
      action: 'plan.delete',
      ...about,
      data: { organisation: viewer.organisationName, slug: row.slug },
    })
  })
}

/** A plan of 200 steps with twenty arguments each has half as many. The page of a plan draws them all. */
const MAX_VALUES = 10_000

/** Throws INVALID_INPUT for a text that is no JSON object, or has more steps or values than the page can draw. */
function parseDocument(text: string): Json {
  const { document, issues } = readDocument(text)
  if (issues) throw new AppError('INVALID_INPUT', { message: issues[0]?.message, issues })
  const steps = Array.isArray(document.steps) ? document.steps.length : 0
  if (steps > PLAN_LIMITS.steps)
    throw tooMany('/steps', `A plan can have at most ${PLAN_LIMITS.steps} steps.`)
  if (countTextValues(text) > MAX_VALUES)
    throw tooMany('', `A plan can have at most ${MAX_VALUES.toLocaleString('en')} values in all its steps.`)
  return document satisfies JsonObject
}

function tooMany(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', {
    message,
    issues: [{ path, message }],
    suggestedAction: 'Split the plan, or repeat a step with foreach.',
  })
}
