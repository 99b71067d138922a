-- Plan runs count towards the quota of runs: their documents and outputs, and the results of their attempts.

CREATE FUNCTION "plan_run_bytes"(p "PlanRun") RETURNS BIGINT LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(p."document"::text)
    + octet_length(p."verdicts"::text)
    + coalesce(octet_length(p."editedArgs"::text), 0)
    + coalesce(octet_length(p."outputs"::text), 0)
    + coalesce(octet_length(p."error"::text), 0)::bigint
$$;

CREATE FUNCTION "record_plan_run_storage"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  change BIGINT;
BEGIN
  IF TG_OP = 'INSERT' THEN
    change := "plan_run_bytes"(NEW);
  ELSIF TG_OP = 'UPDATE' THEN
    change := "plan_run_bytes"(NEW) - "plan_run_bytes"(OLD);
  ELSE
    -- Its attempts are deleted with it, after this.
    change := -"plan_run_bytes"(OLD) - (
      SELECT coalesce(sum(octet_length("result"::text)), 0) FROM "PlanAttempt" WHERE "planRunId" = OLD."id");
  END IF;
  IF change <> 0 THEN
    INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes")
      VALUES (coalesce(NEW."organisationId", OLD."organisationId"), 'runs', change);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER "record_plan_run_storage" AFTER INSERT OR UPDATE OF "document", "verdicts", "editedArgs", "outputs", "error"
  ON "PlanRun" FOR EACH ROW EXECUTE FUNCTION "record_plan_run_storage"();
CREATE TRIGGER "record_plan_run_storage_delete" BEFORE DELETE
  ON "PlanRun" FOR EACH ROW EXECUTE FUNCTION "record_plan_run_storage"();

CREATE FUNCTION "record_plan_attempt_storage"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  change BIGINT := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN change := coalesce(octet_length(NEW."result"::text), 0); END IF;
  IF TG_OP <> 'INSERT' THEN change := change - coalesce(octet_length(OLD."result"::text), 0); END IF;
  -- Selects nothing if the plan run is being deleted, which has counted its attempts already.
  INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes")
    SELECT "organisationId", 'runs', change FROM "PlanRun"
    WHERE change <> 0 AND "id" = coalesce(NEW."planRunId", OLD."planRunId");
  RETURN NULL;
END $$;
CREATE TRIGGER "record_plan_attempt_storage" AFTER INSERT OR DELETE OR UPDATE OF "result"
  ON "PlanAttempt" FOR EACH ROW EXECUTE FUNCTION "record_plan_attempt_storage"();

INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes")
  SELECT p."organisationId", 'runs', sum("plan_run_bytes"(p) + (
    SELECT coalesce(sum(octet_length(a."result"::text)), 0) FROM "PlanAttempt" a WHERE a."planRunId" = p."id"))
  FROM "PlanRun" p GROUP BY p."organisationId";
