-- Keys that mint narrower keys, with budgets that roll up.
ALTER TABLE "ApiKey"
  ADD COLUMN "ancestorIds" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "skills" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "maxPriceMicros" BIGINT,
  ADD COLUMN "confirmAboveMicros" BIGINT,
  ADD COLUMN "totalCapMicros" BIGINT,
  ADD COLUMN "maxRuns" INTEGER,
  ADD COLUMN "spentMicros" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "runCount" INTEGER NOT NULL DEFAULT 0;

CREATE INDEX "ApiKey_ancestorIds_idx" ON "ApiKey" USING gin ("ancestorIds");

CREATE TABLE "SpendingConfirmation" (
  "id" TEXT NOT NULL,
  "keyId" TEXT NOT NULL,
  "skillName" TEXT NOT NULL,
  "digest" TEXT NOT NULL,
  "amountMicros" BIGINT NOT NULL,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMP(3) NOT NULL,
  "decidedAt" TIMESTAMP(3),
  "isConfirmed" BOOLEAN,
  "runId" TEXT,
  CONSTRAINT "SpendingConfirmation_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "SpendingConfirmation_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "SpendingConfirmation_keyId_digest_idx" ON "SpendingConfirmation"("keyId", "digest");
CREATE INDEX "SpendingConfirmation_expiresAt_idx" ON "SpendingConfirmation"("expiresAt");
