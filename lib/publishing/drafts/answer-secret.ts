import { recordAudit } from '../../audit/audit-log.ts'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { findSecretAnswers, replaceSecretAnswers } from '../rows/skill-sets.ts'
import { lockSkillSet } from '../rows/versions.ts'
import { requireOwnSkillSetAdmin } from './require-own-skill-set.ts'

const REASON_CHARS = { min: 10, max: 500 }
/** Nobody answers more findings one by one; a script could, and each submission carries all answers. */
const MAX_ANSWERS = 200
const MAX_ID_CHARS = 200

type SecretAnswerRequest = {
  skillSetId: string
  /** The `id` of a finding of the checklist. */
  id: string
  reason: string
}

/**
 * Stores why a finding is not a secret, for this and later versions. Reviewers see it with each submission. Throws
 * UNAUTHENTICATED, NOT_FOUND without access, POLICY_DENIED for members who are not admins, INVALID_INPUT, and
 * LIMIT_REACHED.
 */
export async function answerSecret(
  ctx: Context,
  { skillSetId, id, reason }: SecretAnswerRequest,
): Promise<void> {
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const text = requireReason(reason)
  if (id === '' || id.length > MAX_ID_CHARS || !isStorable(id))
    throw invalidField('/id', 'The checklist has no such finding.')
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    const answers = { ...(await findSecretAnswers(tx, skillSetId)), [id]: text }
    if (Object.keys(answers).length > MAX_ANSWERS)
      throw limitReached('secret_answers', {
        max: MAX_ANSWERS,
        used: MAX_ANSWERS,
        message: `This SkillSet has ${MAX_ANSWERS} answers to findings, the maximum.`,
      })
    await replaceSecretAnswers(tx, skillSetId, answers)
    await recordAudit(tx, {
      actor: viewer,
      action: 'skill_set.answer_secret',
      subjectType: 'skill_set',
      subjectId: skillSetId,
      subject: `${skillSet.publisher.handle}.${skillSet.slug}`,
      data: { id, reason: text },
    })
  })
}

function requireReason(reason: string): string {
  const text = reason.trim()
  const chars = [...text].length
  if (chars < REASON_CHARS.min || chars > REASON_CHARS.max || !isStorable(text))
    throw invalidField(
      '/reason',
      `Explain why this is not a secret, in ${REASON_CHARS.min} to ${REASON_CHARS.max} characters.`,
    )
  return text
}

function invalidField(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] })
}
