-- What people rated a SkillSet with: beside its evidence, because the catalogue is ordered by both.
ALTER TABLE "CatalogEntry"
  ADD COLUMN "ratings" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "ratingPoints" INTEGER NOT NULL DEFAULT 0;

UPDATE "CatalogEntry" AS entry SET "ratings" = tally."ratings", "ratingPoints" = tally."points"
FROM (
  SELECT "skillSetId", count(*)::int AS "ratings", sum("points")::int AS "points" FROM "Rating" GROUP BY "skillSetId"
) AS tally
WHERE entry."skillSetId" = tally."skillSetId";

-- To the letter as `STANDING` in lib/db/catalog-entries.ts.
CREATE INDEX "CatalogEntry_standing_name_idx"
  ON "CatalogEntry" ((ln(1 + "succeeded30d") + ("ratingPoints" + 17.5) / ("ratings" + 5)) DESC, "name");
