-- The toolset that a key is bound to. A toolset stays as long as a key is bound to it: without it the key would open more.
ALTER TABLE "ApiKey" ADD COLUMN "toolsetId" TEXT;
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_toolsetId_fkey" FOREIGN KEY ("toolsetId") REFERENCES "Toolset"("id") ON DELETE NO ACTION ON UPDATE CASCADE;
CREATE INDEX "ApiKey_toolsetId_idx" ON "ApiKey"("toolsetId");

-- The key that brought a blob; null for people, runs and blobs of before.
ALTER TABLE "Blob" ADD COLUMN "keyId" TEXT;
