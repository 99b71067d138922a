-- Reads a field of a JSON column. `->>` fails for the whole document if any text in it, such as the message of an error,
-- contains NUL or a lone surrogate, so no statement and no trigger uses it on a stored document. Such a failure in the
-- trigger that counts a run's end kept the run open until its lease expired.
CREATE FUNCTION "json_field" (document json, name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(document::text, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\ufffd', 'g')::json ->> name
$$;

CREATE OR REPLACE FUNCTION "is_evidence" (run "Run") RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN run."mode" = 'production' AND run."parentRunId" IS NULL
    AND (run."state" IN ('succeeded', 'partial', 'timed_out')
      OR (run."state" = 'failed'
        AND coalesce("json_field"(run."error", 'code'), 'SKILL_ERROR') IN ('SKILL_ERROR', 'OUTPUT_CONTRACT_VIOLATION', 'TOOL_TIMEOUT')))
    AND NOT (run."channel" = 'plan' AND run."skillSetId" IS NULL)
    AND NOT EXISTS (SELECT 1 FROM "SkillSet" AS own JOIN "Publisher" ON "Publisher"."id" = own."publisherId"
      WHERE own."id" = run."skillSetId" AND "Publisher"."organisationId" = run."organisationId");
END
$$;
