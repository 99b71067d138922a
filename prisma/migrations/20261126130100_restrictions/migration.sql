CREATE TABLE "Restriction" (
  "id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "reason" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "skillSetId" TEXT,
  "versionId" TEXT,
  "publisherId" TEXT,
  "userId" TEXT,
  "createdByName" TEXT NOT NULL,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "endedAt" TIMESTAMP(3),
  "endReason" TEXT,
  CONSTRAINT "Restriction_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Restriction_one_subject" CHECK (num_nonnulls("skillSetId", "versionId", "publisherId", "userId") = 1)
);
ALTER TABLE "Restriction" ADD CONSTRAINT "Restriction_skillSetId_fkey"
  FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Restriction" ADD CONSTRAINT "Restriction_versionId_fkey"
  FOREIGN KEY ("versionId") REFERENCES "Version" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Restriction" ADD CONSTRAINT "Restriction_publisherId_fkey"
  FOREIGN KEY ("publisherId") REFERENCES "Publisher" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Restriction" ADD CONSTRAINT "Restriction_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- One at a time for each subject; every run looks for them.
CREATE UNIQUE INDEX "Restriction_skillSetId_active" ON "Restriction" ("skillSetId") WHERE "endedAt" IS NULL;
CREATE UNIQUE INDEX "Restriction_versionId_active" ON "Restriction" ("versionId") WHERE "endedAt" IS NULL;
CREATE UNIQUE INDEX "Restriction_publisherId_active" ON "Restriction" ("publisherId") WHERE "endedAt" IS NULL;
CREATE UNIQUE INDEX "Restriction_userId_active" ON "Restriction" ("userId") WHERE "endedAt" IS NULL;
CREATE INDEX "Restriction_endedAt_createdAt_idx" ON "Restriction" ("endedAt", "createdAt");
