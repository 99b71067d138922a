ALTER TABLE "SkillSet" ADD COLUMN "refreshAt" TIMESTAMP(3);
UPDATE "SkillSet" SET "refreshAt" = (SELECT min(e."refreshAt") FROM "CatalogEntry" e WHERE e."skillSetId" = "SkillSet"."id");
CREATE INDEX "SkillSet_refreshAt_idx" ON "SkillSet"("refreshAt");
ALTER TABLE "CatalogEntry" DROP COLUMN "refreshAt";
