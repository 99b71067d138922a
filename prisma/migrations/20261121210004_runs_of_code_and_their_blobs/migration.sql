-- Code that somebody sends (run_code) is run like a skill, and belongs to no SkillSet.
ALTER TABLE "Run" ALTER COLUMN "skillSetId" DROP NOT NULL;

-- The blobs a run was given, and those it wrote.
ALTER TABLE "Run" ADD COLUMN "inputBlobs" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "Run" ADD COLUMN "outputBlobs" TEXT[] DEFAULT ARRAY[]::TEXT[];
