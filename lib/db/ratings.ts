/** What people who have run a SkillSet think of it: one rating each. Floor 1. */
import type { RunState } from '../contract/market/run-states.ts'
import type { Database, Tx } from './client.ts'

type Place = { userId: string; skillSetId: string }

export type RatingRow = {
  points: number
  words: string
  versionNumber: string
  updatedAt: Date
  user: { name: string }
}

const fields = {
  points: true,
  words: true,
  versionNumber: true,
  updatedAt: true,
  user: { select: { name: true } },
} as const

/** Sets the person's rating, in the place of an earlier one. */
export async function putRating(
  tx: Tx,
  place: Place,
  rating: { points: number; words: string; versionNumber: string },
): Promise<void> {
  await tx.rating.upsert({
    where: { userId_skillSetId: place },
    create: { ...place, ...rating },
    update: rating,
  })
  await refreshRatings(tx, place.skillSetId)
}

/** False when there was none. */
export async function deleteRating(tx: Tx, place: Place): Promise<boolean> {
  const { count } = await tx.rating.deleteMany({ where: place })
  if (count === 1) await refreshRatings(tx, place.skillSetId)
  return count === 1
}

export function findRating(db: Database | Tx, place: Place): Promise<RatingRow | null> {
  return db.rating.findUnique({ where: { userId_skillSetId: place }, select: fields })
}

/** Those with words, the latest first. */
export function listRatings(db: Database | Tx, skillSetId: string, take: number): Promise<RatingRow[]> {
  return db.rating.findMany({
    where: { skillSetId, words: { not: '' } },
    select: fields,
    orderBy: { updatedAt: 'desc' },
    take,
  })
}

/** How many there are, and their mean; null without any. */
export async function sumRatings(
  db: Database | Tx,
  skillSetId: string,
): Promise<{ count: number; mean: number | null }> {
  const { _count, _avg } = await db.rating.aggregate({
    where: { skillSetId },
    _count: { points: true },
    _avg: { points: true },
  })
  return { count: _count.points, mean: _avg.points }
}

/** Counts a SkillSet's ratings again for its catalogue rows. For who holds the SkillSet (`lockSkillSet`). */
export async function refreshRatings(tx: Tx, skillSetId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "CatalogEntry" SET "ratings" = tally."ratings", "ratingPoints" = tally."points"
    FROM (
      SELECT count(*)::int AS "ratings", coalesce(sum("points"), 0)::int AS "points"
      FROM "Rating" WHERE "skillSetId" = ${skillSetId}
    ) AS tally
    WHERE "skillSetId" = ${skillSetId}`
}

const CAME_TO_AN_END: RunState[] = ['succeeded', 'partial', 'failed', 'timed_out']

/** The version this person last ran to an end of its own; null when they never did. */
export async function findLastRunVersion(db: Database | Tx, place: Place): Promise<string | null> {
  const run = await db.run.findFirst({
    where: { ...place, mode: 'production', state: { in: CAME_TO_AN_END } },
    select: { versionNumber: true },
    orderBy: { createdAt: 'desc' },
  })
  return run?.versionNumber ?? null
}
