-- Addresses that are told when a run has ended, and what became of each telling.
CREATE TABLE "Webhook" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "skillName" TEXT,
    "sealed" BYTEA NOT NULL,
    "keyId" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pausedAt" TIMESTAMP(3),

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "WebhookAttempt" (
    "id" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "status" INTEGER,
    "problem" TEXT,
    "ms" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Webhook_organisationId_idx" ON "Webhook"("organisationId");
CREATE UNIQUE INDEX "WebhookAttempt_webhookId_runId_number_key" ON "WebhookAttempt"("webhookId", "runId", "number");
CREATE INDEX "WebhookAttempt_webhookId_at_idx" ON "WebhookAttempt"("webhookId", "at" DESC);

ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;
