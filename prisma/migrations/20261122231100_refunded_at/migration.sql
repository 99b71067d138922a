-- When what a run cost was given back: the ledger knows it, the run says it.
ALTER TABLE "Run" ADD COLUMN "refundedAt" TIMESTAMP(3);

UPDATE "Run" SET "refundedAt" = transfer."createdAt"
  FROM "LedgerTransfer" AS transfer WHERE transfer."runId" = "Run"."id" AND transfer."kind" = 'refund';
