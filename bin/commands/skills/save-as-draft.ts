import type { Context } from '#lib/context/context.ts'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { AppError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { createSkillSet, startNewVersion } from '#lib/publishing/drafts/draft-lifecycle.ts'
import { getDraft } from '#lib/publishing/drafts/get-draft.ts'
import { listMySkillSets } from '#lib/publishing/drafts/list-my-skill-sets.ts'
import { saveDraft } from '#lib/publishing/drafts/save-draft.ts'
import { findCurrentHandle, findSkillSetByName } from '#lib/publishing/rows/former-names.ts'

/** Throws PRECONDITION_FAILED without a handle, INVALID_INPUT if `asked` is not one of several. */
export async function chooseHandle(ctx: Context, asked: string | undefined): Promise<string> {
  const { organisationName, publishers } = await listMySkillSets(ctx)
  const wanted = asked && ((await findCurrentHandle(ctx.db, asked)) ?? asked)
  const handles = publishers.map(({ handle }) => handle)
  const [first] = handles
  if (!first) {
    const message = `${organisationName} has no publisher handle yet. Claim one on the site, under Publish.`
    throw new AppError('PRECONDITION_FAILED', { message })
  }
  if (wanted ? !handles.includes(wanted) : handles.length > 1) {
    const message = `${organisationName} publishes as ${handles.join(', ')}. Choose one with --publisher.`
    throw new AppError('INVALID_INPUT', { message })
  }
  return wanted ?? first
}

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
