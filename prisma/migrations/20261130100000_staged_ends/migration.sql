-- What became of a staged version, for those who follow an older link to it.
CREATE TABLE "StagedEnd" (
  "id" TEXT NOT NULL,
  "skillSetId" TEXT NOT NULL,
  "number" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "endedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "StagedEnd_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "StagedEnd_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "StagedEnd_skillSetId_endedAt_idx" ON "StagedEnd"("skillSetId", "endedAt");

-- The draft as people last left it before a program changed it.
ALTER TABLE "Draft" ADD COLUMN "beforeProgram" JSON, ADD COLUMN "beforeProgramAt" TIMESTAMP(3);
