ALTER TABLE "Share" ADD COLUMN "expiresAt" TIMESTAMP(3);

-- A person's list of links, newest first.
DROP INDEX "Share_createdById_idx";
CREATE INDEX "Share_createdById_id_idx" ON "Share"("createdById", "id" DESC);
