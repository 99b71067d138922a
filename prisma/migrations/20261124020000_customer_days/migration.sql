-- Popularity counts days on which other organisations used a skill, so that a publisher cannot run it up.

ALTER TABLE "CatalogEntry" ADD COLUMN "customerDays30d" INTEGER NOT NULL DEFAULT 0;

UPDATE "CatalogEntry" AS entry SET "customerDays30d" = (
  SELECT count(DISTINCT (run."organisationId", run."createdAt"::date)) FROM "Run" AS run
  WHERE run."skillName" = entry."name" AND run."mode" = 'production' AND run."parentRunId" IS NULL AND run."state" = 'succeeded'
    AND run."createdAt" > now() - interval '30 days'
    AND NOT EXISTS (SELECT 1 FROM "SkillSet" AS skillset JOIN "Publisher" AS publisher ON publisher."id" = skillset."publisherId"
      WHERE skillset."id" = run."skillSetId" AND publisher."organisationId" = run."organisationId"))
WHERE "runs30d" > 0;

DROP INDEX "CatalogEntry_popularity_name_idx";
DROP INDEX "CatalogEntry_succeeded30d_name_idx";
CREATE INDEX "CatalogEntry_popularity_name_idx"
  ON "CatalogEntry" ((ln(1 + "customerDays30d") + ("ratingPoints" + 17.5) / ("ratings" + 5)) DESC, "name");
CREATE INDEX "CatalogEntry_customerDays30d_name_idx" ON "CatalogEntry" ("customerDays30d" DESC, "name");
