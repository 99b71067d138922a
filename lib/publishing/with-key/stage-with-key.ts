/** Staging from a publisher's own machine, with an API key. A person of the publisher submits what is staged. */
import { z } from 'zod'
import { findApiKeyName } from '../../auth/rows/api-keys.ts'
import { type Context, requireOrganisationAdmin, requireScope, workOwner } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { lockPackages } from '../../packages/resolve-packages.ts'
import { findSkillSetById } from '../rows/published-versions.ts'
import { listVersionHeads, lockSkillSet } from '../rows/versions.ts'
import {
  requireDocument,
  type StagedAnswer,
  StagingFields,
  stageDocument,
} from '../staging/stage-document.ts'
import { openSkillSet } from './open-skill-set.ts'

const Fields = StagingFields.extend({ publisher: z.string().max(64).optional() })

/**
 * Throws POLICY_DENIED without the scope `publish` and for plain members, INVALID_INPUT with the document's problems,
 * CONFLICT for a number that was published, and as `openSkillSet` and `stageDocument`.
 */
export async function stageWithKey(
  ctx: Context,
  given: unknown,
): Promise<StagedAnswer & { isNew: boolean; skillSetId: string }> {
  requireScope(ctx, 'publish')
  const viewer = requireOrganisationAdmin(ctx)
  const { document: sent, note, publisher: handle } = parseFields(Fields, given)
  const { organisationId } = viewer
  const document = await lockPackages(ctx.db, {
    document: await requireDocument(sent, workOwner(ctx)),
    organisationId,
  })
  const keyName = ctx.keyId && (await findApiKeyName(ctx.db, ctx.keyId))
  if (!keyName) throw new AppError('UNAUTHENTICATED')
  const opened = await openSkillSet(ctx, { handle, document })
  const { id: skillSetId } = opened.skillSet
  const staged = await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    const skillSet = await findSkillSetById(tx, skillSetId)
    if (!skillSet) throw new AppError('NOT_FOUND', { message: 'This SkillSet was deleted.' })
    const { version } = document
    const heads = await listVersionHeads(tx, skillSetId)
    if (heads.some(({ number, state }) => number === version && state === 'PUBLISHED'))
      throw new AppError('CONFLICT', {
        message: `${version} is already published.`,
        issues: [{ path: '/version', message: `${version} is already published.` }],
        suggestedAction: 'Raise the version of the SkillSet.',
      })
    const origin = { kind: 'key', by: viewer.name, keyName } as const
    return stageDocument(tx, skillSet, { document, note, origin, actor: viewer })
  })
  return { ...staged, skillSetId, isNew: opened.isNew }
}
