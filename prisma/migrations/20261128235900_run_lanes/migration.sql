ALTER TABLE "Run" ADD COLUMN "lane" text NOT NULL DEFAULT 'quick';

-- As claim_run, which the previous release calls, but runs wait only for runs of their own lane.
CREATE FUNCTION claim_run_of_lane(run text, organisation text, lane_of_run text, at_once integer, lease timestamp) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(organisation, 0));
  UPDATE "Run" SET "state" = 'running', "startedAt" = now(), "leaseUntil" = lease
  WHERE "id" = run AND "state" = 'queued'
    AND at_once > (
      SELECT count(*) FROM "Run" AS going
      WHERE going."organisationId" = organisation AND going."state" = 'running' AND going."parentRunId" IS NULL
        AND going."lane" = lane_of_run
    )
    AND "id" = (
      SELECT waiting."id" FROM "Run" AS waiting
      WHERE waiting."organisationId" = organisation AND waiting."state" = 'queued' AND waiting."lane" = lane_of_run
        AND waiting."parentRunId" IS NULL AND waiting."leaseUntil" > now()
      ORDER BY (
        SELECT count(*) FROM "Run" AS theirs
        WHERE theirs."organisationId" = organisation AND theirs."state" = 'running' AND theirs."lane" = lane_of_run
          AND theirs."userId" = waiting."userId" AND theirs."parentRunId" IS NULL
      ), waiting."id"
      LIMIT 1
    );
  RETURN FOUND;
END
$$;
