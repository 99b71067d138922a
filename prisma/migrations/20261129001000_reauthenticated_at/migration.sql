-- "presentAt" did not say what the person had done.
ALTER TABLE "BrowserSession" RENAME COLUMN "presentAt" TO "reauthenticatedAt";
