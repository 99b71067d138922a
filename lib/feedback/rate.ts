/**
 * What a person thinks of a SkillSet: 1 to 5 points, and a few words if they like.
 *
 * Floor 3. Only who has run it can say, and not its own publisher; one rating each, which they may change or take back.
 */
import { z } from 'zod'
import { type Context, requireViewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { isStorable } from '../contract/json/storable.ts'
import { RATING_WORDS_MAX } from '../contract/market/rating-limits.ts'
import type { SkillSetRef, Visible } from '../db/published.ts'
import { deleteRating, findLastRunVersion, putRating } from '../db/ratings.ts'
import { lockSkillSet } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { requireSeen } from './require-seen.ts'

const ratingFields = z.object({
  points: z.int('must be a whole number').min(1, 'must be 1 to 5').max(5, 'must be 1 to 5'),
  words: z
    .string()
    .trim()
    .max(RATING_WORDS_MAX, `must be at most ${RATING_WORDS_MAX} characters`)
    .refine(isStorable, 'contains characters that cannot be kept')
    .default(''),
})

/**
 * Sets the viewer's rating. Throws UNAUTHENTICATED, NOT_FOUND, INVALID_INPUT by field, POLICY_DENIED for its own
 * publisher, and PRECONDITION_FAILED for who has not run it.
 */
export async function rate(ctx: Context, ref: SkillSetRef, given: unknown): Promise<void> {
  const { userId } = requireViewer(ctx)
  const { points, words } = parseWith(ratingFields, given)
  const seen = await requireSeen(ctx, ref)
  const place = { userId, skillSetId: seen.skillSet.id }
  const versionNumber = await findLastRunVersion(ctx.db, place)
  const whyNot = whyNotRate(seen, versionNumber)
  if (whyNot) throw new AppError(seen.isOwner ? 'POLICY_DENIED' : 'PRECONDITION_FAILED', { message: whyNot })
  const rating = { points, words, versionNumber: versionNumber! }
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, place.skillSetId)
    await putRating(tx, place, rating)
  })
}

/** Throws UNAUTHENTICATED, and NOT_FOUND when there is none. */
export async function takeRatingBack(ctx: Context, ref: SkillSetRef): Promise<void> {
  const { userId } = requireViewer(ctx)
  const { skillSet } = await requireSeen(ctx, ref)
  const wasThere = await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSet.id)
    return deleteRating(tx, { userId, skillSetId: skillSet.id })
  })
  if (!wasThere) throw new AppError('NOT_FOUND')
}

/** A sentence, or nothing when they can. `lastRun` is the version they ran last. */
export function whyNotRate(
  { isOwner }: Pick<Visible, 'isOwner'>,
  lastRun: string | null,
): string | undefined {
  if (isOwner) return 'It is your own organisation’s: others rate it.'
  return lastRun === null ? 'Run one of its skills first, then say what you think of it.' : undefined
}
