-- Images that nothing shows are deleted (lib/blobs/images/sweep-images.ts). The first sweep finds out which of the
-- existing ones that is.
ALTER TABLE "Image" ADD COLUMN "unusedSince" TIMESTAMP(3);
ALTER TABLE "Image" ALTER COLUMN "unusedSince" SET DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX "Image_createdById_idx" ON "Image"("createdById");
CREATE INDEX "Image_unusedSince_idx" ON "Image"("unusedSince");
