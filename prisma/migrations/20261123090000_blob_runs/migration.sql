-- The run that wrote a blob; null for uploads and blobs of before. What a run with a price wrote is delivered when it is paid.
ALTER TABLE "Blob" ADD COLUMN "runId" TEXT;
CREATE INDEX "Blob_runId_idx" ON "Blob"("runId");
ALTER TABLE "Blob" ADD CONSTRAINT "Blob_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;
