-- As before, in a language that caches the plan of its query: it is called at the end of every run.
CREATE OR REPLACE FUNCTION "is_evidence" (run "Run") RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN run."mode" = 'production' AND run."parentRunId" IS NULL
    AND (run."state" IN ('succeeded', 'partial', 'timed_out')
      OR (run."state" = 'failed'
        AND coalesce(run."error" ->> 'code', 'SKILL_ERROR') IN ('SKILL_ERROR', 'OUTPUT_CONTRACT_VIOLATION', 'TOOL_TIMEOUT')))
    AND NOT (run."channel" = 'plan' AND run."skillSetId" IS NULL)
    AND NOT EXISTS (SELECT 1 FROM "SkillSet" AS own JOIN "Publisher" ON "Publisher"."id" = own."publisherId"
      WHERE own."id" = run."skillSetId" AND "Publisher"."organisationId" = run."organisationId");
END
$$;
