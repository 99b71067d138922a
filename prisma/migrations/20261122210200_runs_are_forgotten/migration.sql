-- How long an organisation keeps what its runs took and gave. The run stays, with its receipt and its digests.
ALTER TABLE "Organisation" ADD COLUMN "runsKeptDays" INTEGER;
ALTER TABLE "Organisation" ADD CONSTRAINT "Organisation_runsKeptDays" CHECK ("runsKeptDays" >= 30);

ALTER TABLE "Run" ADD COLUMN "forgottenAt" TIMESTAMP(3), ADD COLUMN "inputDigest" TEXT, ADD COLUMN "outputDigest" TEXT;
-- The sweep, and what a shorter time would delete.
CREATE INDEX "Run_to_forget_idx" ON "Run"("organisationId", "createdAt") WHERE "forgottenAt" IS NULL;
