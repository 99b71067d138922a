-- Origins that may show the SkillSet's forms in a frame.
ALTER TABLE "SkillSet" ADD COLUMN "embedSites" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
