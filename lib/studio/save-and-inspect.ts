/** One save from the editor, and what is wrong with what was saved. Floor 3. */
import type { Context } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import { isPublished } from '../db/skill-sets.ts'
import { type Inspection, inspectDocument } from './inspect-document.ts'
import { type SavedDraft, saveDraft } from './save-draft.ts'

/** Throws as `saveDraft`. */
export async function saveAndInspect(
  ctx: Context,
  request: { skillSetId: string; document: Json; revision: number },
): Promise<SavedDraft & Inspection> {
  const saved = await saveDraft(ctx, request)
  const isFixed = await isPublished(ctx.db, request.skillSetId)
  return { ...saved, ...inspectDocument(request.document, { slug: saved.slug, isFixed }) }
}
