-- A run keeps the name under which it was called, and a rename moves what was counted to the new name. So a run that is
-- counted after a rename, because it was still going on or because all runs are counted again, counts under the new name.
CREATE FUNCTION "current_skill_name" (run "Run") RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  found_name text;
BEGIN
  SELECT publisher."handle" || '.' || skillset."slug" || '.' || split_part(run."skillName", '.', 3) INTO found_name
    FROM "SkillSet" AS skillset JOIN "Publisher" AS publisher ON publisher."id" = skillset."publisherId"
    WHERE skillset."id" = run."skillSetId";
  RETURN coalesce(found_name, run."skillName");
END
$$;

CREATE OR REPLACE FUNCTION "count_run_end" () RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  skill text;
  today date := NEW."createdAt"::date;
  has_succeeded boolean := NEW."state" = 'succeeded';
  new_customers integer := 0;
BEGIN
  IF NOT "is_evidence"(NEW) THEN RETURN NULL; END IF;
  skill := "current_skill_name"(NEW);
  -- An organisation's further runs of the day lock none of these rows.
  PERFORM 1 FROM "SkillCustomer" WHERE "skillName" = skill AND "organisationId" = NEW."organisationId"
    AND "lastDay" >= today AND (NOT has_succeeded OR "lastSuccessDay" >= today);
  IF NOT FOUND THEN
    INSERT INTO "SkillCustomer" ("skillName", "organisationId", "skillSetId", "lastDay")
      VALUES (skill, NEW."organisationId", NEW."skillSetId", today)
      ON CONFLICT ("skillName", "organisationId") DO UPDATE SET "lastDay" = greatest("SkillCustomer"."lastDay", excluded."lastDay");
    IF has_succeeded THEN
      UPDATE "SkillCustomer" SET "lastSuccessDay" = today
        WHERE "skillName" = skill AND "organisationId" = NEW."organisationId"
          AND coalesce("lastSuccessDay", '-infinity') < today;
      GET DIAGNOSTICS new_customers = ROW_COUNT;
    END IF;
  END IF;
  -- Several slots, so that runs of one skill that end together do not wait for each other.
  INSERT INTO "SkillDay" AS counted ("skillName", "day", "slot", "skillSetId", "runs", "succeeded", "customers")
    VALUES (skill, today, pg_backend_pid() % 16, NEW."skillSetId", 1, has_succeeded::int, new_customers)
    ON CONFLICT ("skillName", "day", "slot") DO UPDATE SET "runs" = counted."runs" + 1,
      "succeeded" = counted."succeeded" + excluded."succeeded", "customers" = counted."customers" + excluded."customers";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "recount_runs" () RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "SkillDay";
  DELETE FROM "SkillCustomer";
  INSERT INTO "SkillDay" ("skillName", "day", "slot", "skillSetId", "runs", "succeeded", "customers")
    SELECT "current_skill_name"(run), "createdAt"::date, 0, max("skillSetId"), count(*), count(*) FILTER (WHERE "state" = 'succeeded'),
      count(DISTINCT "organisationId") FILTER (WHERE "state" = 'succeeded')
    FROM "Run" AS run WHERE "is_evidence"(run) GROUP BY 1, 2;
  INSERT INTO "SkillCustomer" ("skillName", "organisationId", "skillSetId", "lastDay", "lastSuccessDay")
    SELECT "current_skill_name"(run), "organisationId", max("skillSetId"), max("createdAt")::date,
      max("createdAt") FILTER (WHERE "state" = 'succeeded')::date
    FROM "Run" AS run WHERE "is_evidence"(run) GROUP BY 1, 2;
END $$;
