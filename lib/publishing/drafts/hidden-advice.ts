/** Which advice the editors of a draft have hidden. It is kept with the draft, so that all of them, in all browsers, see the same. */
import { z } from 'zod'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { updateHiddenAdvice } from '../rows/drafts.ts'
import { requireOwnSkillSetAdmin } from './require-own-skill-set.ts'

/** Hiding a whole kind takes one, so a draft with more is one whose publisher hides single findings only. */
const MAX_HIDDEN = 300

const keys = z.array(z.string().min(1).max(500).refine(isStorable)).max(MAX_HIDDEN)
const changes = z.strictObject({ hide: keys, show: keys })

export type HiddenAdviceChange = { hide: readonly string[]; show: readonly string[] }

/**
 * Hides advice by its keys, or shows it again. The oldest keys are forgotten beyond 300. Throws UNAUTHENTICATED, NOT_FOUND
 * without access or draft, POLICY_DENIED for plain members, and INVALID_INPUT.
 */
export async function changeHiddenAdvice(
  ctx: Context,
  { skillSetId, change }: { skillSetId: string; change: unknown },
): Promise<void> {
  await requireOwnSkillSetAdmin(ctx, skillSetId)
  const { hide, show } = parseFields(changes, change)
  const unique = [...new Set(hide)]
  if (!(await updateHiddenAdvice(ctx.db, skillSetId, { hide: unique, show, max: MAX_HIDDEN })))
    throw new AppError('NOT_FOUND', { message: 'This draft has been deleted.' })
}
