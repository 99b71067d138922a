-- Notices can also be sent to a webhook of the person's.
ALTER TABLE "NoticePreference" ADD COLUMN "byWebhook" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Webhook" ADD COLUMN "noticesOfId" TEXT;
CREATE UNIQUE INDEX "Webhook_noticesOfId_key" ON "Webhook"("noticesOfId");
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_noticesOfId_fkey"
  FOREIGN KEY ("noticesOfId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
