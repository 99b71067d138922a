import { z } from 'zod'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { findOwnRun } from '../../runs/views/find-own-run.ts'
import { findDraft } from '../rows/drafts.ts'
import { startNewVersion } from './draft-lifecycle.ts'
import { requireOwnSkillSetAdmin } from './require-own-skill-set.ts'
import { saveDraft } from './save-draft.ts'

const fields = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'title must be 1-100 characters')
    .max(100, 'title must be 1-100 characters')
    .refine(isStorable, 'contains characters that cannot be stored'),
})

export type AddedExample = { skillSetId: string; skill: number }

/**
 * Adds the input of a run to the draft as an example of its skill, and returns where: `skill` is the position of the
 * skill in the draft. Starts a draft from the published version if there is none.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND for runs of others and for a skill that the draft no longer has, POLICY_DENIED for
 * all but owners and admins of the publisher, PRECONDITION_FAILED if the input was deleted, INVALID_INPUT for an invalid
 * title, and CONFLICT if the draft was saved in the meantime.
 */
export async function addExample(
  ctx: Context,
  { runId, ...given }: { runId: unknown; title: unknown },
): Promise<AddedExample> {
  const { row, isPublisher } = await findOwnRun(ctx, runId)
  const { skillSetId } = row
  if (!skillSetId || !isPublisher) {
    throw new AppError('POLICY_DENIED', {
      message: 'Only owners and admins of the publisher’s organisation can add examples to a skill.',
    })
  }
  if (row.purgedAt)
    throw new AppError('PRECONDITION_FAILED', { message: 'The input and output of this run were deleted.' })
  const { title } = parseFields(fields, given)
  await requireOwnSkillSetAdmin(ctx, skillSetId)
  const draft = (await findDraft(ctx.db, skillSetId)) ?? (await startDraft(ctx, skillSetId))
  const slug = row.skillName.split('.')[2] ?? ''
  const { document, skill } = appendExample(draft.document, slug, { title, input: row.input as Json })
  await saveDraft(ctx, { skillSetId, document, revision: draft.revision })
  return { skillSetId, skill }
}

async function startDraft(ctx: Context, skillSetId: string) {
  await startNewVersion(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('CONFLICT', { message: 'The draft has been deleted.' })
  return draft
}

/** Checks each level, because a draft may contain any JSON. */
function appendExample(document: Json, slug: string, example: JsonObject): { document: Json; skill: number } {
  const skills = isObject(document) && Array.isArray(document.skills) ? document.skills : []
  const skill = skills.findIndex((each) => isObject(each) && each.slug === slug)
  const found = skills[skill]
  if (!isObject(document) || !isObject(found)) {
    throw new AppError('NOT_FOUND', { message: `The draft no longer has a skill called “${slug}”.` })
  }
  const examples = Array.isArray(found.examples) ? found.examples : []
  const extended = { ...found, examples: [...examples, example] }
  return { document: { ...document, skills: skills.with(skill, extended) }, skill }
}
