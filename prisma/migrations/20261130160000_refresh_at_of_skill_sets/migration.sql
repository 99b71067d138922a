ALTER TABLE "SkillSet" ADD COLUMN "refreshAt" TIMESTAMP(3);
CREATE INDEX "SkillSet_refreshAt_idx" ON "SkillSet"("refreshAt");
-- The catalogue lists the version that everyone gets, where it listed the newest one.
UPDATE "SkillSet" SET "refreshAt" = (now() AT TIME ZONE 'UTC')
WHERE EXISTS (SELECT FROM "CatalogEntry" AS e WHERE e."skillSetId" = "SkillSet"."id");
