/** A person can rate a SkillSet once, after running it, but not as its publisher. */
import { z } from 'zod'
import { type Context, requireViewer } from '../../context/context.ts'
import { canPublish } from '../../context/require-publisher-admin.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../../organisations/rows/memberships.ts'
import {
  findVisibleSkillSet,
  type SkillSetRef,
  type VisibleSkillSet,
} from '../../publishing/rows/published-versions.ts'
import { lockSkillSet } from '../../publishing/rows/versions.ts'
import {
  countStars,
  deleteRating,
  deleteStar,
  findLastRunVersion,
  findRating,
  insertStar,
  isStarred,
  listRatings,
  type RatingRow,
  sumRatings,
  updateRatingAnswer,
  upsertRating,
} from '../rows/ratings.ts'
import { MAX_RATING_CHARS } from './feedback-limits.ts'

const ratingFields = z.object({
  points: z.int('must be a whole number').min(1, 'must be 1 to 5').max(5, 'must be 1 to 5'),
  comment: z
    .string()
    .trim()
    .max(MAX_RATING_CHARS, `must be at most ${MAX_RATING_CHARS} characters`)
    .refine(isStorable, 'contains characters that cannot be stored')
    .default(''),
})

/**
 * Throws UNAUTHENTICATED, NOT_FOUND, INVALID_INPUT by field, POLICY_DENIED for its publisher, and PRECONDITION_FAILED
 * if the viewer has not run it.
 */
export async function rateSkillSet(ctx: Context, ref: SkillSetRef, given: unknown): Promise<void> {
  const { userId } = requireViewer(ctx)
  const { points, comment } = parseFields(ratingFields, given)
  const seen = await requireVisibleSkillSet(ctx, ref)
  const ratingKey = { userId, skillSetId: seen.skillSet.id }
  const versionNumber = await findLastRunVersion(ctx.db, ratingKey)
  const error = rateError(seen, versionNumber)
  if (error) throw new AppError(seen.isOwner ? 'POLICY_DENIED' : 'PRECONDITION_FAILED', { message: error })
  const rating = { points, comment, versionNumber: versionNumber! }
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, ratingKey.skillSetId)
    const isNew = !(await findRating(tx, ratingKey))
    await upsertRating(tx, ratingKey, rating)
    if (isNew) await notifyOfRating(tx, seen.skillSet, rating)
  })
}

/** Tells the publisher's owners and admins of a person's first rating, not of later changes to it. */
async function notifyOfRating(
  tx: Tx,
  { slug, publisher }: VisibleSkillSet['skillSet'],
  { points, comment }: { points: number; comment: string },
): Promise<void> {
  await sendNotice(tx, await listOrganisationAdminIds(tx, [publisher.organisationId]), {
    kind: 'rating.added',
    title: `${publisher.handle}.${slug} was rated ${points} of 5`,
    body: comment,
    href: paths.skillSet(publisher.handle, slug),
  })
}

export async function withdrawRating(ctx: Context, ref: SkillSetRef): Promise<void> {
  const { userId } = requireViewer(ctx)
  const { skillSet } = await requireVisibleSkillSet(ctx, ref)
  const wasThere = await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSet.id)
    return deleteRating(tx, { userId, skillSetId: skillSet.id })
  })
  if (!wasThere) throw new AppError('NOT_FOUND')
}

const answerFields = z.object({
  id: z.string().max(100).refine(isStorable),
  answer: z
    .string()
    .trim()
    .max(MAX_RATING_CHARS, `must be at most ${MAX_RATING_CHARS} characters`)
    .refine(isStorable, 'contains characters that cannot be stored'),
})

/**
 * Answers a rating in public, as the publisher; an empty answer removes an earlier one. Throws UNAUTHENTICATED,
 * INVALID_INPUT by field, POLICY_DENIED for all but its owners and admins, and NOT_FOUND for an unknown SkillSet or
 * rating.
 */
export async function answerRating(ctx: Context, ref: SkillSetRef, given: unknown): Promise<void> {
  const { userId } = requireViewer(ctx)
  const { id, answer } = parseFields(answerFields, given)
  const { skillSet } = await requireVisibleSkillSet(ctx, ref)
  const { organisationId } = skillSet.publisher
  if (!(await canPublish(ctx.db, { userId, organisationId })))
    throw new AppError('POLICY_DENIED', {
      message: 'Only owners and admins of the publisher can answer a rating.',
    })
  const isThere = await ctx.db.$transaction((tx) =>
    updateRatingAnswer(tx, { userId: id, skillSetId: skillSet.id }, answer),
  )
  if (!isThere) throw new AppError('NOT_FOUND', { message: 'This rating was deleted.' })
}

/**
 * Returns why the viewer cannot rate, as a sentence; undefined if they can. `lastRun` is the version that they ran
 * last.
 */
export function rateError(
  { isOwner }: Pick<VisibleSkillSet, 'isOwner'>,
  lastRun: string | null,
): string | undefined {
  if (isOwner) return 'You cannot rate a SkillSet of your own organisation.'
  return lastRun === null ? 'Run one of its skills before you rate it.' : undefined
}

export async function setStar(ctx: Context, ref: SkillSetRef, isStarred: boolean): Promise<void> {
  const { userId } = requireViewer(ctx)
  const { skillSet } = await requireVisibleSkillSet(ctx, ref)
  await (isStarred ? insertStar : deleteStar)(ctx.db, { userId, skillSetId: skillSet.id })
}

/** Throws NOT_FOUND for an unknown SkillSet and for one that the viewer may not see, so that names do not leak. */
export async function requireVisibleSkillSet(ctx: Context, ref: SkillSetRef): Promise<VisibleSkillSet> {
  const visible = await findVisibleSkillSet(ctx.db, ref, ctx.viewer?.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  return visible
}

export type RatingView = {
  points: number
  comment: string
  versionNumber: string
  by: string
  atMs: number
  answer?: { text: string; atMs: number }
  /** Set only for the publisher, who can answer the rating. */
  id?: string
}

export type Feedback = {
  stars: number
  ratings: {
    count: number
    /** The mean, such as “4.5”; null without ratings. */
    mean: string | null
    latest: RatingView[]
  }
  own: { isStarred: boolean; rating: RatingView | null; rateError?: string } | null
}

const SHOWN = 10

export async function getFeedback(ctx: Context, ref: SkillSetRef): Promise<Feedback> {
  const seen = await requireVisibleSkillSet(ctx, ref)
  const { id } = seen.skillSet
  const { organisationId } = seen.skillSet.publisher
  const canAnswer =
    ctx.viewer !== null && (await canPublish(ctx.db, { userId: ctx.viewer.userId, organisationId }))
  const [stars, { count, mean }, latest, own] = await Promise.all([
    countStars(ctx.db, id),
    sumRatings(ctx.db, id),
    listRatings(ctx.db, id, SHOWN),
    ctx.viewer && findOwnFeedback(ctx, seen, { userId: ctx.viewer.userId, skillSetId: id }),
  ])
  return {
    stars,
    ratings: {
      count,
      mean: mean?.toFixed(1) ?? null,
      latest: latest.map((row) => ({ ...showRating(row), ...(canAnswer && { id: row.userId }) })),
    },
    own,
  }
}

async function findOwnFeedback(
  { db }: Context,
  seen: { isOwner: boolean },
  ratingKey: { userId: string; skillSetId: string },
): Promise<NonNullable<Feedback['own']>> {
  const [starred, rating, lastRun] = await Promise.all([
    isStarred(db, ratingKey),
    findRating(db, ratingKey),
    findLastRunVersion(db, ratingKey),
  ])
  const error = rateError(seen, lastRun)
  return { isStarred: starred, rating: rating && showRating(rating), ...(error && { rateError: error }) }
}

function showRating({ points, comment, versionNumber, updatedAt, user, ...row }: RatingRow): RatingView {
  const { answer, answeredAt } = row
  return {
    ...{ points, comment, versionNumber, by: user.name, atMs: updatedAt.getTime() },
    ...(answeredAt && { answer: { text: answer, atMs: answeredAt.getTime() } }),
  }
}
