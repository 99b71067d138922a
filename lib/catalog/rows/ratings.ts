import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { RunState } from '../../runs/model/run-states.ts'

type RatingKey = { userId: string; skillSetId: string }

export type RatingRow = {
  userId: string
  answer: string
  answeredAt: Date | null
  points: number
  comment: string
  versionNumber: string
  updatedAt: Date
  user: { name: string }
}

const fields = {
  userId: true,
  answer: true,
  answeredAt: true,
  points: true,
  comment: true,
  versionNumber: true,
  updatedAt: true,
  user: { select: { name: true } },
} as const

export async function upsertRating(
  tx: Tx,
  ratingKey: RatingKey,
  rating: { points: number; comment: string; versionNumber: string },
): Promise<void> {
  await tx.rating.upsert({
    where: { userId_skillSetId: ratingKey },
    create: { ...ratingKey, ...rating },
    update: rating,
  })
  await refreshRatings(tx, ratingKey.skillSetId)
}

export async function deleteRating(tx: Tx, ratingKey: RatingKey): Promise<boolean> {
  const { count } = await tx.rating.deleteMany({ where: ratingKey })
  if (count === 1) await refreshRatings(tx, ratingKey.skillSetId)
  return count === 1
}

/** Stores the publisher's answer to a rating; an empty one removes it. Returns false if there is no such rating. */
export async function updateRatingAnswer(
  tx: Tx,
  { userId, skillSetId }: RatingKey,
  answer: string,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE "Rating" SET "answer" = ${answer}, "answeredAt" = CASE WHEN ${answer} = '' THEN NULL ELSE now() END
    WHERE "userId" = ${userId} AND "skillSetId" = ${skillSetId}`
  return count === 1
}

export function findRating(db: Database | Tx, ratingKey: RatingKey): Promise<RatingRow | null> {
  return db.rating.findUnique({ where: { userId_skillSetId: ratingKey }, select: fields })
}

export function listRatings(db: Database | Tx, skillSetId: string, take: number): Promise<RatingRow[]> {
  return db.rating.findMany({
    where: { skillSetId, comment: { not: '' } },
    select: fields,
    orderBy: { updatedAt: 'desc' },
    take,
  })
}

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

/** The caller must have called `lockSkillSet`, or one of two simultaneous ratings could be missing in the totals. */
export async function refreshRatings(tx: Tx, skillSetId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE "CatalogEntry" SET "ratings" = tally."ratings", "ratingPoints" = tally."points"
    FROM (
      SELECT count(*)::int AS "ratings", coalesce(sum("points"), 0)::int AS "points"
      FROM "Rating" WHERE "skillSetId" = ${skillSetId}
    ) AS tally
    WHERE "skillSetId" = ${skillSetId}`
}

const ENDED_STATES: RunState[] = ['succeeded', 'partial', 'failed', 'timed_out']

export async function findLastRunVersion(db: Database | Tx, ratingKey: RatingKey): Promise<string | null> {
  const run = await db.run.findFirst({
    where: { ...ratingKey, mode: 'production', state: { in: ENDED_STATES } },
    select: { versionNumber: true },
    orderBy: { createdAt: 'desc' },
  })
  return run?.versionNumber ?? null
}

type StarKey = { userId: string; skillSetId: string }

export async function insertStar(db: Database | Tx, starKey: StarKey): Promise<void> {
  await db.star.createMany({ data: [starKey], skipDuplicates: true })
}

export async function deleteStar(db: Database | Tx, starKey: StarKey): Promise<void> {
  await db.star.deleteMany({ where: starKey })
}

export function countStars(db: Database | Tx, skillSetId: string): Promise<number> {
  return db.star.count({ where: { skillSetId } })
}

/** Counts the SkillSets that a person starred. */
export function countStarsOf(db: Database | Tx, userId: string): Promise<number> {
  return db.star.count({ where: { userId } })
}

export async function isStarred(db: Database | Tx, starKey: StarKey): Promise<boolean> {
  return (await db.star.count({ where: starKey })) === 1
}
