import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type PageViews = { skillSetId: string; skillSlug: string; count: number }

/** Adds to the counts of the UTC day. SkillSets that were deleted meanwhile are left out. */
export async function addPageViews(db: Database | Tx, views: readonly PageViews[], now: Date): Promise<void> {
  const ids = views.map(({ skillSetId }) => skillSetId)
  const slugs = views.map(({ skillSlug }) => skillSlug)
  const counts = views.map(({ count }) => count)
  // In one order, so that two servers that write at once cannot deadlock.
  await db.$executeRaw`
    INSERT INTO "PageViewDay" AS counted ("skillSetId", "skillSlug", "day", "views")
    SELECT seen."skillSetId", seen."skillSlug", ${now.toISOString().slice(0, 10)}::date, seen."count"
    FROM unnest(${ids}::text[], ${slugs}::text[], ${counts}::int[]) AS seen("skillSetId", "skillSlug", "count")
    JOIN "SkillSet" AS skillset ON skillset."id" = seen."skillSetId"
    ORDER BY 1, 2
    ON CONFLICT ("skillSetId", "skillSlug", "day") DO UPDATE SET "views" = counted."views" + excluded."views"`
}
