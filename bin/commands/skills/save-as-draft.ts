import type { Context } from '#lib/context/context.ts'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { AppError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { createSkillSet, startNewVersion } from '#lib/publishing/drafts/draft-lifecycle.ts'
import { getDraft } from '#lib/publishing/drafts/get-draft.ts'
import { listMySkillSets } from '#lib/publishing/drafts/list-my-skill-sets.ts'
import { saveDraft } from '#lib/publishing/drafts/save-draft.ts'
import { findSkillSetByName } from '#lib/publishing/rows/former-names.ts'

/** Creates a SkillSet or a new version. Returns the SkillSet's id. */
export async function saveAsDraft(ctx: Context, handle: string, document: SkillSetDocument): Promise<string> {
  const { skillSets } = await listMySkillSets(ctx)
  const named = await findSkillSetByName(ctx.db, { publisher: handle, skillset: document.slug })
  const known = skillSets.find(({ id }) => id === named?.id)
  if (!known) return createSkillSet(ctx, { handle, document })

  if (!known.hasDraft) await startNewVersion(ctx, known.id)
  const { draft } = await getDraft(ctx, known.id)
  if (!draft) throw new AppError('CONFLICT', { message: 'The draft has been deleted.' })
  await saveDraft(ctx, {
    skillSetId: known.id,
    // The file may have a former slug.
    document: { ...document, slug: known.slug } as Json,
    revision: draft.revision,
  })
  return known.id
}
