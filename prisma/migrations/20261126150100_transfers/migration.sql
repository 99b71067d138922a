-- Offers of a publisher, or of one SkillSet, to another organisation.
CREATE TABLE "Transfer" (
  "id" TEXT NOT NULL,
  "publisherId" TEXT,
  "skillSetId" TEXT,
  "fromOrganisationId" TEXT NOT NULL,
  "toOrganisationId" TEXT NOT NULL,
  "requestedById" TEXT NOT NULL,
  "requestedByName" TEXT NOT NULL,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMP(3) NOT NULL,
  "outcome" TEXT,
  "decidedById" TEXT,
  "decidedAt" TIMESTAMP(3),
  CONSTRAINT "Transfer_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Transfer_one_subject" CHECK (num_nonnulls("publisherId", "skillSetId") = 1),
  CONSTRAINT "Transfer_outcome" CHECK ("outcome" IN ('accepted', 'declined', 'cancelled'))
);

-- Only one open offer of each; an expired one is closed by the next offer.
CREATE UNIQUE INDEX "Transfer_open_publisher" ON "Transfer" ("publisherId") WHERE "outcome" IS NULL;
CREATE UNIQUE INDEX "Transfer_open_skill_set" ON "Transfer" ("skillSetId") WHERE "outcome" IS NULL;
CREATE INDEX "Transfer_toOrganisationId_idx" ON "Transfer" ("toOrganisationId");
CREATE INDEX "Transfer_fromOrganisationId_idx" ON "Transfer" ("fromOrganisationId");

ALTER TABLE "Transfer" ADD CONSTRAINT "Transfer_publisherId_fkey"
  FOREIGN KEY ("publisherId") REFERENCES "Publisher" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Transfer" ADD CONSTRAINT "Transfer_skillSetId_fkey"
  FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Transfer" ADD CONSTRAINT "Transfer_fromOrganisationId_fkey"
  FOREIGN KEY ("fromOrganisationId") REFERENCES "Organisation" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Transfer" ADD CONSTRAINT "Transfer_toOrganisationId_fkey"
  FOREIGN KEY ("toOrganisationId") REFERENCES "Organisation" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
