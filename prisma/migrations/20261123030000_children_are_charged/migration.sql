-- A child run that succeeds is charged as it ends, whatever happens to the runs above it. What was open under the
-- previous rule is charged by this one; what was settled stays as it was.
UPDATE "Run" AS child SET "chargedMicros" = CASE
    WHEN child."state" = 'succeeded' AND root."state" IN ('queued', 'running') THEN child."priceMicros" ELSE 0 END
  FROM "Run" AS root
  WHERE root."id" = child."rootRunId" AND child."priceMicros" > 0 AND child."chargedMicros" IS NULL
    AND child."state" NOT IN ('queued', 'running');

-- A paid child is never recorded as ended without what it cost.
ALTER TABLE "Run" ADD CONSTRAINT "Run_child_is_charged_at_its_end" CHECK (
  "rootRunId" IS NULL OR "priceMicros" = 0 OR "chargedMicros" IS NOT NULL OR "state" IN ('queued', 'running')
) NOT VALID;

-- As before: what a root holds is in the ledger while it is open, and nothing after. Now also: what it captured is what
-- it and its children were charged, and what publishers and the platform received.
CREATE OR REPLACE FUNCTION "run_is_in_the_ledger"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held NUMERIC;
  paid NUMERIC;
  charged NUMERIC;
  captured NUMERIC;
BEGIN
  SELECT sum(line."amountMicros") FILTER (WHERE line."accountId" = 'hold:' || NEW."organisationId"),
      sum(line."amountMicros") FILTER (WHERE line."accountId" = 'fee' OR line."accountId" LIKE 'earnings:%')
    INTO held, paid
    FROM "LedgerLine" line JOIN "LedgerTransfer" transfer ON transfer."id" = line."transferId"
    WHERE transfer."runId" = NEW."id" AND transfer."kind" IN ('hold', 'settle');
  IF held IS DISTINCT FROM (CASE WHEN NEW."state" IN ('queued', 'running') THEN NEW."holdMicros" ELSE 0 END) THEN
    RAISE EXCEPTION 'Run % is % and % of it is held.', NEW."id", NEW."state", held USING ERRCODE = 'check_violation';
  END IF;
  IF NEW."state" NOT IN ('queued', 'running') THEN
    SELECT coalesce(sum("chargedMicros"), 0), coalesce(max("capturedMicros"), 0) INTO charged, captured
      FROM "Run" WHERE "id" = NEW."id" OR "rootRunId" = NEW."id";
    IF charged <> captured OR coalesce(paid, 0) <> captured THEN
      RAISE EXCEPTION 'Run % captured %, was charged % and paid %.', NEW."id", captured, charged, paid USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NULL;
END
$$;
