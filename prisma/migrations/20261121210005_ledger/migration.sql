-- Money: a double-entry ledger whose rules the database keeps by itself. Amounts are whole micro-USDC.
--   Every transfer is balanced when its transaction ends.        (deferred constraint trigger)
--   No balance of an organisation is ever below zero.            (CHECK on the row that every change of it locks)
--   What was written stays as it was written.                    (triggers)
--   A paid run holds its price when it opens, and is settled     (deferred constraint triggers on "Run")
--   exactly once, in the transaction that ends it.
CREATE TYPE "LedgerKind" AS ENUM ('wallet', 'hold', 'earnings', 'fee', 'grant', 'promotion', 'payout');
CREATE TYPE "TransferKind" AS ENUM ('grant', 'promotion', 'hold', 'settle', 'refund', 'move', 'payout');

CREATE TABLE "LedgerAccount" (
  "id" TEXT NOT NULL,
  "kind" "LedgerKind" NOT NULL,
  "organisationId" TEXT,
  "balanceMicros" BIGINT NOT NULL DEFAULT 0,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "LedgerAccount_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "LedgerAccount_never_below_zero" CHECK ("balanceMicros" >= 0),
  -- One account of a kind for each organisation, and one for the house.
  CONSTRAINT "LedgerAccount_id_says_whose" CHECK ("id" = concat_ws(':', "kind"::text, "organisationId")),
  CONSTRAINT "LedgerAccount_has_its_owner" CHECK (("kind" IN ('wallet', 'hold', 'earnings')) = ("organisationId" IS NOT NULL))
);

CREATE TABLE "LedgerTransfer" (
  "id" TEXT NOT NULL,
  "kind" "TransferKind" NOT NULL,
  "runId" TEXT,
  "reference" TEXT,
  "note" TEXT NOT NULL DEFAULT '',
  "actorId" TEXT,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "LedgerTransfer_pkey" PRIMARY KEY ("id")
);
-- A run is held once, settled once and refunded once, whatever is retried.
CREATE UNIQUE INDEX "LedgerTransfer_runId_kind_key" ON "LedgerTransfer"("runId", "kind");
CREATE UNIQUE INDEX "LedgerTransfer_reference_key" ON "LedgerTransfer"("reference");

CREATE TABLE "LedgerLine" (
  "id" BIGSERIAL NOT NULL,
  "transferId" TEXT NOT NULL,
  "accountId" TEXT NOT NULL,
  "amountMicros" BIGINT NOT NULL,
  "balanceAfterMicros" BIGINT,
  "runId" TEXT,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "LedgerLine_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "LedgerLine_moves_something" CHECK ("amountMicros" <> 0)
);
CREATE INDEX "LedgerLine_transferId_idx" ON "LedgerLine"("transferId");
CREATE INDEX "LedgerLine_accountId_id_idx" ON "LedgerLine"("accountId", "id" DESC);

ALTER TABLE "LedgerAccount" ADD CONSTRAINT "LedgerAccount_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "LedgerLine" ADD CONSTRAINT "LedgerLine_transferId_fkey" FOREIGN KEY ("transferId") REFERENCES "LedgerTransfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "LedgerLine" ADD CONSTRAINT "LedgerLine_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "LedgerAccount"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A line moves its account's balance. It takes its number after the account is locked, so that an account's lines
-- are numbered in the order in which they moved it. The house's accounts keep no balance: theirs is the sum of their
-- lines, and a row that every paid run locks would make all of them wait for one another.
CREATE FUNCTION "ledger_post_line"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "LedgerAccount" SET "balanceMicros" = "balanceMicros" + NEW."amountMicros"
    WHERE "id" = NEW."accountId" AND "organisationId" IS NOT NULL
    RETURNING "balanceMicros" INTO NEW."balanceAfterMicros";
  NEW."id" := nextval(pg_get_serial_sequence('"LedgerLine"', 'id'));
  RETURN NEW;
END
$$;
CREATE TRIGGER "LedgerLine_moves_its_account" BEFORE INSERT ON "LedgerLine" FOR EACH ROW EXECUTE FUNCTION "ledger_post_line"();

CREATE FUNCTION "ledger_keep_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  transfer TEXT := CASE TG_TABLE_NAME WHEN 'LedgerTransfer' THEN to_jsonb(NEW)->>'id' ELSE to_jsonb(NEW)->>'transferId' END;
  lines INT;
  total NUMERIC;
BEGIN
  SELECT count(*), sum("amountMicros") INTO lines, total FROM "LedgerLine" WHERE "transferId" = transfer;
  IF lines < 2 OR total <> 0 THEN
    RAISE EXCEPTION 'Transfer % is not balanced: % lines, sum %.', transfer, lines, total USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER "LedgerLine_balanced" AFTER INSERT ON "LedgerLine" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "ledger_keep_balanced"();
CREATE CONSTRAINT TRIGGER "LedgerTransfer_balanced" AFTER INSERT ON "LedgerTransfer" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "ledger_keep_balanced"();

CREATE FUNCTION "ledger_refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is append-only: % of "%" is refused.', TG_OP, TG_TABLE_NAME USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER "LedgerLine_append_only" BEFORE UPDATE OR DELETE ON "LedgerLine" FOR EACH ROW EXECUTE FUNCTION "ledger_refuse"();
CREATE TRIGGER "LedgerLine_no_truncate" BEFORE TRUNCATE ON "LedgerLine" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse"();
CREATE TRIGGER "LedgerTransfer_append_only" BEFORE UPDATE OR DELETE ON "LedgerTransfer" FOR EACH ROW EXECUTE FUNCTION "ledger_refuse"();
CREATE TRIGGER "LedgerTransfer_no_truncate" BEFORE TRUNCATE ON "LedgerTransfer" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse"();
CREATE TRIGGER "LedgerAccount_kept" BEFORE DELETE ON "LedgerAccount" FOR EACH ROW EXECUTE FUNCTION "ledger_refuse"();
-- At depth 0 it is somebody's own UPDATE; the trigger of a line comes here at depth 1.
CREATE TRIGGER "LedgerAccount_only_by_lines" BEFORE UPDATE ON "LedgerAccount" FOR EACH ROW
  WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION "ledger_refuse"();
CREATE TRIGGER "LedgerAccount_begins_empty" BEFORE INSERT ON "LedgerAccount" FOR EACH ROW
  WHEN (NEW."balanceMicros" <> 0) EXECUTE FUNCTION "ledger_refuse"();

-- What a run costs. `terms` says why it is free, or that it is paid.
ALTER TABLE "Run"
  ADD COLUMN "terms" TEXT NOT NULL DEFAULT 'free',
  ADD COLUMN "priceMicros" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "holdMicros" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "chargedMicros" BIGINT,
  ADD COLUMN "dryRun" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "keyId" TEXT,
  ADD COLUMN "parentRunId" TEXT,
  ADD COLUMN "rootRunId" TEXT,
  ADD CONSTRAINT "Run_price_is_no_debt" CHECK ("priceMicros" >= 0 AND "holdMicros" >= 0),
  ADD CONSTRAINT "Run_charged_for_success_only" CHECK (
    "chargedMicros" IS NULL OR "chargedMicros" = 0 OR ("state" = 'succeeded' AND "chargedMicros" = "priceMicros")
  ),
  ADD CONSTRAINT "Run_held_is_settled_at_its_end" CHECK (
    "holdMicros" = 0 OR ("chargedMicros" IS NULL) = ("state" IN ('queued', 'running'))
  );
-- Spent today, by an organisation and by a key.
CREATE INDEX "Run_organisationId_createdAt_held_idx" ON "Run"("organisationId", "createdAt") WHERE "holdMicros" > 0;
CREATE INDEX "Run_rootRunId_idx" ON "Run"("rootRunId");

CREATE FUNCTION "run_is_in_the_ledger"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held NUMERIC;
BEGIN
  SELECT sum(line."amountMicros") INTO held
    FROM "LedgerLine" line JOIN "LedgerTransfer" transfer ON transfer."id" = line."transferId"
    WHERE transfer."runId" = NEW."id" AND transfer."kind" IN ('hold', 'settle')
      AND line."accountId" = 'hold:' || NEW."organisationId";
  IF held IS DISTINCT FROM (CASE WHEN NEW."state" IN ('queued', 'running') THEN NEW."holdMicros" ELSE 0 END) THEN
    RAISE EXCEPTION 'Run % is % and % of it is held.', NEW."id", NEW."state", held USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER "Run_is_held_when_it_opens" AFTER INSERT ON "Run" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."holdMicros" > 0) EXECUTE FUNCTION "run_is_in_the_ledger"();
CREATE CONSTRAINT TRIGGER "Run_is_settled_when_it_ends" AFTER UPDATE OF "state", "holdMicros" ON "Run" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."holdMicros" > 0 OR OLD."holdMicros" > 0) EXECUTE FUNCTION "run_is_in_the_ledger"();

-- Of two calls with the same key the second gets the first one's run.
CREATE TABLE "IdempotencyKey" (
  "organisationId" TEXT NOT NULL,
  "skillName" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "requestHash" TEXT NOT NULL,
  "runId" TEXT NOT NULL,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("organisationId", "skillName", "key")
);
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");
ALTER TABLE "IdempotencyKey" ADD CONSTRAINT "IdempotencyKey_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ApiKey"
  ADD COLUMN "skillSets" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "dailyCapMicros" BIGINT;
ALTER TABLE "Organisation" ADD COLUMN "dailyCapMicros" BIGINT;
ALTER TABLE "CatalogEntry" ADD COLUMN "priceMicros" BIGINT NOT NULL DEFAULT 0;
