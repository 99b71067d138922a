-- Parts of a streamed output, in the order in which the skill emitted them.
CREATE TABLE "RunPart" (
    "runId" text NOT NULL,
    number integer NOT NULL,
    value json NOT NULL,
    CONSTRAINT "RunPart_pkey" PRIMARY KEY ("runId", number)
);
ALTER TABLE "RunPart"
    ADD CONSTRAINT "RunPart_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE "Run" ADD COLUMN "partCount" integer NOT NULL DEFAULT 0, ADD COLUMN "partBytes" integer NOT NULL DEFAULT 0;

-- As before, and the bytes of the parts.
CREATE OR REPLACE FUNCTION run_stored_bytes(r "Run") RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$
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
    + r."partBytes"
$$;
DROP TRIGGER set_run_stored_bytes ON "Run";
CREATE TRIGGER set_run_stored_bytes BEFORE INSERT OR UPDATE OF input, output, logs, requests, migration, effects, error, "errorDetail", warnings, coercions, "partBytes" ON "Run" FOR EACH ROW EXECUTE FUNCTION set_run_stored_bytes();
