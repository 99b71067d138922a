-- Linked sign-ins are listed with the name at the provider, and when they were added and used.
ALTER TABLE "Account" ADD COLUMN "label" TEXT;
ALTER TABLE "Account" ADD COLUMN "lastUsedAt" TIMESTAMP(3);
ALTER TABLE "Account" ADD COLUMN "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
-- The ids are UUIDs of version 7, which begin with their time in milliseconds.
UPDATE "Account" SET "createdAt" =
  to_timestamp(('x' || lpad(substr(replace("id", '-', ''), 1, 12), 16, '0'))::bit(64)::bigint / 1000.0) AT TIME ZONE 'UTC'
  WHERE "id" ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-';
CREATE INDEX "Account_userId_idx" ON "Account"("userId");

-- A mailed link proves the address, one that an admin hands on does not.
ALTER TABLE "ResetLink" ADD COLUMN "mailedTo" TEXT;
ALTER TABLE "User" ADD COLUMN "vouchedAt" TIMESTAMP(3);

-- Signing out everywhere pauses the automations that act as a person, in all organisations.
CREATE INDEX "Automation_userId_idx" ON "Automation"("userId");

-- The first proof of an address revokes what was shared before it.
CREATE INDEX "Share_createdById_idx" ON "Share"("createdById");
