-- What runs and blobs take is counted as it is written, so that a quota is looked up and never computed. Entries are
-- only added: counters would be locked by runs that lock money in another order. The sweep sums them up.
CREATE TABLE "StorageEntry" (
    "id" BIGSERIAL NOT NULL,
    "organisationId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    CONSTRAINT "StorageEntry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "StorageEntry_organisationId_kind_idx" ON "StorageEntry"("organisationId", "kind");

-- What a person's organisations store counts together; of those of before, the first owner is taken for their creator.
ALTER TABLE "Organisation" ADD COLUMN "createdById" TEXT;
UPDATE "Organisation" o SET "createdById" = coalesce(o."personalOfId", (
  SELECT m."userId" FROM "Membership" m WHERE m."organisationId" = o."id" AND m."role" = 'OWNER'
  ORDER BY m."createdAt", m."userId" LIMIT 1));
CREATE INDEX "Organisation_createdById_idx" ON "Organisation"("createdById");
ALTER TABLE "Organisation" ADD CONSTRAINT "Organisation_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- New organisations forget after 90 days; those of before keep what they chose, or everything.
ALTER TABLE "Organisation" ALTER COLUMN "runsKeptDays" SET DEFAULT 90;
-- Runs that began before this instant are emptied by the sweep, because someone freed space.
ALTER TABLE "Organisation" ADD COLUMN "forgetRunsBefore" TIMESTAMP(3);

ALTER TABLE "Run" ADD COLUMN "storedBytes" INTEGER NOT NULL DEFAULT 0;

CREATE FUNCTION "run_stored_bytes"(r "Run") RETURNS INTEGER LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(r."input"::text)
    + coalesce(octet_length(r."output"::text), 0)
    + coalesce(octet_length(r."logs"::text), 0)
    + coalesce(octet_length(r."requests"::text), 0)
    + coalesce(octet_length(r."migration"::text), 0)
    + coalesce(octet_length(r."effects"::text), 0)
    + coalesce(octet_length(r."error"::text), 0)
    + coalesce(octet_length(r."errorDetail"::text), 0)
    + coalesce(octet_length(r."warnings"::text), 0)
    + coalesce(octet_length(r."coercions"::text), 0)
$$;

UPDATE "Run" r SET "storedBytes" = "run_stored_bytes"(r);
INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes")
  SELECT "organisationId", 'runs', sum("storedBytes") FROM "Run" GROUP BY "organisationId";
INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes")
  SELECT "organisationId", 'blobs', sum("sizeBytes") FROM "Blob" GROUP BY "organisationId";

CREATE FUNCTION "measure_run"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW."storedBytes" := "run_stored_bytes"(NEW);
  RETURN NEW;
END $$;
-- Progress and leases are written often and are none of these columns.
CREATE TRIGGER "measure_run" BEFORE INSERT OR UPDATE OF
  "input", "output", "logs", "requests", "migration", "effects", "error", "errorDetail", "warnings", "coercions"
  ON "Run" FOR EACH ROW EXECUTE FUNCTION "measure_run"();

CREATE FUNCTION "enter_run_storage"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes") VALUES (
    CASE WHEN TG_OP = 'DELETE' THEN OLD."organisationId" ELSE NEW."organisationId" END,
    'runs',
    CASE TG_OP
      WHEN 'INSERT' THEN NEW."storedBytes"
      WHEN 'UPDATE' THEN NEW."storedBytes" - OLD."storedBytes"
      ELSE -OLD."storedBytes"
    END);
  RETURN NULL;
END $$;
CREATE TRIGGER "enter_run_storage" AFTER INSERT OR DELETE ON "Run"
  FOR EACH ROW EXECUTE FUNCTION "enter_run_storage"();
CREATE TRIGGER "enter_run_storage_change" AFTER UPDATE ON "Run"
  FOR EACH ROW WHEN (OLD."storedBytes" <> NEW."storedBytes") EXECUTE FUNCTION "enter_run_storage"();

CREATE FUNCTION "enter_blob_storage"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes") VALUES (NEW."organisationId", 'blobs', NEW."sizeBytes");
  ELSE
    INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes") VALUES (OLD."organisationId", 'blobs', -OLD."sizeBytes");
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "enter_blob_storage" AFTER INSERT OR DELETE ON "Blob"
  FOR EACH ROW EXECUTE FUNCTION "enter_blob_storage"();
