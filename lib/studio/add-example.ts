/** The input of a run becomes an example in its skill's draft. Floor 3. */
import { z } from 'zod'
import type { Context } from '../context.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { isStorable } from '../contract/json/storable.ts'
import { findDraft } from '../db/drafts.ts'
import { AppError } from '../errors.ts'
import { findOwnRun } from '../execution/find-own-run.ts'
import { startNewVersion } from './new-version.ts'
import { requireOwnSkillSet } from './own-skill-set.ts'
import { saveDraft } from './save-draft.ts'

const fields = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'title must be 1-100 characters')
    .max(100, 'title must be 1-100 characters')
    .refine(isStorable, 'contains characters that cannot be kept'),
})

/** Where the example is now: the SkillSet, and the place of its skill in the draft. */
export type AddedExample = { skillSetId: string; skill: number }

/**
 * Adds the run's input, as the handler got it, to the examples of the draft; without a draft, one is begun from what is
 * published. Secrets were taken out of the input when it was recorded.
 *
 * Throws UNAUTHENTICATED, PRECONDITION_FAILED when the input was deleted, NOT_FOUND for the runs of others and for a skill that the draft no longer has, POLICY_DENIED
 * for anyone but its publisher's people, INVALID_INPUT for a title that will not do, and CONFLICT when somebody saves
 * the draft at the same moment.
 */
export async function addExample(
  ctx: Context,
  { runId, ...given }: { runId: unknown; title: unknown },
): Promise<AddedExample> {
  const { row, isPublisher } = await findOwnRun(ctx, runId)
  const { skillSetId } = row
  if (!skillSetId || !isPublisher) {
    throw new AppError('POLICY_DENIED', { message: 'Only its publisher’s people add examples to a skill.' })
  }
  if (row.forgottenAt)
    throw new AppError('PRECONDITION_FAILED', { message: 'The input and output of this run were deleted.' })
  const { title } = parseWith(fields, given)
  await requireOwnSkillSet(ctx, skillSetId)
  const draft = (await findDraft(ctx.db, skillSetId)) ?? (await beginDraft(ctx, skillSetId))
  const slug = row.skillName.split('.')[2] ?? ''
  const { document, skill } = withExample(draft.document, slug, { title, input: row.input as Json })
  await saveDraft(ctx, { skillSetId, document, revision: draft.revision })
  return { skillSetId, skill }
}

async function beginDraft(ctx: Context, skillSetId: string) {
  await startNewVersion(ctx, skillSetId)
  const draft = await findDraft(ctx.db, skillSetId)
  if (!draft) throw new AppError('CONFLICT', { message: 'The draft was deleted meanwhile.' })
  return draft
}

/** A draft may hold anything where a document has structure. */
function withExample(document: Json, slug: string, example: JsonObject): { document: Json; skill: number } {
  const skills = isObject(document) && Array.isArray(document.skills) ? document.skills : []
  const skill = skills.findIndex((each) => isObject(each) && each.slug === slug)
  const found = skills[skill]
  if (!isObject(document) || !isObject(found)) {
    throw new AppError('NOT_FOUND', { message: `The draft has no skill called “${slug}” any more.` })
  }
  const examples = Array.isArray(found.examples) ? found.examples : []
  const taught = { ...found, examples: [...examples, example] }
  return { document: { ...document, skills: skills.with(skill, taught) }, skill }
}
