/**
 * The plans an organisation keeps: made, read, saved and thrown away by any of its members. Floor 3.
 *
 * A save never judges: half a plan is saved like a whole one, and what is wrong with it is said where it is checked.
 * It only refuses what would overwrite somebody else's work, and what is no document at all.
 */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireViewer } from '../context.ts'
import { readDocument } from '../contract/document/read-document.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { Id, Line } from '../contract/market/sent-text.ts'
import * as store from '../db/saved-plans.ts'
import { findNames } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { slugOfTitle } from '../tools/util-slugify-title.ts'

/** A plan as its page shows it. */
export type SavedPlanView = {
  id: string
  slug: string
  title: string
  /** As JSON text: it keeps what the border to the browser would bend. */
  text: string
  revision: number
  savedAtMs: number
  savedBy: string
}

const MAX_PLANS = 500
// The pages beside a plan's own.
const TAKEN = new Set(['new', 'runs', 'templates'])

const Title = Line.pipe(z.string().trim().min(1, 'Give the plan a name.').max(120, 'At most 120 characters.'))
// One byte may take six characters on its way.
const Text = z.string().max(6 * 1024 * 1024)

/** The organisation's plan of that address. Throws UNAUTHENTICATED for visitors, NOT_FOUND for what is not theirs. */
export async function getSavedPlan(ctx: Context, slug: unknown): Promise<SavedPlanView> {
  const { organisationId } = requireViewer(ctx)
  const row = await store.findSavedPlan(ctx.db, { organisationId, slug: parseWith(Id, slug) })
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
    savedBy: names.get(row.updatedById) ?? 'Somebody',
  }
}

const Made = z.object({ title: Title, text: Text })

/** Keeps a new plan; its slug is made of its title. Throws UNAUTHENTICATED, INVALID_INPUT, and CONFLICT for too many. */
export async function createPlan(ctx: Context, given: unknown): Promise<{ slug: string }> {
  const { organisationId, organisationName, userId: createdById } = requireViewer(ctx)
  const { title, text } = parseWith(Made, given)
  const document = parseDocument(text)
  if ((await store.countSavedPlans(ctx.db, organisationId)) >= MAX_PLANS)
    throw new AppError('CONFLICT', { message: `${organisationName} keeps ${MAX_PLANS} plans already.` })
  // Of some titles nothing can stay.
  const base = slugOfTitle(title, 60) || 'plan'
  for (let number = 1; number <= MAX_PLANS + TAKEN.size + 1; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (TAKEN.has(slug)) continue
    if (await store.insertSavedPlan(ctx.db, { organisationId, createdById, slug, title, document }))
      return { slug }
  }
  throw new AppError('CONFLICT', { message: 'There are too many plans of that name.' })
}

const Saved = z.object({ slug: Id, title: Title, text: Text, revision: z.number().int() })

/**
 * Replaces the plan of `revision`. Throws UNAUTHENTICATED, NOT_FOUND for what is not theirs or was deleted,
 * INVALID_INPUT for what is too large or no object, and CONFLICT, with both versions kept, when somebody saved in
 * between.
 */
export async function savePlan(
  ctx: Context,
  given: unknown,
): Promise<{ revision: number; savedAtMs: number }> {
  const { organisationId, userId: updatedById } = requireViewer(ctx)
  const { slug, title, text, revision } = parseWith(Saved, given)
  const document = parseDocument(text)
  const place = { organisationId, slug }
  const saved = await store.replaceSavedPlan(ctx.db, { ...place, revision, title, document, updatedById })
  if (saved) return { revision: saved.revision, savedAtMs: saved.updatedAt.getTime() }
  const { savedBy } = await getSavedPlan(ctx, slug)
  throw new AppError('CONFLICT', {
    message: `${savedBy} saved this plan while you were writing.`,
    suggestedAction: 'Choose which of the two to keep.',
  })
}

/** Throws as `getSavedPlan`. What its runs did stays. */
export async function deletePlan(ctx: Context, slug: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const place = { organisationId: viewer.organisationId, slug: parseWith(Id, slug) }
  const row = await store.findSavedPlan(ctx.db, place)
  await ctx.db.$transaction(async (tx) => {
    if (!row || !(await store.deleteSavedPlan(tx, place)))
      throw new AppError('NOT_FOUND', { message: 'There is no such plan.' })
    const about = { subjectType: 'plan', subjectId: row.id, subject: row.title }
    await recordAudit(tx, {
      actor: viewer,
      action: 'plan.delete',
      ...about,
      data: { organisation: viewer.organisationName, slug: row.slug },
    })
  })
}

function parseDocument(text: string): Json {
  const { document, issues } = readDocument(text)
  if (issues) throw new AppError('INVALID_INPUT', { message: issues[0]?.message, issues })
  return document satisfies JsonObject
}
