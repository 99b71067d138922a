-- Repositories whose workflows may stage a submission of a SkillSet without a stored secret.
CREATE TABLE "TrustedRepository" (
  "id" TEXT NOT NULL,
  "skillSetId" TEXT NOT NULL,
  "repository" TEXT NOT NULL,
  "workflow" TEXT,
  "environment" TEXT,
  "branch" TEXT,
  "repositoryId" TEXT,
  "createdById" TEXT NOT NULL,
  "createdByName" TEXT NOT NULL,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastUsedAt" TIMESTAMP(3),
  CONSTRAINT "TrustedRepository_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "StagingToken" (
  "id" TEXT NOT NULL,
  "jti" TEXT NOT NULL,
  "tokenHash" TEXT NOT NULL,
  "trustId" TEXT NOT NULL,
  "provenance" JSON NOT NULL,
  "expiresAt" TIMESTAMP(3) NOT NULL,
  "forgottenAt" TIMESTAMP(3) NOT NULL,
  "usedAt" TIMESTAMP(3),
  CONSTRAINT "StagingToken_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "StagedSubmission" (
  "id" TEXT NOT NULL,
  "skillSetId" TEXT NOT NULL,
  "number" TEXT NOT NULL,
  "document" JSON NOT NULL,
  "note" TEXT NOT NULL,
  "provenance" JSON NOT NULL,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "StagedSubmission_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "TrustedRepository_skillSetId_idx" ON "TrustedRepository" ("skillSetId");
CREATE UNIQUE INDEX "StagingToken_jti_key" ON "StagingToken" ("jti");
CREATE UNIQUE INDEX "StagingToken_tokenHash_key" ON "StagingToken" ("tokenHash");
CREATE INDEX "StagingToken_trustId_idx" ON "StagingToken" ("trustId");
CREATE INDEX "StagingToken_forgottenAt_idx" ON "StagingToken" ("forgottenAt");
-- A later build of the same number replaces the earlier one.
CREATE UNIQUE INDEX "StagedSubmission_skillSetId_number_key" ON "StagedSubmission" ("skillSetId", "number");

ALTER TABLE "TrustedRepository" ADD CONSTRAINT "TrustedRepository_skillSetId_fkey"
  FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StagingToken" ADD CONSTRAINT "StagingToken_trustId_fkey"
  FOREIGN KEY ("trustId") REFERENCES "TrustedRepository" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StagedSubmission" ADD CONSTRAINT "StagedSubmission_skillSetId_fkey"
  FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Provenance: repository, commit and run of a build.
ALTER TABLE "Submission" ADD COLUMN "provenance" JSON;
ALTER TABLE "Version" ADD COLUMN "provenance" JSON;
