-- What the examples and migrations of a draft did when its publisher last ran the checks.
CREATE TABLE "DraftCheck" (
  "skillSetId" TEXT NOT NULL,
  "digest" TEXT NOT NULL,
  "results" JSON NOT NULL,
  "checkedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "DraftCheck_pkey" PRIMARY KEY ("skillSetId")
);
ALTER TABLE "DraftCheck" ADD CONSTRAINT "DraftCheck_skillSetId_fkey"
  FOREIGN KEY ("skillSetId") REFERENCES "Draft"("skillSetId") ON DELETE CASCADE ON UPDATE CASCADE;
