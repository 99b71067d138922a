-- Recordings of examples, and the latest checks of the examples of each version.
CREATE TABLE "ExampleRecording" (
  "id" TEXT NOT NULL,
  "skillSetId" TEXT NOT NULL,
  "skillSlug" TEXT NOT NULL,
  "inputDigest" TEXT NOT NULL,
  "sealed" BYTEA NOT NULL,
  "keyId" TEXT NOT NULL,
  "steps" INTEGER NOT NULL,
  "sizeBytes" INTEGER NOT NULL,
  "keptAt" TIMESTAMP(3),
  "recordedById" TEXT,
  "recordedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ExampleRecording_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "ExampleRecording_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "ExampleRecording_skillSetId_skillSlug_inputDigest_keptAt_idx" ON "ExampleRecording"("skillSetId", "skillSlug", "inputDigest", "keptAt");
CREATE INDEX "ExampleRecording_keyId_idx" ON "ExampleRecording"("keyId");

CREATE TABLE "VersionExample" (
  "versionId" TEXT NOT NULL,
  "skillSlug" TEXT NOT NULL,
  "exampleIndex" INTEGER NOT NULL,
  "recordingId" TEXT NOT NULL,
  "offlineAt" TIMESTAMP(3) NOT NULL,
  "offlineResult" TEXT NOT NULL,
  "offlineDetails" JSON NOT NULL DEFAULT '[]',
  "failedNights" INTEGER NOT NULL DEFAULT 0,
  "liveAt" TIMESTAMP(3),
  "liveResult" TEXT,
  "liveDetails" JSON NOT NULL DEFAULT '[]',
  CONSTRAINT "VersionExample_pkey" PRIMARY KEY ("versionId", "skillSlug", "exampleIndex"),
  CONSTRAINT "VersionExample_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "VersionExample_recordingId_fkey" FOREIGN KEY ("recordingId") REFERENCES "ExampleRecording"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "VersionExample_recordingId_idx" ON "VersionExample"("recordingId");
CREATE INDEX "VersionExample_offlineAt_idx" ON "VersionExample"("offlineAt");
