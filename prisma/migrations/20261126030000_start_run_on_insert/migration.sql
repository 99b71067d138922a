-- A run that can start at once is inserted as running. "claim_run" would write a second version of its row, with an
-- entry in every index. Takes the same lock, and lets no run overtake one that waits.
CREATE OR REPLACE FUNCTION "has_free_slot"(organisation TEXT, at_once INTEGER) RETURNS BOOLEAN
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(organisation, 0));
  RETURN at_once > (
      SELECT count(*) FROM "Run" AS going
      WHERE going."organisationId" = organisation AND going."state" = 'running' AND going."parentRunId" IS NULL
    )
    AND NOT EXISTS (
      SELECT FROM "Run" AS waiting
      WHERE waiting."organisationId" = organisation AND waiting."state" = 'queued'
        AND waiting."parentRunId" IS NULL AND waiting."leaseUntil" > now()
    );
END
$$;
