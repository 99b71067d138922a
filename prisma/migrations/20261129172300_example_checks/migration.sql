-- Which live checks are due.
CREATE INDEX "VersionExample_liveAt_idx" ON "VersionExample"("liveAt");
