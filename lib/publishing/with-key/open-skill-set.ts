import { type Context, requireOrganisationAdmin, requireSkillSet } from '../../context/context.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { AppError } from '../../kernel/errors.ts'
import { chooseHandle } from '../drafts/choose-handle.ts'
import { createSkillSet } from '../drafts/draft-lifecycle.ts'
import { findSkillSetByName } from '../rows/former-names.ts'
import { findSkillSetById, type SkillSetRow } from '../rows/published-versions.ts'

type OpenedSkillSet = {
  skillSet: SkillSetRow
  /** True if the call created it, with the document as its draft. */
  isNew: boolean
}

/**
 * Finds the SkillSet of a document that the holder of a key sent, or creates it as a draft.
 *
 * Throws POLICY_DENIED for plain members and for a key that is limited to other SkillSets, NOT_FOUND for the publisher or
 * SkillSet of another organisation, and as `chooseHandle` and `createSkillSet`.
 */
export async function openSkillSet(
  ctx: Context,
  { handle: asked, document }: { handle: string | undefined; document: SkillSetDocument },
): Promise<OpenedSkillSet> {
  const { organisationId } = requireOrganisationAdmin(ctx)
  const handle = await chooseHandle(ctx, asked)
  const named = await findSkillSetByName(ctx.db, { publisher: handle, skillset: document.slug })
  requireSkillSet(ctx, `${named?.publisher ?? handle}.${named?.skillset ?? document.slug}`)
  const id = named?.id ?? (await createSkillSet(ctx, { handle, document }))
  const skillSet = await findSkillSetById(ctx.db, id)
  // Names stay with a SkillSet that was transferred to another organisation.
  if (skillSet?.publisher.organisationId !== organisationId)
    throw new AppError('NOT_FOUND', {
      message: `${handle}.${document.slug} belongs to another organisation now.`,
      suggestedAction: 'Choose another slug.',
    })
  return { skillSet, isNew: named === null }
}
