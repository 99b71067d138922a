-- A run's place in line, in one round trip: the lock has to be a statement of its own, and each statement of a volatile
-- function looks at the table anew, so this sees what whoever held the lock before has written.
CREATE OR REPLACE FUNCTION "claim_run"(run TEXT, organisation TEXT, at_once INTEGER, lease TIMESTAMP) RETURNS BOOLEAN
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(organisation, 0));
  UPDATE "Run" SET "state" = 'running', "startedAt" = now(), "leaseUntil" = lease
  WHERE "id" = run AND "state" = 'queued'
    AND at_once > (
      SELECT count(*) FROM "Run" AS going
      WHERE going."organisationId" = organisation AND going."state" = 'running' AND going."parentRunId" IS NULL
    )
    AND "id" = (
      SELECT waiting."id" FROM "Run" AS waiting
      WHERE waiting."organisationId" = organisation AND waiting."state" = 'queued'
        AND waiting."parentRunId" IS NULL AND waiting."leaseUntil" > now()
      ORDER BY (
        SELECT count(*) FROM "Run" AS theirs
        WHERE theirs."organisationId" = organisation AND theirs."state" = 'running'
          AND theirs."userId" = waiting."userId" AND theirs."parentRunId" IS NULL
      ), waiting."id"
      LIMIT 1
    );
  RETURN FOUND;
END
$$;
