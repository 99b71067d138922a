/** Staging from a publisher's own machine, with an API key. A person of the publisher submits what is staged. */
import { z } from 'zod'
import { type Context, requireOrganisationAdmin, requireScope, workOwner } from '../../context/context.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { lockPackages } from '../../packages/resolve-packages.ts'
import { findDraftProgram } from '../drafts/draft-program.ts'
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
  const { organisationId } = requireOrganisationAdmin(ctx)
  const { document: sent, note, publisher: handle } = parseFields(Fields, given)
  const document = await lockPackages(ctx.db, {
    document: await requireDocument(sent, workOwner(ctx)),
    organisationId,
  })
  const opened = await openSkillSet(ctx, { handle, document })
  const { id: skillSetId } = opened.skillSet
  const staged = await stageWithProgram(ctx, { skillSetId, document, note })
  return { ...staged, skillSetId, isNew: opened.isNew }
}

type ToStage = { skillSetId: string; document: SkillSetDocument; note: string }

/**
 * Stages a version of a SkillSet that the key may publish, with the names of the program and its key. Throws
 * UNAUTHENTICATED without a key, CONFLICT for a published number, and as `stageDocument`.
 */
export async function stageWithProgram(
  ctx: Context,
  { skillSetId, document, note }: ToStage,
): Promise<StagedAnswer> {
  const viewer = requireOrganisationAdmin(ctx)
  const program = await findDraftProgram(ctx)
  if (!program) throw new AppError('UNAUTHENTICATED')
  return ctx.db.$transaction(async (tx) => {
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
    const origin = { kind: 'key', by: viewer.name, program } as const
    return stageDocument(tx, skillSet, { document, note, origin, actor: viewer })
  })
}
