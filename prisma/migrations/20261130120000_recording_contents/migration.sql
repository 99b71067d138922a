-- Large recordings are kept in the content store; their rows have the key that encrypts them.
ALTER TABLE "ExampleRecording" ADD COLUMN "contentId" TEXT;
ALTER TABLE "ExampleRecording" ADD CONSTRAINT "ExampleRecording_contentId_fkey"
  FOREIGN KEY ("contentId") REFERENCES "BlobContent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "ExampleRecording_contentId_idx" ON "ExampleRecording"("contentId");

ALTER TABLE "ReplayRecording" ADD COLUMN "contentId" TEXT, ADD COLUMN "sizeBytes" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "ReplayRecording" ADD CONSTRAINT "ReplayRecording_contentId_fkey"
  FOREIGN KEY ("contentId") REFERENCES "BlobContent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "ReplayRecording_contentId_idx" ON "ReplayRecording"("contentId");

-- Recordings of runs have room of their own, so that they take none from runs.
UPDATE "ReplayRecording" SET "sizeBytes" = octet_length("sealed");
INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes")
  SELECT "organisationId", 'recordings', sum("sizeBytes") FROM "ReplayRecording" GROUP BY 1 HAVING sum("sizeBytes") > 0;

CREATE FUNCTION record_replay_recording_storage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes") VALUES (NEW."organisationId", 'recordings', NEW."sizeBytes");
  ELSE
    INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes") VALUES (OLD."organisationId", 'recordings', -OLD."sizeBytes");
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER record_replay_recording_storage AFTER INSERT OR DELETE ON "ReplayRecording"
  FOR EACH ROW EXECUTE FUNCTION record_replay_recording_storage();
