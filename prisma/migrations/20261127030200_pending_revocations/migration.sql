-- OAuth credentials of disconnected accounts that are still to be revoked. The credential is the SealedSecret with the same id.
CREATE TABLE "PendingRevocation" (
  "id" TEXT NOT NULL,
  "providerSlug" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "dueAt" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "PendingRevocation_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "PendingRevocation_dueAt_idx" ON "PendingRevocation"("dueAt");
ALTER TABLE "PendingRevocation" ADD CONSTRAINT "PendingRevocation_id_fkey"
  FOREIGN KEY ("id") REFERENCES "SealedSecret"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PendingRevocation" ADD CONSTRAINT "PendingRevocation_providerSlug_fkey"
  FOREIGN KEY ("providerSlug") REFERENCES "IntegrationProvider"("slug") ON DELETE CASCADE ON UPDATE CASCADE;
