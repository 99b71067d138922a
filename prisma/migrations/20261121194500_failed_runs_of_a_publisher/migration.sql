-- A publisher reads the failed runs of their SkillSets, newest first, whoever made them.
CREATE INDEX "Run_skillSetId_id_idx" ON "Run"("skillSetId", "id" DESC);
