-- Evidence is counted when a run ends, in rows by skill and day. Pages read these rows instead of counting runs.

CREATE TABLE "SkillDay" (
  "skillName" TEXT NOT NULL,
  "day" DATE NOT NULL,
  "slot" SMALLINT NOT NULL,
  "skillSetId" TEXT,
  "runs" INTEGER NOT NULL DEFAULT 0,
  "succeeded" INTEGER NOT NULL DEFAULT 0,
  "customers" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "SkillDay_pkey" PRIMARY KEY ("skillName", "day", "slot")
) WITH (fillfactor = 70);

CREATE TABLE "SkillCustomer" (
  "skillName" TEXT NOT NULL,
  "organisationId" TEXT NOT NULL,
  "skillSetId" TEXT,
  "lastDay" DATE NOT NULL,
  "lastSuccessDay" DATE,
  CONSTRAINT "SkillCustomer_pkey" PRIMARY KEY ("skillName", "organisationId")
);

CREATE INDEX "SkillDay_skillSetId_day_idx" ON "SkillDay" ("skillSetId", "day");
CREATE INDEX "SkillCustomer_skillName_lastDay_idx" ON "SkillCustomer" ("skillName", "lastDay");
CREATE INDEX "SkillCustomer_skillSetId_lastDay_idx" ON "SkillCustomer" ("skillSetId", "lastDay");
CREATE INDEX "SkillCustomer_organisationId_idx" ON "SkillCustomer" ("organisationId");

ALTER TABLE "SkillDay" ADD CONSTRAINT "SkillDay_skillSetId_fkey"
  FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillCustomer" ADD CONSTRAINT "SkillCustomer_skillSetId_fkey"
  FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillCustomer" ADD CONSTRAINT "SkillCustomer_organisationId_fkey"
  FOREIGN KEY ("organisationId") REFERENCES "Organisation" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Runs of published versions by other organisations than the publisher's. Child runs do not count, because a skill's code
-- starts them as it likes, and failures only if they are the skill's fault.
CREATE FUNCTION "is_evidence" (run "Run") RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT run."mode" = 'production' AND run."parentRunId" IS NULL
    AND (run."state" IN ('succeeded', 'partial', 'timed_out')
      OR (run."state" = 'failed'
        AND coalesce(run."error" ->> 'code', 'SKILL_ERROR') IN ('SKILL_ERROR', 'OUTPUT_CONTRACT_VIOLATION', 'TOOL_TIMEOUT')))
    AND NOT (run."channel" = 'plan' AND run."skillSetId" IS NULL)
    AND NOT EXISTS (SELECT 1 FROM "SkillSet" AS own JOIN "Publisher" ON "Publisher"."id" = own."publisherId"
      WHERE own."id" = run."skillSetId" AND "Publisher"."organisationId" = run."organisationId")
$$;

CREATE FUNCTION "count_run_end" () RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date := NEW."createdAt"::date;
  has_succeeded boolean := NEW."state" = 'succeeded';
  new_customers integer := 0;
BEGIN
  IF NOT "is_evidence"(NEW) THEN RETURN NULL; END IF;
  -- An organisation's further runs of the day lock none of these rows.
  PERFORM 1 FROM "SkillCustomer" WHERE "skillName" = NEW."skillName" AND "organisationId" = NEW."organisationId"
    AND "lastDay" >= today AND (NOT has_succeeded OR "lastSuccessDay" >= today);
  IF NOT FOUND THEN
    INSERT INTO "SkillCustomer" ("skillName", "organisationId", "skillSetId", "lastDay")
      VALUES (NEW."skillName", NEW."organisationId", NEW."skillSetId", today)
      ON CONFLICT ("skillName", "organisationId") DO UPDATE SET "lastDay" = greatest("SkillCustomer"."lastDay", excluded."lastDay");
    IF has_succeeded THEN
      UPDATE "SkillCustomer" SET "lastSuccessDay" = today
        WHERE "skillName" = NEW."skillName" AND "organisationId" = NEW."organisationId"
          AND coalesce("lastSuccessDay", '-infinity') < today;
      GET DIAGNOSTICS new_customers = ROW_COUNT;
    END IF;
  END IF;
  -- Several slots, so that runs of one skill that end together do not wait for each other.
  INSERT INTO "SkillDay" AS counted ("skillName", "day", "slot", "skillSetId", "runs", "succeeded", "customers")
    VALUES (NEW."skillName", today, pg_backend_pid() % 16, NEW."skillSetId", 1, has_succeeded::int, new_customers)
    ON CONFLICT ("skillName", "day", "slot") DO UPDATE SET "runs" = counted."runs" + 1,
      "succeeded" = counted."succeeded" + excluded."succeeded", "customers" = counted."customers" + excluded."customers";
  RETURN NULL;
END $$;

CREATE TRIGGER "count_run_end" AFTER UPDATE OF "state" ON "Run" FOR EACH ROW
  WHEN (OLD."state" IN ('queued', 'running') AND NEW."state" NOT IN ('queued', 'running', 'cancelled'))
  EXECUTE FUNCTION "count_run_end" ();
CREATE TRIGGER "count_ended_run" AFTER INSERT ON "Run" FOR EACH ROW
  WHEN (NEW."state" NOT IN ('queued', 'running', 'cancelled'))
  EXECUTE FUNCTION "count_run_end" ();

-- Counts all runs again, after they were loaded without triggers.
CREATE FUNCTION "recount_runs" () RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "SkillDay";
  DELETE FROM "SkillCustomer";
  INSERT INTO "SkillDay" ("skillName", "day", "slot", "skillSetId", "runs", "succeeded", "customers")
    SELECT "skillName", "createdAt"::date, 0, max("skillSetId"), count(*), count(*) FILTER (WHERE "state" = 'succeeded'),
      count(DISTINCT "organisationId") FILTER (WHERE "state" = 'succeeded')
    FROM "Run" AS run WHERE "is_evidence"(run) GROUP BY 1, 2;
  INSERT INTO "SkillCustomer" ("skillName", "organisationId", "skillSetId", "lastDay", "lastSuccessDay")
    SELECT "skillName", "organisationId", max("skillSetId"), max("createdAt")::date,
      max("createdAt") FILTER (WHERE "state" = 'succeeded')::date
    FROM "Run" AS run WHERE "is_evidence"(run) GROUP BY 1, 2;
END $$;

SELECT "recount_runs" ();

-- Filters of the run list, each in the order of the list.
CREATE INDEX "Run_organisationId_skillName_id_idx" ON "Run" ("organisationId", "skillName", "id" DESC);
CREATE INDEX "Run_organisationId_state_id_idx" ON "Run" ("organisationId", "state", "id" DESC);
CREATE INDEX "Run_failed_idx" ON "Run" ("skillSetId", "id" DESC)
  WHERE "state" IN ('failed', 'timed_out') AND "mode" = 'production' AND "parentRunId" IS NULL;
CREATE INDEX "User_role_createdAt_id_idx" ON "User" ("role" DESC, "createdAt" DESC, "id" DESC);
CREATE INDEX "AuditEvent_action_at_idx" ON "AuditEvent" ("action", "at");

-- Evidence no longer depends on stored runs, so that an organisation may delete their contents earlier.
ALTER TABLE "Organisation" DROP CONSTRAINT "Organisation_runRetentionDays_check";
ALTER TABLE "Organisation" ADD CONSTRAINT "Organisation_runRetentionDays_check" CHECK ("runRetentionDays" >= 1);
