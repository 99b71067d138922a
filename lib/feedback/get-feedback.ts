/** What people say of a SkillSet, and what the viewer has said. Floor 3; open to visitors. */
import type { Context } from '../context.ts'
import type { SkillSetRef } from '../db/published.ts'
import { findLastRunVersion, findRating, listRatings, type RatingRow, sumRatings } from '../db/ratings.ts'
import { countStars, isStarred } from '../db/stars.ts'
import { whyNotRate } from './rate.ts'
import { requireSeen } from './require-seen.ts'

export type RatingView = { points: number; words: string; versionNumber: string; by: string; atMs: number }

export type Feedback = {
  stars: number
  ratings: {
    count: number
    /** One digit after the point: "4.5"; null without ratings. */
    mean: string | null
    /** The latest that have words. */
    latest: RatingView[]
  }
  /** Null for visitors. */
  own: { isStarred: boolean; rating: RatingView | null; whyNotRate?: string } | null
}

const SHOWN = 10

/** Throws NOT_FOUND for what the viewer may not see. */
export async function getFeedback(ctx: Context, ref: SkillSetRef): Promise<Feedback> {
  const seen = await requireSeen(ctx, ref)
  const { id } = seen.skillSet
  const [stars, { count, mean }, latest, own] = await Promise.all([
    countStars(ctx.db, id),
    sumRatings(ctx.db, id),
    listRatings(ctx.db, id, SHOWN),
    ctx.viewer && ownOf(ctx, seen, { userId: ctx.viewer.userId, skillSetId: id }),
  ])
  return { stars, ratings: { count, mean: mean?.toFixed(1) ?? null, latest: latest.map(showRating) }, own }
}

async function ownOf(
  { db }: Context,
  seen: { isOwner: boolean },
  place: { userId: string; skillSetId: string },
): Promise<NonNullable<Feedback['own']>> {
  const [starred, rating, lastRun] = await Promise.all([
    isStarred(db, place),
    findRating(db, place),
    findLastRunVersion(db, place),
  ])
  const whyNot = whyNotRate(seen, lastRun)
  return { isStarred: starred, rating: rating && showRating(rating), ...(whyNot && { whyNotRate: whyNot }) }
}

function showRating({ points, words, versionNumber, updatedAt, user }: RatingRow): RatingView {
  return { points, words, versionNumber, by: user.name, atMs: updatedAt.getTime() }
}
