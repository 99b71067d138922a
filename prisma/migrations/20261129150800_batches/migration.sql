CREATE TABLE "Batch" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "keyId" TEXT,
    "skillName" TEXT NOT NULL,
    "versionNumber" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "priceMicros" BIGINT NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    "requestDigest" TEXT NOT NULL,
    "idempotencyKey" TEXT,
    "cancelRequestedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Batch_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Batch_organisationId_userId_idempotencyKey_key" ON "Batch"("organisationId", "userId", "idempotencyKey");
CREATE INDEX "Batch_organisationId_id_idx" ON "Batch"("organisationId", "id" DESC);

CREATE TABLE "BatchRow" (
    "batchId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "input" JSON,
    "runId" TEXT,
    "error" JSON,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "BatchRow_pkey" PRIMARY KEY ("batchId", "index")
);

CREATE INDEX "BatchRow_runId_idx" ON "BatchRow"("runId");

ALTER TABLE "Batch" ADD CONSTRAINT "Batch_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "BatchRow" ADD CONSTRAINT "BatchRow_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
