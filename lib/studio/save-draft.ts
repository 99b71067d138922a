/**
 * Saving the working copy, as often as somebody types. Floor 3.
 *
 * A save never judges: half a document is saved like a whole one. It only refuses what would overwrite somebody
 * else's typing, and what is no document at all.
 */
import type { Context } from '../context.ts'
import { readDocument } from '../contract/document/read-document.ts'
import { isObject, type Json } from '../contract/json/json.ts'
import { findDraftHead, replaceDraft } from '../db/drafts.ts'
import { moveSkillSet, renameSkillSet } from '../db/skill-sets.ts'
import { findNames } from '../db/users.ts'
import { AppError } from '../errors.ts'
import { listName } from './list-name.ts'
import { requireOwnSkillSet } from './own-skill-set.ts'
import { wantedSlug } from './slug-rules.ts'

/** `slug` is the one its address has now: another than the document's when that one cannot be had. */
export type SavedDraft = { revision: number; savedAtMs: number; slug: string }

/**
 * Replaces the document of `revision`.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND for strangers or when there is no draft, INVALID_INPUT for what is too large
 * or no object, and CONFLICT with `params: {by, atMs, revision}` when somebody saved in between.
 */
export async function saveDraft(
  ctx: Context,
  { skillSetId, document, revision }: { skillSetId: string; document: Json; revision: number },
): Promise<SavedDraft> {
  const { viewer, skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  const { issues } = readDocument(JSON.stringify(document))
  if (issues) throw new AppError('INVALID_INPUT', { message: issues[0]?.message, issues })

  const saved = await replaceDraft(ctx.db, { skillSetId, revision, document, updatedById: viewer.userId })
  if (!saved) throw await savedBefore(ctx, skillSetId)

  const name = listName(isObject(document) ? document.name : undefined, skillSet.slug)
  await renameSkillSet(ctx.db, skillSetId, name)
  const slug = wantedSlug(document)
  const isMoved =
    slug !== undefined && slug !== skillSet.slug && (await moveSkillSet(ctx.db, skillSetId, slug))
  return {
    revision: saved.revision,
    savedAtMs: saved.updatedAt.getTime(),
    slug: isMoved ? slug : skillSet.slug,
  }
}

/** Who was faster, and when: the browser says the time in the reader's own zone. */
async function savedBefore(ctx: Context, skillSetId: string): Promise<AppError> {
  const head = await findDraftHead(ctx.db, skillSetId)
  if (!head) return new AppError('NOT_FOUND', { message: 'This draft was deleted meanwhile.' })
  const names = await findNames(ctx.db, [head.updatedById])
  const by = names.get(head.updatedById) ?? 'Somebody'
  const params = { by, atMs: head.updatedAt.getTime(), revision: head.revision }
  const message = `${by} saved this draft while you were writing.`
  return new AppError('CONFLICT', {
    message,
    issues: [{ path: '', message, params }],
    suggestedAction: 'Choose which of the two to keep.',
  })
}
