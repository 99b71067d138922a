ALTER TABLE "CatalogEntry" ADD COLUMN "refreshAt" TIMESTAMP(3);
CREATE INDEX "CatalogEntry_refreshAt_idx" ON "CatalogEntry"("refreshAt");
