/** A new SkillSet, from an empty document or from an uploaded one. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireViewer } from '../context.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { isSlug } from '../contract/market/skill-name.ts'
import { insertDraft } from '../db/drafts.ts'
import { listOwnPublishers } from '../db/publishers.ts'
import { insertSkillSet } from '../db/skill-sets.ts'
import { AppError, type Issue } from '../errors.ts'
import { listName } from './list-name.ts'

type NewSkillSet = { handle: string; document: SkillSetDocument }

/**
 * Makes the SkillSet with its working copy and returns its id.
 *
 * Any member of the organisation may. Throws UNAUTHENTICATED, NOT_FOUND when the viewer's organisation has no such
 * handle, INVALID_INPUT without a usable slug, and CONFLICT when the publisher has another of that slug.
 */
export async function createSkillSet(ctx: Context, { handle, document }: NewSkillSet): Promise<string> {
  const viewer = requireViewer(ctx)
  const publishers = await listOwnPublishers(ctx.db, viewer.organisationId)
  const publisher = publishers.find((each) => each.handle === handle)
  if (!publisher) {
    const message = `${viewer.organisationName} does not publish as “${handle}”.`
    throw new AppError('NOT_FOUND', { message })
  }
  const { slug } = document
  if (!isSlug(slug)) throw refused('INVALID_INPUT', 'slug must be 1-64 chars, alphanumeric + underscore')

  return ctx.db.$transaction(async (tx) => {
    const skillSet = { publisherId: publisher.id, slug, name: listName(document.name, slug) }
    const skillSetId = await insertSkillSet(tx, skillSet)
    if (!skillSetId) {
      const wayOut = 'Choose another slug, or change the one that you have.'
      throw refused('CONFLICT', `You have a SkillSet called “${slug}” already.`, wayOut)
    }
    // What was parsed is JSON by construction.
    await insertDraft(tx, { skillSetId, document: document as unknown as Json, updatedById: viewer.userId })
    await recordAudit(tx, {
      actor: viewer,
      action: 'skill_set.create',
      subjectType: 'skill_set',
      subjectId: skillSetId,
      subject: `${handle}.${slug}`,
    })
    return skillSetId
  })
}

function refused(code: 'INVALID_INPUT' | 'CONFLICT', message: string, suggestedAction?: string): AppError {
  const issue: Issue = { path: '/slug', message }
  return new AppError(code, { message, issues: [issue], ...(suggestedAction && { suggestedAction }) })
}
